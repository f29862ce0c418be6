import { create } from 'zustand';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import type { CallOutput } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import { useSession } from '../../app/stores/session-store.ts';

export type Findings = CallOutput<'reveals', 'reconcile'>;

interface CustodyCheck {
  readonly checking: boolean;
  readonly failure: Failure | null;
  /** What the last check found, until a person has noted it. Numbers of cards only. */
  readonly findings: Findings | null;
  check: () => Promise<void>;
  noted: () => void;
}

/** The comparison of these records with the service. */
export const useCustodyCheck = create<CustodyCheck>()((set, get) => ({
  checking: false,
  failure: null,
  findings: null,

  check: async () => {
    if (get().checking) return;
    set({ checking: true, failure: null });
    const result = await ask((bridge) => bridge.reveals.reconcile({}));
    set(result.ok ? { findings: result.value } : { failure: result.error });
    // What is open to a person again, main tells with the start view.
    if (result.ok) await useSession.getState().load();
    set({ checking: false });
  },

  noted: () => {
    set({ findings: null });
  },
}));

/** What there is to say of these records: findings stand until they are noted, unless the records came into doubt again. */
export function useCustody() {
  const custody = useSession((session) => session.start?.custody);
  const { checking, findings } = useCustodyCheck();
  return { custody, findings: checking || custody === undefined ? findings : null };
}

/** Whether selling and codes wait for the check. */
export function useIsInDoubt(): boolean {
  return useSession(({ start }) => start?.custody !== undefined);
}

/** Why a check is not possible yet: reading owned cards needs a key that signs. */
export function useCanCheck(): boolean {
  return useSession(({ start }) => start?.problem === undefined && start?.enrolment.state === 'active');
}

export function differences({ unknownCards, missingCards }: Findings): number {
  return unknownCards.length + missingCards.length;
}
