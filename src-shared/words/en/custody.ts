/** Records that may not be the one and latest copy: what that means, the check, and what it found. */
export const custody = {
  'custody.label': 'The state of the journal',
  'custody.restored.title': 'This journal was restored from a backup',
  'custody.restored.says': 'Sales made after that backup are missing from it.',
  'custody.copied.title': 'There may be another copy of this journal',
  'custody.copied.says':
    'The journal was moved, or the service knows a sale that was not made here. The other copy may have sold too.',
  'custody.rolled-back.title': 'The latest entries are missing',
  'custody.rolled-back.says': 'The journal had newer entries before. They are gone, with the sales in them.',
  'custody.locked': 'You cannot sell, and codes not handed over stay locked, until you check with the service.',
  'custody.codesLocked':
    'These codes are locked until you check the journal with the service: another copy may have handed them over.',
  'custody.more': 'What this means',

  'custody.salvaged.title': 'This journal was saved from a damaged one',
  'custody.salvaged.says': 'Part of it was lost. The check asks the service for the result of each lost order.',
  'custody.lost': '{count, plural, one {Lost from # order} other {Lost from # orders}}',
  'custody.lost.intent': 'The order itself: the check finds it at the service.',
  'custody.lost.events': 'Its last entries.',
  'custody.lost.answer': 'An answer with its codes: the service can show them again.',
  'custody.lost.key': 'The key of its codes: the service can show them again.',
  'custody.lostOrders':
    '{count, plural, one {# order is missing from this journal} other {# orders are missing from this journal}}',
  'custody.lostOrders.next': 'This is what the service says about each. Write it down for your books.',
  'custody.lostOrders.completed':
    '{count, plural, one {Bought: # card. Find it in “Bought cards”.} other {Bought: # cards. Find them in “Bought cards”.}}',
  'custody.lostOrders.failed': 'Nothing was bought.',
  'custody.lostOrders.open': 'The service did not say how it ended. Give this number to the service’s support and ask.',

  'salvage.title': 'What is left of the journal',
  'salvage.says': 'Every entry that is not damaged can go into a new journal, with the sales since the last backup.',
  'salvage.lost':
    'You then see what is missing. You cannot sell, and codes not handed over stay locked, until you check with the service.',
  'salvage.open': 'Save what is left',
  'salvage.ask': 'Save what is left of the journal?',
  'salvage.confirm': 'Save',
  'salvage.nothing': 'Nothing in this journal can be saved.',
  'salvage.nothing.next': 'The journal is as it was. Restore the last backup.',

  'restore.title': 'The last backup',
  'restore.says': 'It was made on {time}.',
  'restore.lost': 'Sales made after it are missing from it. The check with the service then shows their cards.',
  'restore.aside': 'The damaged journal is kept beside it, for your technician.',
  'restore.open': 'Restore the last backup',
  'restore.ask': 'Restore the backup of {time}?',
  'restore.confirm': 'Restore',
  'restore.back': 'Cancel',
  'restore.damaged': 'This backup is damaged too.',
  'restore.damaged.next':
    'The journal is as it was. Your technician can restore an older backup from the command line.',

  'custody.until': 'Until the check',
  'custody.until.sell': 'You cannot sell.',
  'custody.until.codes': 'Codes not handed over stay locked: another copy may have handed them over.',
  'custody.until.pending': 'The counter checks orders without a result. It does not send them again.',
  'custody.until.read': 'You can read the journal as always.',
  'custody.oneCopy.title': 'Only one copy may continue selling',
  'custody.oneCopy.says': 'If another copy is in use, stop it first. The check makes this copy the valid one.',
  'custody.check': 'Check with the service',
  'custody.checking': 'Loading the bought cards of every wallet…',
  'custody.later': 'The check needs an active key. Fix the key first.',

  'custody.accept.open': 'Accept the rest unread',
  'custody.accept.ask': 'Accept what could not be read?',
  'custody.accept.name': 'Your name',
  'custody.accept.nameHint': 'The journal keeps it with this decision.',
  'custody.accept.nameMissing': 'Enter your name.',
  'custody.accept.confirm': 'Accept unread',
  'custody.accept.back': 'Cancel',
  'custody.done.unread': '{count, plural, one {# list was accepted unread.} other {# lists were accepted unread.}}',
  'custody.done.title': 'Checked: this journal is now the valid copy',
  'custody.done.owned': '{count, plural, one {# bought card was read.} other {# bought cards were read.}}',
  'custody.done.agree': 'Every card belongs to an order here. You can sell and show codes again.',
  'custody.done.open': 'You can sell and show codes again, but look at these first.',
  'custody.unknown':
    '{count, plural, one {# bought card is another counter’s, or missing from this journal} other {# bought cards are another counter’s, or missing from this journal}}',
  'custody.unknown.next':
    '{count, plural, one {It belongs to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought it, or its order was in a newer journal. Find out before anybody gets its codes.} other {They belong to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought them, or their orders were in a newer journal. Find out before anybody gets their codes.}}',
  'custody.missing':
    '{count, plural, one {# card of an order here is not among the bought cards} other {# cards of orders here are not among the bought cards}}',
  'custody.missing.next':
    '{count, plural, one {Do not hand over its codes. Give this card number to the service’s support and ask.} other {Do not hand over their codes. Give these card numbers to the service’s support and ask.}}',
  'custody.look': 'See which cards',
  'custody.owned': 'Go to the bought cards',
  'custody.order': 'Open the order',
  'custody.rest':
    '{count, plural, one {and # more; the journal names them all} other {and # more; the journal names them all}}',
  'custody.noted': 'I wrote it down',
} as const;
