/** What people call the states of an order, on screens, on paper and in files. */
export const states = {
  'state.intended.name': 'Not sent yet',
  'state.unknown.name': 'Checking',
  'state.accepted.name': 'In progress',
  'state.blocked.name': 'On hold',
  'state.waiting.name': 'Waiting',
  'state.settling.name': 'Checking',
  'state.completed.name': 'Bought',
  'state.failed.name': 'Not bought',
  'state.refused.name': 'Refused',
  'state.cancelled.name': 'Cancelled',
  'state.notBought.name': 'Not bought',
  'state.attention.name': 'Needs a decision',
  'state.countedBought.name': 'Marked as bought',
  'state.countedNotBought.name': 'Marked as not bought',
} as const;
