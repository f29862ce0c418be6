import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallOutput, OwnedCardView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';

type OwnedSkipped = CallOutput<'reveals', 'ownedCards'>['skipped'];

interface Owned {
  readonly walletId: string | null;
  readonly items: readonly OwnedCardView[];
  readonly nextCursor: string | undefined;
  /** Of the pages that were read. */
  readonly skipped: OwnedSkipped;
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Whether a further page is being read. */
  readonly loadingMore: boolean;
  readonly failure: Failure | null;
  load: (walletId: string) => Promise<void>;
  loadMore: () => Promise<void>;
}

/** Which cards a wallet owns: identities only, the codes stay with the service until they are revealed. */
export const useOwned = create<Owned>()((set, get) => ({
  walletId: null,
  items: [],
  nextCursor: undefined,
  skipped: undefined,
  phase: 'loading',
  loadingMore: false,
  failure: null,

  load: async (walletId) => {
    const { isLast } = turn();
    set({
      walletId,
      phase: 'loading',
      loadingMore: false,
      failure: null,
      ...(get().walletId === walletId ? {} : { items: [] }),
    });
    const result = await ask((bridge) => bridge.reveals.ownedCards({ walletId }));
    if (!isLast()) return;
    set(
      result.ok
        ? {
            phase: 'ready',
            items: result.value.items,
            nextCursor: result.value.nextCursor,
            skipped: result.value.skipped,
          }
        : { phase: 'failed', failure: result.error },
    );
  },

  loadMore: async () => {
    const { walletId, nextCursor: cursor } = get();
    if (walletId === null || cursor === undefined || get().loadingMore) return;
    const { isLast } = turn();
    set({ loadingMore: true });
    const result = await ask((bridge) => bridge.reveals.ownedCards({ walletId, cursor }));
    if (!isLast()) return;
    set({ loadingMore: false });
    set(({ items, skipped }) =>
      result.ok
        ? {
            items: [...items, ...result.value.items],
            nextCursor: result.value.nextCursor,
            skipped: sumOf(skipped, result.value.skipped),
          }
        : { failure: result.error },
    );
  },
}));

const turn = turnsOf(useOwned);

function sumOf(one: OwnedSkipped, other: OwnedSkipped): OwnedSkipped {
  if (one === undefined || other === undefined) return one ?? other;
  const members = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...members].map((member) => [member, (one[member] ?? 0) + (other[member] ?? 0)]));
}
