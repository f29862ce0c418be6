import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallResult } from '../../../src-shared/contract/schemas.ts';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import { ask, counter } from '../../base/bridge.ts';

interface Updates {
  readonly view: UpdateView | null;
  readonly failure: Failure | null;
  readonly isCopied: boolean;
  listen: () => () => void;
  load: () => Promise<void>;
  look: () => Promise<void>;
  lookInFolder: () => Promise<void>;
  install: () => Promise<void>;
  putOff: () => Promise<void>;
  copyCommand: () => Promise<void>;
}

/** What main says of newer versions of the counter. */
export const useUpdates = create<Updates>()((set) => {
  const see = async (call: Promise<CallResult<UpdateView>>): Promise<void> => {
    const result = await call;
    set(result.ok ? { view: result.value, failure: null } : { failure: result.error });
  };
  return {
    view: null,
    failure: null,
    isCopied: false,
    listen: () => counter().on('updatesChanged', (view) => set({ view })),
    load: () => see(ask((bridge) => bridge.updates.view({}))),
    look: () => see(ask((bridge) => bridge.updates.look({}))),
    lookInFolder: () => see(ask((bridge) => bridge.updates.lookInFolder({}))),
    install: () => see(ask((bridge) => bridge.updates.install({}))),
    putOff: () => see(ask((bridge) => bridge.updates.putOff({}))),
    copyCommand: async () => {
      // The words go first, so that a second copy is announced too.
      set({ isCopied: false });
      const copied = await ask((bridge) => bridge.updates.copyCommand({}));
      set(copied.ok ? { isCopied: true, failure: null } : { failure: copied.error });
    },
  };
});
