import type { PreferencesView } from '../../src-shared/contract/preferences.ts';
import type { Paper } from '../core/ports.ts';

/** Rolls have 203 dots to the inch, of which the head reaches 48 and 72 millimetres; a sheet is drawn at 150. */
export const papers: Readonly<Record<PreferencesView['receiptPaper'], Paper>> = {
  '58mm': { widthMicrons: 58_000, heightMicrons: null, marginMicrons: 5_000, dots: 384 },
  '80mm': { widthMicrons: 80_000, heightMicrons: null, marginMicrons: 4_000, dots: 576 },
  a4: { widthMicrons: 210_000, heightMicrons: 297_000, marginMicrons: 15_000, dots: 1063 },
};
