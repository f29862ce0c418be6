import { create } from 'zustand';
import type { CallOutput } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';

export type Diagnosis = CallOutput<'diagnosis', 'run'>;
export type Examination = CallOutput<'diagnosis', 'search'>;

interface DiagnosisState {
  readonly busy: 'asking' | 'searching' | null;
  readonly diagnosis: Diagnosis | null;
  readonly failure: ShownFailure | null;
  readonly examination: Examination | null;
  /** The failure whose cause that names. */
  readonly explained: ShownFailure['code'] | null;
  /**
   * Asks the service what it sees. Where that goes wrong the cause is looked for at once, since nobody comes here for
   * less; but where one was found already it stands until somebody asks again: a search is many calls.
   */
  look: () => Promise<void>;
  /** With `tryForms` a person has said that calls may be tried in other forms with the key that is in use. */
  search: (consent?: { readonly tryForms: boolean }) => Promise<void>;
  /** What is under way ends with what is known by then. */
  cancel: () => Promise<void>;
  /** The deployment file was changed: what was found of the one before says nothing now. */
  lookAnew: () => Promise<void>;
}

export const useDiagnosis = create<DiagnosisState>()((set, get) => ({
  busy: null,
  diagnosis: null,
  failure: null,
  examination: null,
  explained: null,

  look: async () => {
    if (get().busy !== null) return;
    const { isLast } = turn();
    set({ busy: 'asking', diagnosis: null, failure: null });
    const asked = await ask((bridge) => bridge.diagnosis.run({}));
    if (!isLast()) return;
    set(asked.ok ? { busy: null, diagnosis: asked.value, examination: null } : { busy: null, failure: asked.error });
    // It read the permissions too, of which the sale warns.
    if (asked.ok) void useSession.getState().load();
    if (!asked.ok && get().examination === null) await get().search();
  },

  search: async ({ tryForms } = { tryForms: false }) => {
    if (get().busy !== null) return;
    const { isLast } = turn();
    set({ busy: 'searching', examination: null, explained: null });
    const found = await ask((bridge) => bridge.diagnosis.search({ tryForms }));
    if (!isLast()) return;
    if (!found.ok) {
      set({ busy: null, failure: found.error });
      return;
    }
    // A search that was stopped explains nothing.
    const explained = found.value.cause === 'stopped' ? null : (get().failure?.code ?? null);
    set({ busy: null, examination: found.value, explained });
  },

  cancel: async () => {
    await ask((bridge) => bridge.diagnosis.cancel({}));
  },

  lookAnew: async () => {
    set({ examination: null });
    await get().look();
  },
}));

const turn = turnsOf(useDiagnosis);
