import { create } from 'zustand';

export type Area = 'sell' | 'orders' | 'day' | 'owned' | 'counter' | 'diagnosis' | 'people' | 'prices' | 'limits';

/** Whose codes the sheet is for: identities only, never the codes. */
export type CodesTarget =
  | { readonly kind: 'order'; readonly operationId: string }
  | {
      readonly kind: 'owned';
      readonly walletId: string;
      readonly soldCardId: string;
      readonly name: string | undefined;
      readonly operationId: string | undefined;
    }
  | {
      readonly kind: 'invoice';
      readonly walletId: string;
      readonly invoiceId: string;
      readonly soldCardIds: readonly string[];
      readonly name: string | undefined;
      readonly operationId: string | undefined;
    };

interface View {
  readonly area: Area;
  readonly openOrderId: string | null;
  readonly codesTarget: CodesTarget | null;
  go: (area: Area) => void;
  openOrder: (operationId: string) => void;
  closeOrder: () => void;
  openCodes: (target: CodesTarget) => void;
  closeCodes: () => void;
}

/** Where the person is. Leaving an area closes the codes sheet, so that no code survives a navigation. */
export const useView = create<View>()((set) => ({
  area: 'sell',
  openOrderId: null,
  codesTarget: null,
  go: (area) => {
    set({ area, codesTarget: null });
  },
  openOrder: (openOrderId) => {
    set({ area: 'orders', openOrderId, codesTarget: null });
  },
  closeOrder: () => {
    set({ openOrderId: null });
  },
  openCodes: (codesTarget) => {
    set({ codesTarget });
  },
  closeCodes: () => {
    set({ codesTarget: null });
  },
}));
