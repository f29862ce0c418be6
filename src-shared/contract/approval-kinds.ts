/**
 * What a cashier may do with a manager's word beside: apart from the schemas, whose library must not come into the
 * page. Each is a sentence in every language.
 */
export const approvalKinds = [
  'decision',
  'codesAgain',
  'codesOfVoid',
  'largeSale',
  'allowedDebt',
  'otherCharge',
  'chargeBelowCost',
  'saleLimit',
  'shiftLimit',
  'cardLimit',
  'paymentChange',
  'moneyBack',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** Why a call waits for a manager, or is refused beside one. Each has a sentence and an action in every language. */
export const approvalCodes = ['approval_required', 'approval_void', 'limit_exceeded'] as const;

/**
 * What a refused call needs a manager's word for. `id` names this very call with these arguments, once: who makes it
 * again gives it with the manager's PIN. Absent where nobody can be asked, as on the command line.
 */
export interface ApprovalAsked {
  readonly id?: string;
  readonly kinds: ApprovalKind[];
}
