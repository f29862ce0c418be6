import { create } from 'zustand';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import type { CallOutput, WalletView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';

interface Wallets {
  readonly view: CallOutput<'wallets', 'list'> | null;
  readonly failure: Failure | null;
  readonly selectedId: string | null;
  load: () => Promise<void>;
  select: (walletId: string) => void;
}

/** The wallets this counter may use. A failed reading keeps what was read before. */
export const useWallets = create<Wallets>()((set, get) => ({
  view: null,
  failure: null,
  selectedId: null,
  load: async () => {
    const result = await ask((bridge) => bridge.wallets.list({}));
    if (!result.ok) {
      set({ failure: result.error });
      return;
    }
    const known = result.value.items.some(({ id }) => id === get().selectedId);
    set({ view: result.value, failure: null, ...(known ? {} : { selectedId: result.value.items[0]?.id ?? null }) });
  },
  select: (selectedId) => set({ selectedId }),
}));

export function useSelectedWallet(): WalletView | undefined {
  return useWallets(({ view, selectedId }) => view?.items.find(({ id }) => id === selectedId));
}
