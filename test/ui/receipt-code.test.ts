import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { papers } from '../../src-main/receipts/papers.ts';
import { receiptPages } from '../../src-main/receipts/receipt-page.ts';
import type { Receipt } from '../../src-main/receipts/receipt.ts';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { startChromium } from '../support/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const receipt: Omit<Receipt, 'language'> = {
  shop: { names: ['Example Cards', 'بطاقات المثال'], addresses: ['1 Example Street\nKuwait'] },
  saleNumber: 'C7-0412',
  lines: [
    {
      cardName: { en: 'Zain 5', ar: 'زين 5' },
      quantity: 1,
      charged: { price: '5.250', total: '5.250', currency: 'KWD' },
      externalReference: 'TILL-2',
      operationId: '00000000-0000-4000-8000-000000000001',
      invoiceId: null,
      codes: null,
    },
  ],
  soldAtMs: Date.parse('2026-11-21T09:05:00Z'),
  isCopy: false,
};

/**
 * What another program reads in the paper as a printer gets it, black or white. `deadDot`: the head has lost this one,
 * as old ones do, and leaves a white line down the whole paper.
 */
async function readBack(page: Page, deadDot: number | null): Promise<unknown> {
  const png = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(
    async ([image, dead]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
      const { width, height } = bitmap;
      const drawing = new OffscreenCanvas(width, height).getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      const paper = drawing?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      paper.forEach((value, n) => {
        paper[n] = value < 128 && Math.floor(n / 4) % width !== dead ? 0 : 255;
      });
      const read: unknown = Reflect.get(window, 'jsQR');
      if (typeof read !== 'function') throw new Error('no reader');
      const found: unknown = Reflect.apply(read, undefined, [paper, width, height]);
      return typeof found === 'object' && found !== null && 'data' in found ? found.data : null;
    },
    [png, deadDot] as const,
  );
}

describe.each(languageCodes)('the code on a receipt in %s', (language) => {
  it.each(['58mm', '80mm', 'a4'] as const)('on %s is read by another program as the short number', async (name) => {
    const { dots } = papers[name];
    const page = await browser.newPage();
    await page.setViewportSize({ width: dots, height: 800 });
    await page.setContent(receiptPages({ ...receipt, language }, papers[name])[0]?.html ?? '');
    const box = await page.locator('.qr').boundingBox();
    if (box === null) throw new Error('no code');
    // Every edge of it lies between two dots, and it is on the paper.
    expect([Number.isInteger(box.x), Number.isInteger(box.width), box.x + box.width <= dots]).toEqual([
      true,
      true,
      true,
    ]);
    await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('jsqr')) });
    expect([await readBack(page, null), await readBack(page, Math.floor(box.x + box.width / 2))]).toEqual([
      'C7-0412',
      'C7-0412',
    ]);
    await page.close();
  });
});
