import { create } from 'zustand';
import type { OpenWork, Unsettled } from '../../../src-shared/contract/screen.ts';
import { ask, counter } from '../bridge.ts';

interface PageState {
  /** Null until main has said so: nothing is shown before. */
  readonly locked: boolean | null;
  /** What is not settled while the counter is asked to end. */
  readonly quitAsked: Unsettled | null;
  /** Another tab shows this counter now. */
  readonly takenOver: boolean;
  /** Gives the work that the page before this one had open. */
  load: () => Promise<OpenWork | null>;
  listen: () => () => void;
  unlock: () => Promise<void>;
  answerQuit: (quit: boolean) => Promise<void>;
}

export const usePageState = create<PageState>()((set) => ({
  locked: null,
  quitAsked: null,
  takenOver: false,
  load: async () => {
    const state = await ask((bridge) => bridge.screen.state({}));
    set({ locked: state.ok && state.value.locked });
    return state.ok ? state.value.place : null;
  },
  listen: () => {
    const stopLock = counter().on('lockChanged', ({ locked }) => set({ locked }));
    const stopQuit = counter().on('quitAsked', (quitAsked) => set({ quitAsked }));
    const stopTaken = counter().on('takenOver', () => set({ takenOver: true, quitAsked: null }));
    return () => {
      stopLock();
      stopQuit();
      stopTaken();
    };
  },
  unlock: async () => {
    await ask((bridge) => bridge.screen.unlock({}));
  },
  answerQuit: async (quit) => {
    set({ quitAsked: null });
    await ask((bridge) => bridge.screen.answerQuit({ quit }));
  },
}));
