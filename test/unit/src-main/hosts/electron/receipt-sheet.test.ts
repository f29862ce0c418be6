import { describe, expect, it } from 'vitest';
import { blackAndWhite, drawnHeight } from '../../../../../src-main/hosts/electron/receipt-pixels.ts';
import {
  imagesPage,
  isCancelled,
  printOptions,
  receiptFonts,
  receiptHeaders,
  withFonts,
} from '../../../../../src-main/hosts/electron/receipt-sheet.ts';
import { receiptWindowOptions, windowOptions } from '../../../../../src-main/hosts/electron/window-options.ts';
import { papers } from '../../../../../src-main/receipts/papers.ts';

describe('a sheet of a receipt', () => {
  it.each([
    ['58mm', 384, { width: 58_000, height: 58_000 }],
    ['80mm', 576, { width: 80_000, height: 80_000 }],
    ['80mm', 4_000, { width: 80_000, height: 508_000 }],
    ['a4', 9_000, { width: 210_000, height: 297_000 }],
  ] as const)('on %s with %i drawn lines is given its size in microns, without margins', (paper, dots, pageSize) => {
    expect(printOptions(papers[paper], dots, 'Counter 1')).toMatchObject({
      silent: true,
      deviceName: 'Counter 1',
      margins: { marginType: 'none' },
      pageSize,
      color: paper === 'a4',
    });
  });

  it('asks the person for the printer where none was chosen, and knows when they thought better of it', () => {
    expect(printOptions(papers.a4, 1, null)).toMatchObject({ silent: false });
    expect(printOptions(papers.a4, 1, null).deviceName).toBeUndefined();
    expect([isCancelled('Print job canceled'), isCancelled('Invalid printer settings')]).toEqual([true, false]);
  });

  it('has every image in its order and no script, under a policy that allows nothing else', () => {
    expect(imagesPage(2, papers['80mm'])).toContain('<body><img src="/0.png" alt=""><img src="/1.png" alt=""></body>');
    expect(imagesPage(2, papers['80mm'])).not.toContain('break-after: page');
    expect(imagesPage(2, papers.a4)).toContain('break-after: page');
    expect(receiptHeaders('images')).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    expect(receiptHeaders('images')['Content-Security-Policy']).toMatch(/^default-src 'none'; (?!.*script)/);
    expect(receiptHeaders('0.png')['Content-Type']).toBe('image/png');
  });

  it('is drawn with the fonts of the screens', () => {
    const file = { bytes: new Uint8Array(1), contentType: 'font/woff2' };
    const fonts = receiptFonts(
      new Map([
        ['/assets/v-latin-ext-wght-a.woff2', file],
        ['/assets/v-latin-wght-b.woff2', file],
        ['/assets/v-arabic-wght-c.woff2', file],
        ['/assets/a.js', file],
      ]),
    );
    expect(fonts.map(({ range }) => range.slice(0, 6))).toEqual(['U+0600', 'U+0000']);
    expect(withFonts('<style>p {}</style>', fonts)).toMatch(
      /^<style>@font-face .*U\+0600.*@font-face .*U\+0000.*p \{\}<\/style>$/,
    );
  });
});

describe('the window that draws receipts', () => {
  it("is as hardened as the counter's own, hidden, without a preload and in a session of its own", () => {
    const { webPreferences: own } = windowOptions({ packaged: true, preload: 'preload.cjs', dark: false });
    const { show, webPreferences } = receiptWindowOptions(576);
    expect(show).toBe(false);
    expect({ ...webPreferences, partition: own?.partition, preload: own?.preload }).toEqual({
      ...own,
      javascript: false,
      offscreen: true,
    });
    expect([webPreferences?.preload, webPreferences?.partition]).toEqual([undefined, 'receipt']);
  });
});

describe('a drawn receipt', () => {
  const white = [255, 255, 255, 255];
  const grey = [200, 200, 200, 255];
  const ink = [90, 90, 90, 255];

  it('ends with the last row that has ink, and is not whole where that is the last of all', () => {
    const rows = (...dots: readonly number[][]) => ({ bytes: Buffer.from(dots.flat()), width: 1, height: dots.length });
    expect(drawnHeight(rows(white, ink, white, ink, grey))).toBe(4);
    expect(drawnHeight(rows(white, ink))).toBeNull();
    expect(drawnHeight(rows(white, grey))).toBeNull();
  });

  it('is black and white on a roll', () => {
    expect([...blackAndWhite({ bytes: Buffer.from([...grey, ...ink, ...white]), width: 1, height: 2 })]).toEqual([
      255, 255, 255, 255, 0, 0, 0, 255,
    ]);
  });
});
