import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { looksFaults } from '../../support/looks.ts';
import { scrollFaults } from '../../support/scrolling.ts';
import { catalogueScreens } from './screens/catalogue.ts';
import { saleScreens } from './screens/sales.ts';
import { chooseCard } from './screens/screen.ts';
import { tabTo } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** What is left of usual screens where everything is drawn larger: three columns still, and little height. */
const lowWindows = [
  { width: 910, height: 512 },
  { width: 960, height: 540 },
  { width: 1024, height: 560 },
  { width: 1024, height: 640 },
];
const names = [
  'checkout',
  'catalogue of unlike cards, in the sale and in hand',
  'sale unknown',
  'selling price changed',
  'codes hidden',
];
const screens = [...catalogueScreens, ...saleScreens].filter(({ name }) => names.includes(name));

describe.each(languageCodes)('where everything is drawn larger, in %s,', (language) => {
  it.each(screens)('nothing lies over what the keyboard comes to: $name', async ({ double, next = [], ...first }) => {
    await withCounter({ language, ...(double === undefined ? {} : { double }) }, async (counter) => {
      for (const { name, reach } of [first, ...next]) {
        await reach(counter);
        for (const size of lowWindows) {
          await counter.page.setViewportSize(size);
          const message = `${name} at ${size.width} x ${size.height}`;
          await expect.poll(() => scrollFaults(counter.page), { message }).toEqual([]);
          expect(await looksFaults(counter.page), message).toEqual([]);
          expect(await counter.cutBadges(), message).toEqual([]);
        }
        await counter.page.setViewportSize({ width: 1280, height: 800 });
      }
    });
  });
});

describe.each(languageCodes)('above the foot of a sale, in %s,', (language) => {
  it('each field has its whole ring, which no fade lies over', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await chooseCard(counter, 0);
      const fade = await counter.page.locator('.sale__stub').evaluate((foot) => {
        const { blockSize, marginBlockEnd } = getComputedStyle(foot, '::before');
        return foot.getBoundingClientRect().top - Number.parseFloat(blockSize) - Number.parseFloat(marginBlockEnd);
      });
      const reference = counter.page.getByRole('textbox', { name: counter.words('sale.reference') });
      const end = (): Promise<number> => reference.evaluate((field) => field.getBoundingClientRect().bottom + 3);
      await tabTo(counter, reference);
      await expect.poll(end).toBeLessThanOrEqual(fade);
    });
  });
});
