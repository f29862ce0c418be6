import {
  openComplaintStates,
  type ComplaintReason,
  type ComplaintState,
  type ComplaintStepKind,
} from '../../../src-shared/contract/complaint-words.ts';
import type { OperationId, SoldCardId, StaffId } from '../../core/ids.ts';
import type { ComplaintEvent, ComplaintEventKind } from './events.ts';

/** Everything the events of one complaint say. */
export interface Complaint {
  readonly id: string;
  /** The number of its latest event: who saw another one saw something else. */
  readonly revision: number;
  readonly operationId: OperationId;
  readonly soldCardId: SoldCardId;
  readonly reason: ComplaintReason;
  readonly openedAtMs: number;
  readonly steps: readonly ComplaintStep[];
  readonly isSent: boolean;
  readonly ended: 'rejected' | 'closed' | null;
  /** Orders that were begun to make the card good, the latest last. */
  readonly replacements: readonly OperationId[];
}

export interface ComplaintStep {
  readonly kind: ComplaintStepKind;
  readonly atMs: number;
  readonly by: StaffId | null;
  readonly note: string | null;
  /** What was given back when it was closed. */
  readonly moneyReturned?: string;
}

/** How the order stands that makes a card good; `none`: there is none, or nothing was bought by it. */
export type MadeGood = 'none' | 'pending' | 'bought';

export type ComplaintAction = 'send' | 'replace' | 'reject' | 'close';

/** In which states each is possible. What was made good may still be sent to the service's support. */
const possibleIn: Readonly<Record<ComplaintAction, readonly ComplaintState[]>> = {
  send: ['open', 'replaced'],
  replace: ['open', 'sent'],
  reject: ['open', 'sent'],
  close: ['open', 'sent', 'replaced'],
};

const stepKinds: Readonly<Record<ComplaintEventKind, ComplaintStepKind>> = {
  'complaint-opened': 'opened',
  'complaint-sent': 'sent',
  'complaint-replacement-begun': 'replacementBegun',
  'complaint-rejected': 'rejected',
  'complaint-closed': 'closed',
};

/** The complaint after one more event; null before its opening. */
export function complaintAfter(complaint: Complaint | null, event: ComplaintEvent): Complaint | null {
  if (event.kind === 'complaint-opened') return complaint ?? opened(event);
  if (complaint === null) return null;
  const after = { ...complaint, revision: event.seq, steps: [...complaint.steps, stepOf(event)] };
  switch (event.kind) {
    case 'complaint-sent':
      return { ...after, isSent: true };
    case 'complaint-replacement-begun':
      return { ...after, replacements: [...after.replacements, event.body.operationId] };
    case 'complaint-rejected':
      return { ...after, ended: 'rejected' };
    case 'complaint-closed':
      return { ...after, ended: 'closed' };
  }
}

/** The state; `madeGood` is that of the order that makes the card good. */
export function stateOf({ ended, isSent }: Complaint, madeGood: MadeGood): ComplaintState {
  if (ended !== null) return ended;
  if (madeGood === 'bought') return 'replaced';
  return isSent ? 'sent' : 'open';
}

/** Whether somebody has something to do about it. */
export function isOpen(complaint: Complaint, madeGood: MadeGood): boolean {
  return openComplaintStates.includes(stateOf(complaint, madeGood));
}

/** Whether this can be done about it now. Nothing ends while the order that makes the card good has no result. */
export function isPossible(action: ComplaintAction, complaint: Complaint, madeGood: MadeGood): boolean {
  if (madeGood === 'pending' && action !== 'send') return false;
  if (action === 'send' && complaint.isSent) return false;
  return possibleIn[action].includes(stateOf(complaint, madeGood));
}

function opened(event: Extract<ComplaintEvent, { readonly kind: 'complaint-opened' }>): Complaint {
  const { operationId, soldCardId, reason } = event.body;
  return {
    id: event.subject,
    revision: event.seq,
    operationId,
    soldCardId,
    reason,
    openedAtMs: event.atMs,
    steps: [stepOf(event)],
    isSent: false,
    ended: null,
    replacements: [],
  };
}

function stepOf(event: ComplaintEvent): ComplaintStep {
  const { kind, atMs, body } = event;
  const moneyReturned = event.kind === 'complaint-closed' ? event.body.moneyReturned : undefined;
  return {
    kind: stepKinds[kind],
    atMs,
    by: body.by ?? null,
    note: body.note ?? null,
    ...(moneyReturned === undefined ? {} : { moneyReturned }),
  };
}
