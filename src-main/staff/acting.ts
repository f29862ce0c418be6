import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApprovalKind } from '../../src-shared/contract/approval-kinds.ts';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { StaffId } from '../core/ids.ts';
import type { ApprovalCheck, Need } from './approval-check.ts';

interface Acting {
  readonly person: StaffId;
  /** Absent for a person who needs no approval. */
  readonly check?: ApprovalCheck;
}

const acting = new AsyncLocalStorage<Acting>();

/** Does something in the name of a person: what it records carries their id, however long it takes. */
export function actingAs<T>(person: StaffId, work: () => T, check?: ApprovalCheck): T {
  return acting.run({ person, ...(check === undefined ? {} : { check }) }, work);
}

/** In whose name something is done now; null where the shop uses no PINs, and for what the counter does by itself. */
export function actingPerson(): StaffId | null {
  return acting.getStore()?.person ?? null;
}

/** Whether who does this needs a manager's word for some of it. */
export function needsApproval(): boolean {
  return acting.getStore()?.check !== undefined;
}

/** Why these may not be done now; null if a manager approved them, or no approval is needed. */
export function approvalFault(needs: readonly Need[]): Failure | null {
  const check = acting.getStore()?.check;
  return check === undefined || needs.length === 0 ? null : check.ask(needs);
}

/** Whose word was used for what is done now, as events hold it; null where none was. */
export function approvalUsed(): { readonly approvedBy: StaffId; readonly approvedFor: readonly ApprovalKind[] } | null {
  return acting.getStore()?.check?.used() ?? null;
}
