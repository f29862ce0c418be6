import { expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { heldInHeap } from '../support/heap.ts';

it('finds what a page holds, however deep, and nothing that it has let go', async () => {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    const canaries = ['canary-4417-2093', 'canary-8851-6100'];
    await page.evaluate((texts) => {
      const [first = '', second = ''] = texts;
      Object.assign(window, { kept: { closure: () => first }, list: [{ second: second.split('-') }] });
    }, canaries);
    // The second was taken apart: it is there in pieces and not as itself.
    expect(await heldInHeap(page, canaries)).toBe(1);
    await page.evaluate(() => Reflect.deleteProperty(window, 'kept'));
    expect(await heldInHeap(page, canaries)).toBe(0);
  } finally {
    await browser.close();
  }
});
