import { create } from 'zustand';

import type { PreferencesView } from '../../../src-preload/contract/preferences.ts';
import { usePreferences } from '../../app/stores/preferences-store.ts';
import { useView } from '../../app/stores/view-store.ts';
import type { Card } from '../catalogue/browse.ts';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { useWallets } from '../catalogue/wallets-store.ts';
import { useCheckout } from '../checkout/checkout-store.ts';

/** What there is to say of the last code: it chose a card, it is not paired with any, or its card is not sold here now. */
export type Scan =
  | { readonly kind: 'chosen' | 'notSold'; readonly code: string; readonly cardId: string }
  | { readonly kind: 'unknown'; readonly code: string };

interface Scans {
  readonly scan: Scan | null;
  scanned: (code: string) => void;
  /** A person says which card the code is on. Only this counter knows it. */
  pair: (code: string, cardId: string) => Promise<void>;
  /** The code is on another card after all. */
  unpair: (code: string) => Promise<void>;
  dismiss: () => void;
}

export const useScan = create<Scans>()((set) => ({
  scan: null,

  scanned: (code) => {
    useView.getState().go('sell');
    const cardId = pairedCard(code);
    if (cardId === null) {
      set({ scan: { kind: 'unknown', code } });
      return;
    }
    const card = soldCard(cardId);
    const walletId = useWallets.getState().selectedId;
    set({ scan: { kind: card === undefined ? 'notSold' : 'chosen', code, cardId } });
    if (card !== undefined && walletId !== null) useCheckout.getState().choose(walletId, card);
  },

  pair: async (code, cardId) => {
    const { pairedBarcodes } = usePreferences.getState().preferences;
    if (await keep({ ...pairedBarcodes, [code]: cardId })) set({ scan: { kind: 'chosen', code, cardId } });
  },

  unpair: async (code) => {
    const others = Object.entries(usePreferences.getState().preferences.pairedBarcodes).filter(([paired]) => paired !== code);
    if (await keep(Object.fromEntries(others))) set({ scan: { kind: 'unknown', code } });
  },

  dismiss: () => set({ scan: null }),
}));

/** Own members only: a code may spell the name of one that every object has. */
function pairedCard(code: string): string | null {
  const { pairedBarcodes } = usePreferences.getState().preferences;
  return Object.hasOwn(pairedBarcodes, code) ? (pairedBarcodes[code] ?? null) : null;
}

async function keep(pairedBarcodes: PreferencesView['pairedBarcodes']): Promise<boolean> {
  await usePreferences.getState().change({ pairedBarcodes });
  return usePreferences.getState().failure === null;
}

function soldCard(cardId: string): Card | undefined {
  const card = useCatalogue.getState().view?.cards.find(({ id }) => id === cardId);
  return card?.available === true && card.unitPrice !== undefined ? card : undefined;
}
