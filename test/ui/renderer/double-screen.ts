import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok, soon } from './double-answers.ts';
import type { World } from './double-world.ts';

export function trainingCalls(): CallHandlers['training'] {
  return { begin: ({ lesson }) => soon(ok({ lesson })), end: () => soon(ok({ ended: true as const })) };
}

/** Not the main process's, and as the contract has it: no barcode can be read from it. */
export function digestOf(barcode: string): string {
  const sum = new TextEncoder().encode(barcode).reduce((total, byte) => (total * 31 + byte) % 1_000_003, 7);
  return `hmac:${String(sum).padStart(43, '0')}`;
}

export function preferenceCalls(world: World): CallHandlers['preferences'] {
  return {
    read: () => soon(ok(world.preferences)),
    change: (change) => {
      world.preferences = { ...world.preferences, ...change };
      return soon(ok(world.preferences));
    },
    digestOf: ({ barcode }) => soon(ok({ digest: digestOf(barcode) })),
  };
}

export function screenCalls(world: World): CallHandlers['screen'] {
  return {
    state: () => {
      const { people, me } = world.staff;
      const locked = people.length > 0 ? me === null : (world.options.locked ?? false);
      const place = world.places.get(me) ?? world.options.place ?? null;
      return soon(ok({ locked, place, ...(me === null ? {} : { person: me }) }));
    },
    unlock: () => {
      world.control.notify('lockChanged', { locked: false });
      return soon(ok({}));
    },
    answerQuit: () => soon(ok({})),
    keepPlace: (place) => {
      world.places.set(world.staff.me, place);
      return soon(ok({}));
    },
    codesHidden: () => soon(ok({})),
    zoom: () => soon(ok({})),
  };
}
