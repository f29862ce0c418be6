import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { looksFaults } from '../../support/looks.ts';
import { scrollFaults, windowSizes } from '../../support/scrolling.ts';
import type { CounterPage } from './counter-page.ts';
import { catalogueScreens } from './screens/catalogue.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const names = [
  'catalogue of unlike cards, in the sale and in hand',
  'favourites, recently sold and a low balance',
  'catalogue at cost',
];
const screens = catalogueScreens.filter(({ name }) => names.includes(name));

/** As far apart as a person may have lines, letters and words (WCAG 1.4.12); paragraphs only make the page longer. */
function spaced(counter: CounterPage): Promise<void> {
  return counter.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const apart = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important';
    sheet.replaceSync(`* { ${apart} } p { margin-block-end: 2em !important }`);
    document.adoptedStyleSheets = [sheet];
  });
}

describe.each(languageCodes)('with lines, letters and words further apart, in %s,', (language) => {
  it.each(screens)('every line is whole: $name', async ({ double, next = [], ...first }) => {
    await withCounter({ language, ...(double === undefined ? {} : { double }) }, async (counter) => {
      await first.reach(counter);
      await spaced(counter);
      for (const { name, reach } of [first, ...next]) {
        if (name !== first.name) await reach(counter);
        for (const size of windowSizes) {
          await counter.page.setViewportSize(size);
          await expect.poll(() => scrollFaults(counter.page)).toEqual([]);
          const message = `${name} at ${size.width} x ${size.height}`;
          expect(await looksFaults(counter.page), message).toEqual([]);
          expect(await counter.cutBadges(), message).toEqual([]);
        }
      }
    });
  });
});
