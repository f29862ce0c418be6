/** The diagnosis: what was signed beside what the service saw, the clock, and the search for the cause. */
export const diagnosis = {
  'diagnosis.title': 'Connection check',
  'diagnosis.says': 'The check buys nothing and shows no codes. It asks before any change.',
  'diagnosis.link.says':
    'See what the service sees of this counter, what each permission is for, and what to do when the service refuses.',
  'diagnosis.open': 'Check the connection',
  'diagnosis.find': 'Find the cause',
  'diagnosis.tryForms': 'Try other forms',
  'diagnosis.again': 'Check again',
  'diagnosis.asking': 'Loading what the service sees…',
  'diagnosis.cause': 'The cause',
  'diagnosis.cancel': 'Stop the search',
  'diagnosis.elapsed': '{count, plural, one {# second} other {# seconds}} so far.',
  'diagnosis.allAgree': 'The service saw what was signed.',
  'diagnosis.someDiffer': 'The service saw something other than what was signed.',
  'diagnosis.save': 'Save for support',
  'diagnosis.apply': 'Apply the change',
  'diagnosis.apply.title': 'Apply the change to the connection file?',
  'diagnosis.apply.says': 'The counter opens again with the change. Earlier orders keep the form they had.',
  'diagnosis.apply.back': 'Cancel',
  'diagnosis.fields.says': 'Only the service can say what is right here. The counter never tries these.',
} as const;
