import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import { scannedSaleNumber } from '../../../src-shared/search/sale-number.ts';
import { ask } from '../../base/bridge.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { useView } from '../../base/stores/view-store.ts';
import type { Card } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { everyOrder, useFound } from '../../entities/orders/found-store.ts';
import { chooseCard } from '../../entities/sale/basket-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';

/** A code as the page remembers it: somebody may have scanned a voucher, which must not stay here. */
export interface ScannedCode {
  /** What it is paired by. */
  readonly digest: string;
  /** Enough to tell two codes apart. */
  readonly ending: string;
}

/**
 * What there is to say of the last code: it chose a card, it is not paired with any, its card is not sold here now, or
 * it could not be looked up.
 */
export type Scan =
  | { readonly kind: 'chosen' | 'notSold'; readonly code: ScannedCode; readonly cardId: string }
  | { readonly kind: 'unknown'; readonly code: ScannedCode }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface Scans {
  readonly scan: Scan | null;
  scanned: (barcode: string) => Promise<void>;
  /** A person says which card the code is on. Only this counter knows it. */
  pair: (code: ScannedCode, cardId: string) => Promise<void>;
  /** The code is on another card after all. */
  unpair: (code: ScannedCode) => Promise<void>;
  dismiss: () => void;
}

export const useScan = create<Scans>()((set) => ({
  scan: null,

  scanned: async (barcode) => {
    const { isLast } = turn();
    const saleNumber = scannedSaleNumber(barcode);
    if (saleNumber !== null) {
      set({ scan: null });
      await openSale(saleNumber);
      return;
    }
    useView.getState().go('sell');
    const result = await ask((bridge) => bridge.preferences.digestOf({ barcode }));
    // The next code says which card is chosen.
    if (!isLast()) return;
    if (!result.ok) {
      set({ scan: { kind: 'failed', failure: result.error } });
      return;
    }
    const code = { digest: result.value.digest, ending: barcode.slice(-4) };
    const cardId = usePreferences.getState().preferences.pairedBarcodes[code.digest];
    if (cardId === undefined) {
      set({ scan: { kind: 'unknown', code } });
      return;
    }
    const card = soldCard(cardId);
    const walletId = useWallets.getState().selectedId;
    set({ scan: { kind: card === undefined ? 'notSold' : 'chosen', code, cardId } });
    if (card !== undefined && walletId !== null) chooseCard(walletId, card);
  },

  pair: async (code, cardId) => {
    const { pairedBarcodes } = usePreferences.getState().preferences;
    if (await keep({ ...pairedBarcodes, [code.digest]: cardId })) set({ scan: { kind: 'chosen', code, cardId } });
  },

  unpair: async (code) => {
    const others = Object.entries(usePreferences.getState().preferences.pairedBarcodes).filter(
      ([paired]) => paired !== code.digest,
    );
    if (await keep(Object.fromEntries(others))) set({ scan: { kind: 'unknown', code } });
  },

  dismiss: () => set({ scan: null }),
}));

const turn = turnsOf(useScan);

/** A receipt: its sale is looked for from anywhere, and opened where it was made here. The sale in hand stays. */
async function openSale(saleNumber: string): Promise<void> {
  // Before the area is opened, which looks for itself where no order is.
  await useFound.getState().look({ ...everyOrder, find: saleNumber });
  const { ids, search } = useFound.getState();
  const [newest] = search.find === saleNumber ? ids : [];
  if (newest === undefined) useView.getState().go('orders');
  else useView.getState().openOrder(newest);
}

async function keep(pairedBarcodes: PreferencesView['pairedBarcodes']): Promise<boolean> {
  await usePreferences.getState().change({ pairedBarcodes });
  return usePreferences.getState().failure === null;
}

function soldCard(cardId: string): Card | undefined {
  const card = useCatalogue.getState().view?.cards.find(({ id }) => id === cardId);
  return card?.available === true && card.charge !== undefined ? card : undefined;
}
