/**
 * The named steps of a purchase, in order. At each one a test may end the process; none may buy twice or lose a code.
 */
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

/**
 * The moment before the first step: an operation that ends here does not exist yet, so that there is nothing to resume.
 */
export const beforeIntent = 'before-intent';

/** Within the transaction of a basket's intents: a basket that ends here does not exist, nor does any line of it. */
export const withinBasket = 'basket-line-written';

export type PurchaseStep = (typeof purchaseSteps)[number] | typeof beforeIntent | typeof withinBasket;
