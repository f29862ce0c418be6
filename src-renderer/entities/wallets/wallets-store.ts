import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallOutput, WalletView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { keptWithinMs, within } from '../../base/within.ts';

type WalletsView = CallOutput<'wallets', 'list'>;

interface Wallets {
  readonly view: WalletsView | null;
  readonly failure: Failure | null;
  readonly selectedId: string | null;
  /** Whether the service was asked yet. */
  readonly asked: boolean;
  /** Whether it is being asked now. */
  readonly asking: boolean;
  /** Whether `view` is of the last run. */
  readonly isRemembered: boolean;
  /** Shows what the last run knew, until main says what it keeps. */
  remember: (view: WalletsView) => void;
  /** What main keeps of them, which needs no network; a failure is left to `load`. */
  readKept: () => Promise<void>;
  load: () => Promise<void>;
  /** For whoever needs them, however old; asks again where nothing came. */
  loadOnce: () => Promise<void>;
  select: (walletId: string) => void;
  /** By a person, who finds it selected at the next start too. */
  choose: (walletId: string) => void;
}

/** The wallets this counter may use. A failed reading keeps what was read before. */
export const useWallets = create<Wallets>()((set, get) => ({
  view: null,
  failure: null,
  selectedId: null,
  asked: false,
  asking: false,
  isRemembered: false,
  remember: (view) => {
    show(view);
    set({ isRemembered: true });
  },
  readKept: async () => {
    const [kept] = await Promise.all([
      ask((bridge) => bridge.wallets.read({})),
      get().selectedId === null ? usePreferences.getState().read() : undefined,
    ]);
    const { view, isRemembered } = get();
    if (kept.ok && kept.value !== null && (view === null || isRemembered)) show(kept.value);
  },
  load: async () => {
    const { isNews, isLast } = turn();
    set({ asked: true, asking: true });
    // Nobody waits for the network to see what is known already.
    if (get().view === null) await within(keptWithinMs, get().readKept());
    const fresh = await ask((bridge) => bridge.wallets.list({}));
    if (isNews()) {
      if (fresh.ok) show(fresh.value);
      else set({ failure: fresh.error });
    }
    if (isLast()) set({ asking: false });
  },
  loadOnce: async () => {
    if (!get().asked || get().view === null) await get().load();
  },
  select: (selectedId) => set({ selectedId }),
  choose: (walletId) => {
    set({ selectedId: walletId });
    void usePreferences.getState().change({ walletId });
  },
}));

const turn = turnsOf(useWallets);

function show(view: WalletsView): void {
  const preferred = [useWallets.getState().selectedId, usePreferences.getState().preferences.walletId];
  const known = preferred.find((walletId) => view.items.some(({ id }) => id === walletId));
  useWallets.setState({ view, failure: null, isRemembered: false, selectedId: known ?? view.items[0]?.id ?? null });
}

export function useSelectedWallet(): WalletView | undefined {
  return useWallets(({ view, selectedId }) => view?.items.find(({ id }) => id === selectedId));
}
