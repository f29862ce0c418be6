import type { WebContentsPrintOptions } from 'electron';
import type { Paper } from '../../core/ports.ts';
import type { RendererFiles } from '../renderer-files.ts';

/** The fonts of the screens, for the hidden window that draws receipts. */
export type ReceiptFonts = readonly { readonly range: string; readonly base64: string }[];

const ranges: Readonly<Record<string, string>> = {
  arabic: 'U+0600-06FF, U+0750-077F, U+200C-200F, U+FB50-FDFF, U+FE70-FEFF',
  latin: 'U+0000-00FF, U+2013-2026',
};

export function receiptFonts(files: RendererFiles): ReceiptFonts {
  return Object.entries(ranges).flatMap(([script, range]) => {
    const found = [...files].find(
      ([path]) => path.endsWith('.woff2') && path.includes(`-${script}-`) && !path.includes('-ext-'),
    );
    return found === undefined ? [] : [{ range, base64: Buffer.from(found[1].bytes).toString('base64') }];
  });
}

/** The document with the fonts in it: nothing is drawn before they are there. */
export function withFonts(document: string, fonts: ReceiptFonts): string {
  const faces = fonts.map(
    ({ range, base64 }) =>
      `@font-face { font-family: 'Vazirmatn Variable'; font-weight: 100 900; ` +
      `src: url('data:font/woff2;base64,${base64}') format('woff2'); ` +
      `unicode-range: ${range}; }`,
  );
  return document.replace('<style>', () => `<style>${faces.join('')}`);
}

/** Nothing runs there; the style of a receipt stands in it, and what it loads is here. */
export function receiptHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': name.endsWith('.png') ? 'image/png' : 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src 'self'; base-uri 'none'; form-action 'none'",
    'Cache-Control': 'no-store',
  };
}

const micronsPerInch = 25_400;

/**
 * The drawn receipts in their order, as wide as the paper can be printed on. A sheet ends after each, a roll at the
 * last.
 */
export function imagesPage(count: number, { widthMicrons, heightMicrons, marginMicrons }: Paper): string {
  const images = Array.from({ length: count }, (_, index) => `<img src="/${index}.png" alt="">`);
  const margin = marginMicrons / 1000;
  const sheet = heightMicrons === null ? '' : `padding-block-start: ${margin}mm; break-after: page;`;
  const style =
    `* { margin: 0; padding: 0; box-sizing: border-box; } body { padding-inline: ${margin}mm; ` +
    `inline-size: ${widthMicrons / 1000}mm; } ` +
    `img { display: block; inline-size: 100%; image-rendering: pixelated; ${sheet} } ` +
    'img:last-child { break-after: auto; }';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipt</title><style>${style}</style></head>` +
    `<body>${images.join('')}</body></html>`
  );
}

/** So many rows of dots stand on a sheet between its margins. */
export function sheetDots({ widthMicrons, marginMicrons, dots }: Paper, heightMicrons: number): number {
  return Math.floor(((heightMicrons - 2 * marginMicrons) * dots) / (widthMicrons - 2 * marginMicrons));
}

/** A roll is cut where the receipt ends: a page of the usual size would be scaled or cut off by its driver. */
export function printOptions(
  { widthMicrons, heightMicrons, marginMicrons, dots }: Paper,
  drawnDots: number,
  printerName: string | null,
): WebContentsPrintOptions {
  const dotMicrons = (widthMicrons - 2 * marginMicrons) / dots;
  const height = heightMicrons ?? Math.max(micronsPerInch, Math.ceil(drawnDots * dotMicrons) + 2 * marginMicrons);
  return {
    silent: printerName !== null,
    ...(printerName === null ? {} : { deviceName: printerName }),
    printBackground: true,
    color: heightMicrons !== null,
    margins: { marginType: 'none' },
    landscape: false,
    copies: 1,
    pageSize: { width: widthMicrons, height },
  };
}

/** The person thought better of it in the system's dialog. */
export function isCancelled(reason: string): boolean {
  return /cancel/i.test(reason);
}
