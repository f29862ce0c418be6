import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { PreferencesChange, PreferencesView } from '../../../src-shared/contract/preferences.ts';
import { ask } from '../bridge.ts';

interface PreferencesStore {
  readonly preferences: PreferencesView;
  readonly failure: Failure | null;
  read: () => Promise<void>;
  /** Shown at once, and taken back where it could not be kept. */
  change: (change: PreferencesChange) => Promise<void>;
}

export const usePreferences = create<PreferencesStore>()((set, get) => ({
  preferences: initialPreferences,
  failure: null,
  read: async () => {
    const read = await ask((bridge) => bridge.preferences.read({}));
    set(read.ok ? { preferences: read.value, failure: null } : { failure: read.error });
  },
  change: async (change) => {
    const before = get().preferences;
    set({ preferences: { ...before, ...change } });
    const changed = await ask((bridge) => bridge.preferences.change(change));
    set(changed.ok ? { preferences: changed.value, failure: null } : { preferences: before, failure: changed.error });
  },
}));
