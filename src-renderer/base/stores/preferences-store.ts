import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { PreferencesChange, PreferencesView } from '../../../src-shared/contract/preferences.ts';
import { ask } from '../bridge.ts';
import { turnsOf } from './turns.ts';

interface PreferencesStore {
  readonly preferences: PreferencesView;
  /** What main said of them last. */
  readonly kept: PreferencesView;
  readonly failure: Failure | null;
  read: () => Promise<void>;
  /** Shown at once, and taken back where it could not be kept. */
  change: (change: PreferencesChange) => Promise<void>;
}

export const usePreferences = create<PreferencesStore>()((set, get) => {
  const take = async (call: Parameters<typeof ask<PreferencesView>>[0]): Promise<void> => {
    const { isNews, isLast } = turn();
    const said = await ask(call);
    if (said.ok && isNews()) set({ kept: said.value });
    // What is chosen meanwhile stays on the screen until its own answer.
    if (isLast()) set({ preferences: get().kept });
    set({ failure: said.ok ? null : said.error });
  };
  return {
    preferences: initialPreferences,
    kept: initialPreferences,
    failure: null,
    read: () => take((bridge) => bridge.preferences.read({})),
    change: async (change) => {
      set(({ preferences }) => ({ preferences: { ...preferences, ...change } }));
      await take((bridge) => bridge.preferences.change(change));
    },
  };
});

const turn = turnsOf(usePreferences);
