import { create } from 'zustand';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import type { OwnedCardView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';

interface Owned {
  readonly walletId: string | null;
  readonly items: readonly OwnedCardView[];
  readonly nextCursor: string | undefined;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  load: (walletId: string) => Promise<void>;
  loadMore: () => Promise<void>;
}

/** Which cards a wallet owns: identities only, the codes stay with the service until they are revealed. */
export const useOwned = create<Owned>()((set, get) => ({
  walletId: null,
  items: [],
  nextCursor: undefined,
  phase: 'loading',
  failure: null,

  load: async (walletId) => {
    set({ walletId, phase: 'loading', failure: null, ...(get().walletId === walletId ? {} : { items: [] }) });
    const result = await ask((bridge) => bridge.reveals.ownedCards({ walletId }));
    if (get().walletId !== walletId) return;
    set(result.ok
      ? { phase: 'ready', items: result.value.items, nextCursor: result.value.nextCursor }
      : { phase: 'failed', failure: result.error });
  },

  loadMore: async () => {
    const { walletId, nextCursor: cursor } = get();
    if (walletId === null || cursor === undefined) return;
    const result = await ask((bridge) => bridge.reveals.ownedCards({ walletId, cursor }));
    if (get().walletId !== walletId) return;
    set(({ items }) => (result.ok ? { items: [...items, ...result.value.items], nextCursor: result.value.nextCursor } : { failure: result.error }));
  },
}));
