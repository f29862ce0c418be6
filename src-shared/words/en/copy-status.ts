/** Records that may not be the one and latest copy: what that means, the check, and what it found. */
export const copyStatus = {
  'copyStatus.label': 'The state of the journal',
  'copyStatus.restored.title': 'This journal was restored from a backup',
  'copyStatus.restored.says': 'Sales made after that backup are missing from it.',
  'copyStatus.copied.title': 'There may be another copy of this journal',
  'copyStatus.copied.says':
    'The journal was moved, or the service knows a sale that was not made here. The other copy may have sold too.',
  'copyStatus.rolled-back.title': 'The latest entries are missing',
  'copyStatus.rolled-back.says': 'The journal had newer entries before. They are gone, with the sales in them.',
  'copyStatus.locked': 'You cannot sell, and codes not handed over stay locked, until you check with the service.',
  'copyStatus.codesLocked':
    'These codes are locked until you check the journal with the service: another copy may have handed them over.',
  'copyStatus.more': 'What this means',

  'copyStatus.salvaged.title': 'This journal was saved from a damaged one',
  'copyStatus.salvaged.says': 'Part of it was lost. The check asks the service for the result of each lost order.',
  'copyStatus.lost': '{count, plural, one {Lost from # order} other {Lost from # orders}}',
  'copyStatus.lost.intent': 'The order itself: the check finds it at the service.',
  'copyStatus.lost.events': 'Its last entries.',
  'copyStatus.lost.answer': 'An answer with its codes: the service can show them again.',
  'copyStatus.lost.key': 'The key of its codes: the service can show them again.',
  'copyStatus.lostOrders':
    '{count, plural, one {# order is missing from this journal} other {# orders are missing from this journal}}',
  'copyStatus.lostOrders.next': 'This is what the service says about each. Write it down for your books.',
  'copyStatus.lostOrders.completed':
    '{count, plural, one {Bought: # card. Find it in “Bought cards”.} other {Bought: # cards. Find them in “Bought cards”.}}',
  'copyStatus.lostOrders.failed': 'Nothing was bought.',
  'copyStatus.lostOrders.open':
    'The service did not say how it ended. Give this number to the service’s support and ask.',

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
  'restore.earlier': 'Older backups',
  'restore.earlier.says': 'More sales are missing from an older backup. Choose one only if the last one is wrong.',
  'restore.damaged': 'This backup is damaged too.',
  'restore.damaged.next': 'The journal is as it was. You can restore an older backup, if there is one.',

  'copyStatus.until': 'Until the check',
  'copyStatus.until.sell': 'You cannot sell.',
  'copyStatus.until.codes': 'Codes not handed over stay locked: another copy may have handed them over.',
  'copyStatus.until.pending': 'The counter checks orders without a result. It does not send them again.',
  'copyStatus.until.read': 'You can read the journal as always.',
  'copyStatus.oneCopy.title': 'Only one copy may continue selling',
  'copyStatus.oneCopy.says': 'If another copy is in use, stop it first. The check makes this copy the valid one.',
  'copyStatus.check': 'Check with the service',
  'copyStatus.checking': 'Loading the bought cards of every wallet…',
  'copyStatus.later': 'The check needs an active key. Fix the key first.',

  'copyStatus.accept.open': 'Accept the rest unread',
  'copyStatus.accept.ask': 'Accept what could not be read?',
  'copyStatus.accept.name': 'Your name',
  'copyStatus.accept.nameHint': 'The journal keeps it with this decision.',
  'copyStatus.accept.nameMissing': 'Enter your name.',
  'copyStatus.accept.confirm': 'Accept unread',
  'copyStatus.accept.back': 'Cancel',
  'copyStatus.done.unread': '{count, plural, one {# list was accepted unread.} other {# lists were accepted unread.}}',
  'copyStatus.done.title': 'Checked: this journal is now the valid copy',
  'copyStatus.done.owned': '{count, plural, one {# bought card was read.} other {# bought cards were read.}}',
  'copyStatus.done.agree': 'Every card belongs to an order here. You can sell and show codes again.',
  'copyStatus.done.open': 'You can sell and show codes again, but look at these first.',
  'copyStatus.unknown':
    '{count, plural, one {# bought card is another counter’s, or missing from this journal} other {# bought cards are another counter’s, or missing from this journal}}',
  'copyStatus.unknown.next':
    '{count, plural, one {It belongs to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought it, or its order was in a newer journal. Find out before anybody gets its codes.} other {They belong to no order here. Ask first whether another counter uses this wallet. If none does, another copy bought them, or their orders were in a newer journal. Find out before anybody gets their codes.}}',
  'copyStatus.missing':
    '{count, plural, one {# card of an order here is not among the bought cards} other {# cards of orders here are not among the bought cards}}',
  'copyStatus.missing.next':
    '{count, plural, one {Do not hand over its codes. Give this card number to the service’s support and ask.} other {Do not hand over their codes. Give these card numbers to the service’s support and ask.}}',
  'copyStatus.look': 'See which cards',
  'copyStatus.owned': 'Go to the bought cards',
  'copyStatus.order': 'Open the order',
  'copyStatus.rest':
    '{count, plural, one {and # more; the journal names them all} other {and # more; the journal names them all}}',
  'copyStatus.noted': 'I wrote it down',
} as const;
