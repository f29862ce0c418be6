import type { PreferencesView } from './preferences.ts';

/** Apart from their schema: the library of schemas would make code from text in the page, which its policy forbids. */
export const initialPreferences: PreferencesView = {
  favourites: [],
  lowBalance: {},
  pairedBarcodes: {},
  walletId: null,
  receiptPaper: '80mm',
  printerName: null,
  clipboardSeconds: 30,
  idleLockMinutes: 5,
  askAboveCards: 10,
  askAboveAmount: {},
  shop: { nameEn: '', nameAr: '', addressEn: '', addressAr: '' },
};
