import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { err, ok } from '../../core/result.ts';
import { isStaffed } from '../counter/page-state.ts';
import type { CallContext } from './context.ts';

/** A page may be slow to act on a hand: a computer that had just woken stood still for over five seconds. */
const handWithinMs = 30_000;

/** What a page says of the person in front of it, and what it must know when it is loaded again. */
export function screenCalls(context: CallContext): CallHandlers['screen'] {
  const { pageState, ports } = context;
  const done = () => Promise.resolve(ok({}));
  return {
    state: () => {
      const person = pageState.person();
      const state = { locked: pageState.isLocked(), place: pageState.openWork() };
      return Promise.resolve(ok(person === null ? state : { ...state, person }));
    },
    unlock: () => {
      if (isStaffed(context.current())) return Promise.resolve(err({ code: 'person_required' }));
      // The page alone cannot open it: a hand was on the window just now, and since the lock, as the host itself saw.
      if ((ports.sinceInputMs?.() ?? 0) > Math.min(handWithinMs, pageState.sinceLockMs()))
        return Promise.resolve(err({ code: 'not_allowed', detail: 'no_hand' }));
      pageState.unlock();
      return done();
    },
    answerQuit: ({ quit }) => {
      if (quit) ports.quit?.();
      else pageState.stay();
      return done();
    },
    keepPlace: (place) => {
      pageState.keepOpenWork(place);
      return done();
    },
    codesHidden: () => {
      ports.protectScreen?.(false);
      return done();
    },
    zoom: ({ step }) => {
      ports.zoom?.(step);
      return done();
    },
  };
}
