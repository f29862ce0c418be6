import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Lesson } from '../../../src-shared/contract/lessons.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { stepsOf } from './lesson-steps.ts';

interface Lessons {
  readonly lesson: Lesson | null;
  /** How many of its steps are done; it never goes back. */
  readonly reached: number;
  /** The sale that it is about, once it was made. */
  readonly operationId: string | null;
  readonly finished: readonly Lesson[];
  readonly failure: Failure | null;
  begin: (lesson: Lesson) => Promise<void>;
  sold: (operationId: string) => void;
  reach: (steps: number) => void;
  leave: () => void;
}

const none = { lesson: null, reached: 0, operationId: null } as const;

export const useLesson = create<Lessons>()((set, get) => ({
  ...none,
  finished: [],
  failure: null,

  begin: async (lesson) => {
    const { isHere } = turn();
    const begun = await ask((bridge) => bridge.training.begin({ lesson }));
    if (!isHere()) return;
    if (!begun.ok) {
      set({ failure: begun.error });
      return;
    }
    set({ ...none, lesson, failure: null });
    // A sale that stands there already is none of the lesson's.
    useCheckout.getState().clear();
    useView.getState().go('sell');
  },

  sold: (operationId) => {
    if (get().lesson !== null && get().operationId === null) set({ operationId });
  },

  reach: (steps) => {
    const { lesson, reached, finished } = get();
    if (lesson === null || steps <= reached) return;
    set({ reached: steps });
    if (steps < stepsOf[lesson].length) return;
    set({ finished: [...finished.filter((each) => each !== lesson), lesson] });
    endFaults();
  },

  leave: () => {
    set(none);
    endFaults();
  },
}));

const turn = turnsOf(useLesson);

/** The next sale is an ordinary one again. Where that cannot be said, the next lesson says it. */
function endFaults(): void {
  void ask((bridge) => bridge.training.end({}));
}
