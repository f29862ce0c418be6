/** The diagnosis: what was signed beside what the service saw, the clock, and the search for the cause. */
export const diagnosis = {
  'diagnosis.title': 'Diagnosis',
  'diagnosis.says': 'Looking buys, reveals and changes nothing; nothing changes before you are asked.',
  'diagnosis.link.says':
    'See how the service sees this counter’s calls, what each permission is for, and what to do where calls are refused.',
  'diagnosis.open': 'Look at a call',
  'diagnosis.find': 'Find the cause',
  'diagnosis.tryForms': 'Try other forms',
  'diagnosis.again': 'Look at a call again',
  'diagnosis.asking': 'Asking the service what it sees',
  'diagnosis.cause': 'The cause',
  'diagnosis.cancel': 'Stop looking',
  'diagnosis.elapsed': '{count, plural, one {# second} other {# seconds}} so far.',
  'diagnosis.allAgree': 'The service saw what was signed.',
  'diagnosis.someDiffer': 'The service saw something else than was signed.',
  'diagnosis.apply': 'Apply the change',
  'diagnosis.apply.title': 'Change the deployment file of this counter?',
  'diagnosis.apply.says':
    'The counter opens again with the change. Orders that were placed before keep the form they had.',
  'diagnosis.apply.back': 'Leave it as it is',
  'diagnosis.fields.says': 'Only the service can say what is right here; the counter never tries these out.',
} as const;
