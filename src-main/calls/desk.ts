import type { CallHandlers } from '../../src-preload/contract/schemas.ts';
import { ok } from '../core/result.ts';
import type { CallContext } from './context.ts';

/** What a page tells of the person in front of it, and what it must know when it is loaded again. */
export function deskCalls({ desk, ports }: CallContext): CallHandlers['desk'] {
  const done = () => Promise.resolve(ok({}));
  return {
    standing: () => Promise.resolve(ok({ locked: desk.isLocked(), place: desk.place() })),
    unlock: () => {
      desk.unlock();
      return done();
    },
    answerQuit: ({ quit }) => {
      if (quit) ports.quit?.();
      else desk.stay();
      return done();
    },
    keepPlace: (place) => {
      desk.keepPlace(place);
      return done();
    },
    codesHidden: () => {
      ports.protectScreen?.(false);
      return done();
    },
  };
}
