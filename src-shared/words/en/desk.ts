/** The words of leaving the counter: locked, or about to be closed. */
export const desk = {
  'lock.title': 'The counter is locked',
  'lock.says': 'Codes are hidden and what was begun is kept. Sales on their way go on by themselves.',
  'lock.continue': 'Continue',

  'taken.title': 'This counter is open in another tab',
  'taken.says': 'It goes on there, with what was begun here. Nothing can be done in this tab.',
  'taken.here': 'Go on in this tab',

  'leaving.title': 'Lock and clipboard',
  'leaving.lock': 'Lock when nobody has used it for',
  'leaving.clipboard': 'Clear a copied code from the clipboard after',
  'leaving.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'leaving.seconds': '{count, plural, one {# second} other {# seconds}}',

  'large.title': 'Large sales',
  'large.says': 'This counter asks once more before such a sale.',
  'large.cards': 'More cards than',
  'large.cards.invalid': 'Enter a number from 1 to 10000.',
  'large.amount': 'A total over, in {unit}',
  'large.saved': 'Saved',

  'size.title': 'Size of words and buttons',
  'size.smaller': 'Smaller',
  'size.larger': 'Larger',

  'quit.title': 'Close the counter now?',
  'quit.pending': '{count, plural, one {# sale has no outcome yet.} other {# sales have no outcome yet.}}',
  'quit.pending.next':
    'Nothing is lost. When the counter is started again, it first asks the service what happened. Do not sell the same again before that.',
  'quit.codes':
    '{count, plural, one {The codes of # sale were not handed over yet.} other {The codes of # sales were not handed over yet.}}',
  'quit.codes.next': 'They stay sealed in the journal and wait in the tray at the bottom.',
  'quit.training': 'This is training: everything sold in it is forgotten on closing.',
  'quit.confirm': 'Close the counter',
  'quit.back': 'Keep it open',
} as const;
