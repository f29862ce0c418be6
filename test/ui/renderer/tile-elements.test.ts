import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

/** Cards that come are drawn in the elements of those that are gone: nobody may notice but by the pace. */

const withCounter = counters();

/** As a scanner or another window would: neither the keyboard nor the pointer moves. */
function lookFor(counter: CounterPage, query: string): Promise<void> {
  return counter.page.evaluate(async (typed) => {
    const search = document.getElementById('catalogue-search');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, typed);
    search?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, query);
}

/** Cards that are not drawn before they are looked for. */
const elsewhere = 'noon 245';

/** In the section that is there with and without a search. */
const readyCards = (counter: CounterPage): Locator => counter.page.getByRole('grid').last().getByRole('row');

describe('the elements of tiles', () => {
  it('are those of the cards before when others are scrolled to, in the order in which they are read', async () => {
    await withCounter({ double: { catalogue: 'many' } }, async (counter) => {
      await counter.cards().first().waitFor();
      const { kept, rows } = await counter.page.evaluate(async () => {
        const scroller = document.querySelector('.catalogue__scroll');
        const tiles = (): Element[] => [...document.querySelectorAll('[aria-rowcount] > .card-tile')];
        const scrollBy = async (pixels: number): Promise<void> => {
          scroller?.scrollBy(0, pixels);
          for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        };
        await scrollBy(9_000);
        const before = new Set(tiles());
        await scrollBy(9_000);
        const after = tiles().slice(0, -1);
        return {
          kept: after.filter((tile) => before.has(tile)).length / after.length,
          rows: after.map((tile) => Number(tile.getAttribute('aria-rowindex'))),
        };
      });
      expect(kept).toBeGreaterThan(0.8);
      expect(rows).toEqual(rows.toSorted((one, other) => one - other));
    });
  });

  it('are given to no other card while the keyboard is on them', async () => {
    await withCounter({ double: { catalogue: 'many', orders: 'none' } }, async (counter) => {
      const first = readyCards(counter).first();
      await first.focus();
      await lookFor(counter, elsewhere);
      expect(await counter.cards().count()).toBeGreaterThan(0);
      expect(await counter.page.evaluate(() => document.activeElement?.closest('.card-tile') ?? null)).toBeNull();
    });
  });

  it('nor between the press and the release of a pointer', async () => {
    await withCounter({ double: { catalogue: 'many', orders: 'none' } }, async (counter) => {
      const second = readyCards(counter).nth(1);
      await second.hover();
      await counter.page.mouse.down();
      await lookFor(counter, elsewhere);
      await counter.page.mouse.up();
      expect(await counter.cards().count()).toBeGreaterThan(1);
      expect(await counter.page.locator('.card-tile--chosen').count()).toBe(0);
    });
  });
});
