import { useEffect } from 'react';
import { create } from 'zustand';
import type { LowBalance } from '../../../src-shared/contract/today.ts';
import { ask } from '../../base/bridge.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { useStaff } from '../../base/stores/staff-store.ts';
import { forget, turnsOf } from '../../base/stores/turns.ts';
import { useWallets } from './wallets-store.ts';

interface Low {
  readonly byWallet: Readonly<Record<string, LowBalance>>;
  load: () => Promise<void>;
}

/** Which balances are low, by main's word. A failed reading says nothing: no sale waits for it. */
const useLow = create<Low>()((set) => ({
  byWallet: {},
  load: async () => {
    const { isLast } = turn();
    const read = await ask(({ wallets }) => wallets.low({}));
    if (!isLast() || !read.ok) return;
    set({ byWallet: Object.fromEntries(read.value.items.map((low) => [low.walletId, low])) });
  },
}));

const turn = turnsOf(useLow);

export function forgetLow(): void {
  forget(useLow);
}

/** Whether this balance is low; looked up again with each reading of the balances and each choice of a person. */
export function useLowBalance(walletId: string): LowBalance | undefined {
  const wallets = useWallets(({ view }) => view);
  const thresholds = usePreferences(({ preferences }) => preferences.lowBalance);
  const me = useStaff((staff) => staff.me);
  useEffect(() => void useLow.getState().load(), [wallets, thresholds, me]);
  return useLow(({ byWallet }) => byWallet[walletId]);
}
