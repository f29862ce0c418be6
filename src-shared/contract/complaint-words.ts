/** What stands in a complaint; each of these has words in every language. */

export const complaintReasons = ['not_accepted', 'already_used', 'wrong_value', 'unreadable', 'other'] as const;
export type ComplaintReason = (typeof complaintReasons)[number];

export const complaintStates = ['open', 'sent', 'replaced', 'rejected', 'closed'] as const;
export type ComplaintState = (typeof complaintStates)[number];

export const complaintStepKinds = ['opened', 'sent', 'replacementBegun', 'rejected', 'closed'] as const;
export type ComplaintStepKind = (typeof complaintStepKinds)[number];

/** States in which somebody still has something to do. */
export const openComplaintStates: readonly ComplaintState[] = ['open', 'sent'];

/** Why something is not done about a complaint. */
export const complaintCodes = [
  'complaint_exists',
  'complaint_changed',
  'note_holds_code',
  'card_replaced',
  'replacement_pending',
  'replacement_may_exist',
] as const;

/** How many characters a note may have. */
export const noteMaximum = 300;
