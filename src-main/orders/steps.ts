/** The named steps of a purchase, in order. At each one a test may end the process; none may buy twice or lose a code. */
export const purchaseSteps = [
  'intent-recorded',
  'sealing-proved',
  'attempt-recorded',
  'request-written',
  'answer-received',
  'answer-sealed',
  'answer-judged',
  'verdict-recorded',
  'codes-requested',
  'codes-sealed',
  'codes-unsealed',
  'delivery-recorded',
  'handed-over',
] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];
