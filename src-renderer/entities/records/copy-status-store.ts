import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OrderView, StartView } from '../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { ask } from '../../base/bridge.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';

export type Findings = NonNullable<StartView['findings']>;

interface CopyStatusCheck {
  readonly checking: boolean;
  readonly failure: Failure | null;
  /** `acceptRestBy`: who accepts what the check before could not read. */
  check: (acceptRestBy?: string) => Promise<void>;
  noted: () => Promise<void>;
}

/** The comparison of these records with the service. */
export const useCopyStatusCheck = create<CopyStatusCheck>()((set, get) => ({
  checking: false,
  failure: null,

  check: async (acceptRestBy) => {
    if (get().checking) return;
    const { isLast } = turn();
    set({ checking: true, failure: null });
    const result = await ask((bridge) => bridge.reveals.reconcile(acceptRestBy === undefined ? {} : { acceptRestBy }));
    if (!isLast()) return;
    if (!result.ok) set({ failure: result.error });
    // What was found or could not be read, and what is open to a person again, main tells with the start view.
    await useSession.getState().load();
    if (isLast()) set({ checking: false });
  },

  noted: async () => {
    const result = await ask((bridge) => bridge.reveals.noteFindings({}));
    if (result.ok) await useSession.getState().load();
    else set({ failure: result.error });
  },
}));

const turn = turnsOf(useCopyStatusCheck);

/**
 * What there is to say of these records: that they are in doubt, or what their check found, until that is noted. A
 * counter that does not open has nothing to take up of it.
 */
export function useCopyStatus() {
  const copyStatus = useSession((session) => session.start?.copyStatus);
  const unchecked = useSession((session) => session.start?.unchecked);
  const salvaged = useSession((session) => session.start?.salvaged);
  const findings = useSession(({ start }) => (start?.problem === undefined ? start?.findings : undefined)) ?? null;
  return {
    copyStatus,
    kind: salvaged === undefined ? copyStatus : ('salvaged' as const),
    findings,
    unchecked,
    salvaged,
  };
}

/** Where it is said why selling and codes wait for the check: a disabled control names it as its reason. */
export const copyStatusReasonId = 'copy-status-reason';

/** Whether selling and codes wait for the check. */
export function useIsInDoubt(): boolean {
  return useSession(({ start }) => start?.copyStatus !== undefined);
}

/** Why codes of an order cannot be opened now; those that were handed over need no check of the records. */
export function useCodesLock(codesState?: OrderView['codesState']): MessageKey | null {
  return useSession(({ start }): MessageKey | null => {
    if (start?.problem !== undefined) return `failure.${start.problem.code}.says`;
    return start?.copyStatus !== undefined && codesState !== 'handedOver' ? 'copyStatus.codesLocked' : null;
  });
}

/** Why a check is not possible yet: reading owned cards needs a key that signs. */
export function useCanCheck(): boolean {
  return useSession(({ start }) => start?.problem === undefined && start?.enrolment.state === 'active');
}

/** How much of what was found is left to look at: what was accepted unread is, too. */
export function differences({ unknownCards, missingCards, unchecked = [], lostOrders = [] }: Findings): number {
  return unknownCards.length + missingCards.length + unchecked.length + lostOrders.length;
}
