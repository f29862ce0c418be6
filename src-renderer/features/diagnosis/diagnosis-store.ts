import { create } from 'zustand';

import type { CallOutput } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';

export type Diagnosis = CallOutput<'diagnosis', 'run'>;
export type Examination = CallOutput<'diagnosis', 'search'>;

interface DiagnosisState {
  readonly busy: 'asking' | 'searching' | null;
  readonly diagnosis: Diagnosis | null;
  readonly failure: ShownFailure | null;
  readonly examination: Examination | null;
  /** Asks the service what it sees. Where that goes wrong the cause is looked for at once: nobody comes here for less. */
  look: () => Promise<void>;
  search: () => Promise<void>;
}

export const useDiagnosis = create<DiagnosisState>()((set, get) => ({
  busy: null,
  diagnosis: null,
  failure: null,
  examination: null,

  look: async () => {
    if (get().busy !== null) return;
    set({ busy: 'asking', diagnosis: null, failure: null, examination: null });
    const asked = await ask((bridge) => bridge.diagnosis.run({}));
    set(asked.ok ? { busy: null, diagnosis: asked.value } : { busy: null, failure: asked.error });
    if (!asked.ok) await get().search();
  },

  search: async () => {
    if (get().busy !== null) return;
    set({ busy: 'searching', examination: null });
    const found = await ask((bridge) => bridge.diagnosis.search({}));
    set(found.ok ? { busy: null, examination: found.value } : { busy: null, failure: found.error });
  },
}));
