/** How customers pay, and why money goes back: apart from the schemas, whose library must not come into the page. */

export const paymentMeans = ['cash', 'card', 'other'] as const;
export type PaymentMeans = (typeof paymentMeans)[number];

/** As totals have it: `notNoted` of sales from before the shop noted how customers pay. */
export const totalledMeans = [...paymentMeans, 'notNoted'] as const;
export type TotalledMeans = (typeof totalledMeans)[number];

/** `void`: all of a sale of which no code was handed over. The codes stay the shop's. */
export const moneyBackKinds = ['refund', 'void'] as const;
export type MoneyBackKind = (typeof moneyBackKinds)[number];

export const moneyBackReasons = ['not_bought', 'code_failed', 'wrong_card', 'customer_left', 'other'] as const;
export type MoneyBackReason = (typeof moneyBackReasons)[number];

/** Why a payment is not noted, or no money is given back. Each has a sentence and an action in every language. */
export const paymentCodes = [
  'payments_not_noted',
  'payment_changed',
  'more_than_paid',
  'sale_unfinished',
  'sale_handed_over',
  'sale_void',
  'money_back_may_exist',
] as const;
