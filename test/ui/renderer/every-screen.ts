import { describe, expect, it } from 'vitest';
import { defaultLanguage, type Language, languages } from '../../../src-shared/words/languages.ts';
import { forcedColourFaults, looksFaults } from '../../support/looks.ts';
import { designFaults } from '../../support/one-design.ts';
import { scrollFaults, windowSizes } from '../../support/scrolling.ts';
import type { CounterPage } from './counter-page.ts';
import { everyScreen } from './screens/every.ts';
import { counters } from './with-counter.ts';

const contrast = 'color-contrast';
const usual = { width: 1280, height: 800 };
/** The usual one first: the window has it already. */
const sizes = [usual, ...windowSizes.filter(({ width, height }) => width !== usual.width || height !== usual.height)];
/** The smallest window at 200 %. */
const smallest = { width: 512, height: 350 };

/** A file for each language, so that two of them run at a time. */
export function everyScreenIn(language: Language): void {
  describe(`every screen in ${language}`, () => {
    const withCounter = counters();
    it.each(everyScreen)(
      '$name is there, axe finds nothing, nothing is too small for a finger, it scrolls where it should in every window, and it can be zoomed',
      async ({ double, next = [], ...first }) => {
        await withCounter(
          { language, viewport: usual, ...(double === undefined ? {} : { double }) },
          async (counter) => {
            for (const { name, reach } of [first, ...next]) {
              await reach(counter);
              await expectUsable(counter, name);
              // A page that was just opened has not had it yet. It comes back with the frame after a dialog is gone.
              if (name !== first.name) await expect.poll(() => counter.hasFocus(), { message: name }).toBe(true);
            }
          },
        );
      },
    );
  });
}

async function expectUsable(counter: CounterPage, name: string): Promise<void> {
  const { page, language } = counter;
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    language,
    languages[language].dir,
  ]);
  // Colours know no language, and to look at them is half the work of axe: they are looked at once.
  const isOfColours = language === defaultLanguage;
  expect(await counter.axe(isOfColours ? {} : { but: [contrast] }), name).toEqual([]);
  expect(await counter.smallTargets(), name).toEqual([]);
  expect(await designFaults(page), name).toEqual([]);
  // A theme changes nothing but colours.
  if (isOfColours) {
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await counter.axe({ only: [contrast] }), name).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    expect(await forcedColourFaults(page), `${name} in forced colours`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
  for (const size of sizes) {
    // To set the size that it has would draw the whole window once more.
    if (size !== usual) await page.setViewportSize(size);
    await expect.poll(() => scrollFaults(page), { message: `${name} at ${size.width} x ${size.height}` }).toEqual([]);
    expect(await looksFaults(page), `${name} at ${size.width} x ${size.height}`).toEqual([]);
  }
  // Nothing is cut off, and nothing has to be scrolled sideways (WCAG 1.4.10).
  await page.setViewportSize(smallest);
  // The grid takes a frame or two to be laid out anew.
  await expect.poll(() => counter.cutOff(), { message: name }).toEqual([]);
  expect(await looksFaults(page), `${name} at 200 %`).toEqual([]);
  expect(await counter.sameNames(), name).toEqual([]);
  await page.setViewportSize(usual);
}
