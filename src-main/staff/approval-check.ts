import Big from 'big.js';
import type { ApprovalKind } from '../../src-shared/contract/approval-kinds.ts';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { StaffId } from '../core/ids.ts';

/** Something that a cashier may do with a manager's word only. */
export interface Need {
  readonly kind: ApprovalKind;
  /** By how much a limit is passed, and which: a word for so much is none for more. */
  readonly over?: { readonly amount: string; readonly of: string };
}

/** What a manager approved: the needs that were known when the word was given. */
export interface Approved {
  readonly by: StaffId;
  readonly needs: readonly Need[];
}

/** Stands before what one call turns out to need. */
export interface ApprovalCheck {
  /** Null where the manager's word covers all of these. */
  readonly ask: (needs: readonly Need[]) => Failure | null;
  readonly used: () => { readonly approvedBy: StaffId; readonly approvedFor: readonly ApprovalKind[] } | null;
}

/**
 * `approved` null: nobody was asked yet. `kinds` are those of the call's row: what else a call asks for is a bug.
 * `refused` gives the failure for needs that nobody approved.
 */
export function createApprovalCheck(
  approved: Approved | null,
  kinds: readonly ApprovalKind[],
  refused: (needs: readonly Need[]) => Failure,
): ApprovalCheck {
  const used = new Set<ApprovalKind>();
  return {
    ask: (needs) => {
      if (!needs.every(({ kind }) => kinds.includes(kind))) throw new Error('a need that the row of the call lacks');
      if (approved === null || !needs.every((need) => isCovered(need, approved.needs))) return refused(needs);
      for (const { kind } of needs) used.add(kind);
      return null;
    },
    used: () =>
      approved === null || used.size === 0 ? null : { approvedBy: approved.by, approvedFor: [...used].toSorted() },
  };
}

/** The command line is one call, and its manager saw all of it: the word covers whatever it needs. */
export function approvalCheckAtShell(by: StaffId | null): ApprovalCheck {
  const used = new Set<ApprovalKind>();
  return {
    ask: (needs) => {
      if (by === null) return approvalRefusal(needs);
      for (const { kind } of needs) used.add(kind);
      return null;
    },
    used: () => (by === null || used.size === 0 ? null : { approvedBy: by, approvedFor: [...used].toSorted() }),
  };
}

const limitKinds: readonly ApprovalKind[] = ['saleLimit', 'shiftLimit', 'cardLimit'];

/** Names what needs a manager's word, and no amount: limits are of the cost, which is not for everybody. */
export function approvalRefusal(needs: readonly Need[], id?: string): Failure {
  // Whether a price is below the cost is not for a cashier to find out by trying (decision 0049).
  const kinds = [...new Set(needs.map(({ kind }) => kind))].filter((kind) => kind !== 'chargeBelowCost');
  return {
    code: kinds.some((kind) => limitKinds.includes(kind)) ? 'limit_exceeded' : 'approval_required',
    approval: { ...(id === undefined ? {} : { id }), kinds },
  };
}

function isCovered({ kind, over }: Need, approved: readonly Need[]): boolean {
  return approved.some((each) => {
    if (each.kind !== kind) return false;
    if (over === undefined) return true;
    return each.over?.of === over.of && new Big(over.amount).lte(each.over.amount);
  });
}
