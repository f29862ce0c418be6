import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guidePage, guides } from '../../scripts/lib/guide-page.ts';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { startChromium } from '../support/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** What a person still reads on paper at arm's length. */
const smallestPt = 9;

describe.each(languageCodes)('on paper, in %s,', (language) => {
  it.each(guides)('the guide %s is one A4 page that can be read, whole, with no way to press', async (guide) => {
    const page = await browser.newPage();
    try {
      await page.setContent(guidePage(guide, language));
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(async () => (await document.fonts.ready).check('9pt Vazirmatn'))).toBe(true);
      const texts = page.locator('h1, h2, p, li, td, th');
      const sizes = await texts.evaluateAll((all) =>
        all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      );
      expect((Math.min(...sizes) * 72) / 96).toBeGreaterThanOrEqual(smallestPt);
      expect(await page.locator('a, img').count()).toBe(0);
      expect(await page.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);
    } finally {
      await page.close();
    }
  });
});
