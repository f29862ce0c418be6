import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallOutput, WalletView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';

type WalletsView = CallOutput<'wallets', 'list'>;

interface Wallets {
  readonly view: WalletsView | null;
  readonly failure: Failure | null;
  readonly selectedId: string | null;
  load: () => Promise<void>;
  select: (walletId: string) => void;
  /** By a person, who finds it selected at the next start too. */
  choose: (walletId: string) => void;
}

/** The wallets this counter may use. A failed reading keeps what was read before. */
export const useWallets = create<Wallets>()((set, get) => ({
  view: null,
  failure: null,
  selectedId: null,
  load: async () => {
    const show = (view: WalletsView): void => {
      const preferred = [get().selectedId, usePreferences.getState().preferences.walletId];
      const known = preferred.find((walletId) => view.items.some(({ id }) => id === walletId));
      set({ view, failure: null, selectedId: known ?? view.items[0]?.id ?? null });
    };
    if (get().selectedId === null) await usePreferences.getState().read();
    // Nobody waits for the network to see what is known already.
    const kept = get().view === null ? await ask((bridge) => bridge.wallets.read({})) : null;
    if (kept?.ok === true && kept.value !== null) show(kept.value);
    const fresh = await ask((bridge) => bridge.wallets.list({}));
    if (fresh.ok) show(fresh.value);
    else set({ failure: fresh.error });
  },
  select: (selectedId) => set({ selectedId }),
  choose: (walletId) => {
    set({ selectedId: walletId });
    void usePreferences.getState().change({ walletId });
  },
}));

export function useSelectedWallet(): WalletView | undefined {
  return useWallets(({ view, selectedId }) => view?.items.find(({ id }) => id === selectedId));
}
