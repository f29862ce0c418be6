import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { fullDay, mona, openShift, staffWith } from './day-reports.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const smallWindow = { width: 1024, height: 700 };

const pages: readonly (readonly [name: string, reach: (counter: CounterPage) => Promise<void>])[] = [
  ['the cards', (counter) => counter.cards().first().waitFor()],
  [
    'the day',
    async (counter) => {
      await counter.area('nav.day').click();
      await counter.button('day.close.shift').waitFor();
    },
  ],
  [
    'the prices',
    async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await counter.button('prices.rule.add').click();
    },
  ],
  [
    'the limits',
    async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('limits.link').click();
      await counter.page.locator('.limits__form').first().waitFor();
    },
  ],
];

/**
 * Rings that something cuts off after the keyboard came there. The cards have keys of their own, a box to tick has
 * its ring around its words, and a field of several lines scrolls to its writing mark.
 */
function cutRings(): Promise<string[]> {
  const all = [...document.querySelectorAll<HTMLElement>('button, input, [tabindex]')].filter(
    (each) =>
      each.tabIndex >= 0 &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !each.matches('[role="row"], [type="checkbox"]'),
  );
  const frame = (): Promise<unknown> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isCut = (ringed: Element): boolean => {
    const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const { left, right, top, bottom } = ringed.getBoundingClientRect();
    for (
      let holder = ringed.parentElement;
      holder !== null && holder !== document.body;
      holder = holder.parentElement
    ) {
      if (getComputedStyle(holder).overflowY === 'visible') continue;
      const box = holder.getBoundingClientRect();
      const [start, above] = [box.left + holder.clientLeft, box.top + holder.clientTop];
      if (left - ring < start - 0.6 || right + ring > start + holder.clientWidth + 0.6) return true;
      if (top - ring < above - 0.6 || bottom + ring > above + holder.clientHeight + 0.6) return true;
    }
    return false;
  };
  return all.reduce<Promise<string[]>>(async (found, each) => {
    const before = await found;
    each.focus();
    await frame();
    if (document.activeElement !== each) return before;
    const ringed = [each, each.parentElement]
      .filter((around) => around !== null)
      .find((around) => getComputedStyle(around).outlineStyle === 'solid');
    return ringed !== undefined && isCut(ringed) ? [...before, each.outerHTML.slice(0, 160)] : before;
  }, Promise.resolve([]));
}

describe.each(languageCodes)('in %s, the ring around what has the keyboard', (language) => {
  it.each(pages)('is whole on %s', async (_, reach) => {
    const double = { staff: staffWith(mona.id), day: fullDay, shift: openShift };
    await withCounter({ language, viewport: smallWindow, double }, async (counter) => {
      await reach(counter);
      // From now on the keyboard is what a person uses.
      await counter.page.keyboard.press('Shift');
      expect(await counter.page.evaluate(cutRings)).toEqual([]);
    });
  });
});
