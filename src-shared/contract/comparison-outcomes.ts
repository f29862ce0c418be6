/** How an order is here and how it is there. */
export const comparisonOutcomes = [
  'equal',
  'hereOnly',
  'thereOnly',
  'differs',
  'unsettled',
  'notSent',
  'unread',
] as const;
export type ComparisonOutcome = (typeof comparisonOutcomes)[number];
