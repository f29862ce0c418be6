import { create } from 'zustand';
import type { OpenWork, Unsettled } from '../../../src-shared/contract/screen.ts';
import { ask, counter } from '../bridge.ts';
import { useStaff } from './staff-store.ts';

interface PageState {
  /** Null until main has said so: nothing is shown before. */
  readonly locked: boolean | null;
  /** Whose work the page has open; null where the shop uses no PINs, and before the first person came. */
  readonly person: string | null;
  /** What that person had open when they were here last. */
  readonly place: OpenWork | null;
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

export const usePageState = create<PageState>()((set, get) => ({
  locked: null,
  person: null,
  place: null,
  quitAsked: null,
  takenOver: false,
  load: async () => {
    const [state] = await Promise.all([ask((bridge) => bridge.screen.state({})), useStaff.getState().load()]);
    // Where main cannot open, nothing that it remembers is opened either.
    set({
      locked: state.ok ? state.value.locked : get().locked === true,
      person: (state.ok ? state.value.person : undefined) ?? null,
    });
    return state.ok ? state.value.place : null;
  },
  listen: () => {
    const stopLock = counter().on('lockChanged', ({ locked, person }) => {
      if (locked || person === undefined) set({ locked });
      else void arrive(person);
      if (locked) void useStaff.getState().load();
    });
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

/** Nothing is drawn for the person who came before it is known what they had open. */
async function arrive(person: string): Promise<void> {
  const [state] = await Promise.all([ask((bridge) => bridge.screen.state({})), useStaff.getState().load()]);
  // Somebody may have locked it again meanwhile.
  if (!state.ok || state.value.locked || state.value.person !== person) return;
  usePageState.setState({ locked: false, person, place: state.value.place });
}
