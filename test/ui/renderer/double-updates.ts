import type { CallHandlers, CallResult } from '../../../src-shared/contract/schemas.ts';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import { ok, soon } from './double-answers.ts';
import type { World } from './double-world.ts';

/** As a build for a shop begins. */
export const noUpdate: UpdateView = {
  version: '0.1.0',
  way: 'swap',
  busy: null,
  lookedAt: null,
  fault: null,
  offer: null,
  next: null,
  announced: false,
};

export function updateCalls(world: World): CallHandlers['updates'] {
  const become = (part: Partial<UpdateView>): Promise<CallResult<UpdateView>> => {
    world.updates = { ...world.updates, ...part };
    return soon(ok(world.updates));
  };
  return {
    view: () => become({}),
    look: () => become({ busy: 'looking' }),
    lookInFolder: () => become({ busy: 'looking' }),
    install: () => {
      const { way, offer } = world.updates;
      if (offer === null || offer.waits !== null) return become({});
      return way === 'swap'
        ? become({ offer: null, next: offer.version })
        : become({ offer: { ...offer, command: "sudo apt install '/home/ali/counterfoil.deb'" } });
    },
    putOff: () => become({ announced: false }),
    copyCommand: () => soon(ok({ copied: true as const })),
  };
}
