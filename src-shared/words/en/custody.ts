/** Records that may not be the one and latest copy: what that means, the check, and what it found. */
export const custody = {
  'custody.label': 'The state of these records',
  'custody.restored.title': 'These records were put back from a backup',
  'custody.restored.says': 'What was sold after that backup is not in them.',
  'custody.copied.title': 'There may be another copy of these records',
  'custody.copied.says':
    'They are in another place than before, or the service knows of a sale that was not made from here. The other copy may have sold as well.',
  'custody.rolled-back.title': 'Newer entries are missing from these records',
  'custody.rolled-back.says': 'Newer entries were written before and are gone, with what was sold in them.',
  'custody.locked': 'Until they are checked with the service nothing is sold, and codes not handed over stay locked.',
  'custody.codesLocked':
    'These codes are locked until the records are checked with the service: another copy may have handed them out.',
  'custody.more': 'What this means',

  'custody.salvaged.title': 'These records were saved from a damaged journal',
  'custody.salvaged.says': 'Some of it was lost. The check asks the service what became of it.',
  'custody.lost': '{count, plural, one {Lost of # order} other {Lost of # orders}}',
  'custody.lost.intent': 'The order itself: the check asks the service about it.',
  'custody.lost.events': 'Its last entries.',
  'custody.lost.answer': 'An answer with its codes: the service can show them again.',
  'custody.lost.key': 'The key of its codes: the service can show them again.',
  'custody.lostOrders':
    '{count, plural, one {# order is lost from these records} other {# orders are lost from these records}}',
  'custody.lostOrders.next': 'This is what the service says of each. Write it down for your books.',
  'custody.lostOrders.completed':
    '{count, plural, one {Bought: # card. You find it among the owned cards.} other {Bought: # cards. You find them among the owned cards.}}',
  'custody.lostOrders.failed': 'It failed: nothing was bought.',
  'custody.lostOrders.open': 'The service did not say what became of it. Give this number to its staff and ask.',

  'salvage.title': 'What is left of the journal',
  'salvage.says':
    'Every entry that is not damaged can go into a new journal, with what was sold since the last backup.',
  'salvage.lost':
    'What is missing is listed then. Nothing is sold and codes not handed over stay locked until you check the records with the service.',
  'salvage.open': 'Save what is left',
  'salvage.ask': 'Save what is left of the journal?',
  'salvage.confirm': 'Save it',
  'salvage.nothing': 'Nothing in this journal can be saved.',
  'salvage.nothing.next': 'The journal is as it was. Put the last backup back.',

  'restore.title': 'The last backup',
  'restore.says': 'It was made on {time}.',
  'restore.lost':
    'What was sold after it is not in it. The check with the service then shows the cards of those sales.',
  'restore.aside': 'The damaged journal is kept beside it, for your partner’s engineer.',
  'restore.open': 'Put the last backup back',
  'restore.ask': 'Put the backup of {time} back?',
  'restore.confirm': 'Put it back',
  'restore.back': 'Leave the journal as it is',
  'restore.damaged': 'This backup is damaged too.',
  'restore.damaged.next':
    'The journal is as it was. Your partner’s engineer can put an older backup back from the command line.',

  'custody.until': 'Until the check',
  'custody.until.sell': 'Nothing new is sold.',
  'custody.until.codes': 'Codes not handed over stay locked: another copy may have handed them out.',
  'custody.until.pending': 'Orders without an outcome are asked about and not sent again.',
  'custody.until.read': 'The journal can be read as always.',
  'custody.oneCopy.title': 'Only one copy may go on selling',
  'custody.oneCopy.says':
    'If these records are also in use elsewhere, stop that counter first. The check makes this copy the valid one.',
  'custody.check': 'Check with the service',
  'custody.checking': 'Reading the owned cards of every wallet.',
  'custody.later': 'The check needs an active key: put that right first.',

  'custody.accept.open': 'Accept the rest unread',
  'custody.accept.ask': 'Accept what could not be read?',
  'custody.accept.name': 'Your name',
  'custody.accept.nameHint': 'It is kept in the journal with this decision.',
  'custody.accept.nameMissing': 'Say who decides this.',
  'custody.accept.confirm': 'Accept it unread',
  'custody.accept.back': 'Leave the records locked',
  'custody.done.unread': '{count, plural, one {# list was accepted unread.} other {# lists were accepted unread.}}',
  'custody.done.title': 'Checked: these are now the records that count',
  'custody.done.owned': '{count, plural, one {# owned card was read.} other {# owned cards were read.}}',
  'custody.done.agree': 'Every card is accounted for. Selling and codes are open again.',
  'custody.done.open': 'Selling and codes are open again, but look at these first.',
  'custody.unknown':
    '{count, plural, one {# owned card is another counter’s, or lost from these records} other {# owned cards are another counter’s, or lost from these records}}',
  'custody.unknown.next':
    '{count, plural, one {It belongs to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought it, or its order was in the newer records: find that out before anybody gets its codes.} other {They belong to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought them, or their orders were in the newer records: find that out before anybody gets their codes.}}',
  'custody.missing':
    '{count, plural, one {# card of an order here is not among the owned cards} other {# cards of orders here are not among the owned cards}}',
  'custody.missing.next':
    '{count, plural, one {Do not hand its codes out. Give this card number to the service’s staff and ask.} other {Do not hand their codes out. Give these card numbers to the service’s staff and ask.}}',
  'custody.look': 'See which cards',
  'custody.owned': 'Go to the owned cards',
  'custody.order': 'Look at the order',
  'custody.rest':
    '{count, plural, one {and # more; the journal names them all} other {and # more; the journal names them all}}',
  'custody.noted': 'I have noted it',
} as const;
