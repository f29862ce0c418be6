/** The words of leaving the counter: locked, or about to be closed. */
export const leaving = {
  'lock.title': 'The counter is locked',
  'lock.says': 'Codes are hidden. Your work is saved, and the counter keeps checking orders.',
  'lock.continue': 'Continue',

  'taken.title': 'This counter is open in another tab',
  'taken.says': 'Your work continues there. You cannot do anything in this tab.',
  'taken.here': 'Continue in this tab',

  'leaving.title': 'Lock and clipboard',
  'leaving.lock': 'Lock after',
  'leaving.clipboard': 'Clear copied code after',
  'leaving.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'leaving.seconds': '{count, plural, one {# second} other {# seconds}}',

  'large.title': 'Large sales',
  'large.says': 'The counter asks once more before such a sale. A cashier needs a manager for it.',
  'large.cards': 'More cards than',
  'large.cards.invalid': 'Enter a number from 1 to 10000.',
  'large.amount': 'A total above, in {unit}',
  'large.saved': 'Saved',

  'size.title': 'Text and button size',
  'size.smaller': 'Smaller',
  'size.larger': 'Larger',

  'quit.title': 'Close the counter now?',
  'quit.pending': '{count, plural, one {# sale has no result yet.} other {# sales have no result yet.}}',
  'quit.pending.next':
    'Nothing is lost. When you start the counter again, it checks with the service first. Do not sell the same again before that.',
  'quit.codes':
    '{count, plural, one {The codes of # sale were not handed over yet.} other {The codes of # sales were not handed over yet.}}',
  'quit.codes.next': 'They stay saved (encrypted) and wait in “Unfinished sales”.',
  'quit.training': 'This is training: closing forgets everything sold in it.',
  'quit.confirm': 'Close the counter',
  'quit.back': 'Cancel',
} as const;
