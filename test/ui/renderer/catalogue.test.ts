import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { id, walletIds } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** Zain 10, stc 5, and one that is out of stock (Ooredoo 5 is the sixth card; every seventh is not available). */
const favourites = [id(4, 3), id(4, 8), id(4, 7)];

function focusedCard(counter: CounterPage): Promise<string | null> {
  return counter.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

/** How many tiles are wholly in sight: nothing of them is cut, and nothing lies over them. */
function wholeTiles(counter: CounterPage): Promise<number> {
  return counter.page.evaluate(() => {
    const sight = document.querySelector('.catalogue__scroll')?.getBoundingClientRect();
    return [...document.querySelectorAll('.card-tile')].filter((tile) => {
      const { top, bottom, left, right } = tile.getBoundingClientRect();
      const isOver = (x: number, y: number): boolean => document.elementFromPoint(x, y)?.closest('.card-tile') === tile;
      return (
        sight !== undefined &&
        top >= sight.top &&
        bottom <= sight.bottom &&
        isOver(left + 12, top + 12) &&
        isOver(right - 12, bottom - 12)
      );
    }).length;
  });
}

/** What sticks out of its tile, is cut where no dots say so, or lies over what else the tile says. */
function tileFaults(counter: CounterPage): Promise<string[]> {
  return counter.page.evaluate(() => {
    const parts = [
      'logo',
      'card-tile__value',
      'card-tile__name',
      'card-tile__notes',
      'card-tile__cost',
      'card-tile__price',
    ];
    return [...document.querySelectorAll('.card-tile')].flatMap((tile) => {
      const bounds = tile.getBoundingClientRect();
      const boxes = parts.flatMap((part) => {
        const element = tile.querySelector(`.${part}`);
        return element === null ? [] : [{ part, element, box: element.getBoundingClientRect() }];
      });
      const name = tile.getAttribute('aria-label') ?? '';
      const out = boxes.filter(
        ({ box }) =>
          box.top < bounds.top || box.bottom > bounds.bottom || box.left < bounds.left || box.right > bounds.right,
      );
      const over = boxes.filter(({ box }, index) =>
        boxes.some(
          ({ box: other }, at) =>
            at > index &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1 &&
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1,
        ),
      );
      const price = tile.querySelector('.card-tile__price');
      const isCut = price !== null && price.scrollWidth > price.clientWidth + 1;
      return [
        ...out.map(({ part }) => `${name}: ${part} sticks out`),
        ...over.map(({ part }) => `${name}: ${part} lies over another`),
        ...(isCut ? [`${name}: the price is cut`] : []),
      ];
    });
  });
}

describe.each(languageCodes)('the selling screen in %s', (language) => {
  it('begins with favourites and what was sold last, and sells a favourite in three keys', async () => {
    await withCounter({ language, double: { preferences: { favourites } } }, async (counter) => {
      await counter.cards('recent').first().waitFor();
      expect(await counter.cards('favourites').count()).toBe(3);
      const { keyboard } = counter.page;
      await keyboard.press('Alt+Digit2');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([{ cardId: favourites[1], quantity: 1 }]);
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('has nine whole tiles in sight beside the tray and what was sold last, and no more to look for on any of them', async () => {
    for (const start of [{}, { mode: 'deployment' as const }]) {
      await withCounter({ language, viewport: { width: 1280, height: 800 }, double: { start } }, async (counter) => {
        await counter.cards('recent').first().waitFor();
        await counter.page.locator('.tray__list').waitFor();
        expect(await wholeTiles(counter)).toBeGreaterThanOrEqual(9);
        expect(await counter.cards().first().locator('.card-tile__value').textContent()).toBe('3');
      });
    }
  });

  it('keeps every tile within its bounds, however long what the service calls a card', async () => {
    await withCounter(
      { language, double: { catalogue: 'unlike', preferences: { favourites }, orders: 'none' } },
      async (counter) => {
        await counter.cards().first().waitFor();
        for (const width of [1024, 1280, 1366, 1920]) {
          await counter.page.setViewportSize({ width, height: 800 });
          await expect.poll(() => tileFaults(counter)).toEqual([]);
          // What it holds beyond its edge nobody would see: it does not scroll.
          const bar = counter.page.locator('.catalogue__bar');
          expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        }
        await counter.button('catalogue.cost.show').click();
        await counter.page.locator('.card-tile__cost').first().waitFor();
        await expect.poll(() => tileFaults(counter)).toEqual([]);
        await counter.page.setViewportSize({ width: 1280, height: 800 });
      },
    );
  });

  it('says once what is so of all cards, and by each card what is not', async () => {
    const atCost = (counter: CounterPage): Promise<number> =>
      counter.page.locator('.card-tile').getByText(counter.words('charge.atCost'), { exact: true }).count();
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await atCost(counter)).toBeGreaterThan(0);
      expect(await counter.text('charge.allAtCost').count()).toBe(0);
    });
    await withCounter({ language, double: { orders: 'none', catalogue: 'unlike' } }, async (counter) => {
      await counter.text('charge.allAtCost').waitFor();
      expect(await atCost(counter)).toBe(0);
    });
  });

  it('shows on a tile how many of its card are in the sale', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.quantity.more').click();
      await counter.button('sale.basket.add').click();
      await expect.poll(() => counter.cards().first().locator('.times').textContent()).toBe('× 2');
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('goes through all its cards with the arrows, in the direction of the language, and back to the search', async () => {
    await withCounter(
      { language, double: { preferences: { favourites: favourites.slice(0, 2) } } },
      async (counter) => {
        const { keyboard } = counter.page;
        await counter.cards('favourites').first().waitFor();
        const names = await counter
          .cards('favourites')
          .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
        await keyboard.press('ArrowDown');
        expect(await focusedCard(counter)).toBe(names[0]);
        await keyboard.press(languages[language].dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
        expect(await focusedCard(counter)).toBe(names[1]);
        await keyboard.press('ArrowDown');
        await keyboard.press('ArrowDown');
        expect(await counter.cards().evaluateAll((rows) => rows.includes(document.activeElement as HTMLElement))).toBe(
          true,
        );
        expect(
          await counter.page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
        ).toBe('solid');
        for (let press = 0; press < 3; press += 1) await keyboard.press('ArrowUp');
        expect(await counter.page.evaluate(() => document.activeElement?.id)).toBe('catalogue-search');
      },
    );
  });

  it('stars a card and takes the star back, by pointer and by keyboard', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      const first = counter.cards().first();
      await first.getByRole('button').click();
      await counter.cards('favourites').first().waitFor();
      expect(await counter.made('preferences.change')).toEqual([{ favourites: [id(4, 1)] }]);
      await counter.page.getByRole('searchbox').focus();
      await counter.page.keyboard.press('ArrowDown');
      await counter.page.keyboard.press('Tab');
      await counter.page.keyboard.press('Space');
      await counter.cards('favourites').first().waitFor({ state: 'detached' });
      expect(await counter.made('preferences.change')).toEqual([{ favourites: [id(4, 1)] }, { favourites: [] }]);
      expect(await counter.made('orders.place')).toEqual([]);
    });
  });

  it('has shelves for favourites, what was sold last and best sellers, and says how to fill an empty one', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.cards().first().waitFor();
      const shelf = (key: 'favourites' | 'recent' | 'best'): Locator =>
        counter.page.getByRole('option', { name: counter.words(`catalogue.${key}`), exact: true });
      await shelf('favourites').click();
      await counter.text('catalogue.favourites.none.next').waitFor();
      expect(await counter.axe()).toEqual([]);
      await shelf('recent').click();
      await counter.text('catalogue.recent.none.next').waitFor();
      await shelf('best').click();
      await counter.cards().first().waitFor();
      // Zain and PlayStation Store are marked; one card of these is out of stock.
      expect(await counter.cards().count()).toBeLessThan(9);
    });
  });

  it('finds a card in spite of a slip, says so, and lets it be looked at before it is chosen', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.type({ ar: 'بلايسيشن ٢٠', en: 'playsttion 20' }[languages[language].service]);
      await counter.text('catalogue.similar').waitFor();
      expect(await counter.cards().count()).toBe(1);
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Enter');
      expect(await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).count()).toBe(0);
      expect(await focusedCard(counter)).toBe(
        { ar: 'متجر بلايستيشن 20', en: 'PlayStation Store 20' }[languages[language].service],
      );
      await counter.page.keyboard.press('Enter');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
    });
  });

  it('warns of a low balance at an amount that is typed in either digits, for that wallet alone', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await counter.text('wallet.low').count()).toBe(0);
      // From the first day on, where nobody said an amount and no day is known yet.
      await counter.page
        .locator('.wallet-panel')
        .getByRole('button', { name: /100\.000/ })
        .click();
      await counter.type('نص');
      await counter.button('wallet.low.keep').click();
      await counter.text('wallet.low.invalid').waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.page.getByLabel(counter.words('wallet.low.field')).fill('١٬٥٠٠');
      await counter.page.keyboard.press('Enter');
      await counter.text('wallet.low').waitFor();
      await counter.button('wallet.low.change').waitFor();
      expect((await counter.page.locator('.wallet-panel').textContent())?.match(/1,500/g)).toHaveLength(1);
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.made('preferences.change')).toEqual([{ lowBalance: { [walletIds.kwd]: '1500.000' } }]);
      expect(await counter.axe()).toEqual([]);
      await counter.page.locator('.choice__button').click();
      await counter.page.locator('.choice__item').nth(1).click();
      await counter.page
        .locator('.wallet-panel')
        .getByText(/300\.00/)
        .waitFor();
      expect((await counter.page.locator('.wallet-panel').textContent())?.includes('1,500')).toBe(false);
    });
  });

  it('says how old a balance and a catalogue are, each for itself', async () => {
    await withCounter(
      { language, double: { readMinutesAgo: 23 * 60, failing: { 'catalogue.sync': 'service_unreachable' } } },
      async (counter) => {
        await counter.cards().first().waitFor();
        expect(await counter.page.locator('.wallet-panel__age').textContent()).toMatch(/(?<!\d)3(?!\d)/);
        expect(await counter.page.locator('.freshness p').textContent()).toMatch(/(?<!\d)23(?!\d)/);
        expect(await counter.text('catalogue.old').count()).toBe(0);
      },
    );
  });

  it('notes that a catalogue of more than a day ago is old', async () => {
    await withCounter(
      { language, double: { readMinutesAgo: 5 * 24 * 60, failing: { 'catalogue.sync': 'service_unreachable' } } },
      async (counter) => {
        await counter.text('catalogue.old').waitFor();
        expect(await counter.page.locator('.freshness p').textContent()).toMatch(/(?<!\d)5(?!\d)/);
        expect(await counter.axe()).toEqual([]);
      },
    );
  });

  it('shows costs only while they are asked for', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await counter.page.locator('.card-tile__cost').count()).toBe(0);
      const toggle = counter.button('catalogue.cost.show');
      await toggle.click();
      await counter.page.locator('.card-tile__cost').first().waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.area('nav.orders').click();
      await counter.area('nav.sell').click();
      await counter.cards().first().waitFor();
      expect(await counter.page.locator('.card-tile__cost').count()).toBe(0);
    });
  });
});

describe('logos', () => {
  it('stand in place of initials where main has one that can be drawn', async () => {
    await withCounter({}, async (counter) => {
      const zain = counter.page.getByRole('row', { name: 'Zain 3', exact: true });
      await zain.locator('.logo img').waitFor();
      expect(
        await zain.locator('.logo img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.alt]),
      ).toEqual([1, '']);
      const ooredoo = counter.page.getByRole('row', { name: 'Ooredoo 5', exact: true });
      await expect
        .poll(async () => [await ooredoo.locator('img').count(), await ooredoo.locator('.logo').textContent()])
        .toEqual([0, 'OO']);
      // Each is asked for once, however many cards show it.
      const asked = await counter.made('catalogue.logo');
      expect(asked.length).toBe(new Set(asked.map((input) => JSON.stringify(input))).size);
    });
  });
});

describe('100,000 cards', () => {
  it('are all there, though few are made: the last is reached by a key, found by its words, and the focus is never lost', async () => {
    await withCounter({ double: { catalogue: 'many', orders: 'none' } }, async (counter) => {
      const { page } = counter;
      await expect.poll(() => counter.page.getByRole('grid').first().getAttribute('aria-rowcount')).toBe('96000');
      expect(await page.locator('.card-tile').count()).toBeLessThan(60);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('96000');
      await page.locator('.catalogue__scroll').evaluate((scroller) => scroller.scrollTo(0, 0));
      await counter.cards().first().waitFor();
      expect(await counter.hasFocus()).toBe(true);
      expect(await page.locator('.card-tile').count()).toBeLessThan(60);
      await page.getByRole('searchbox').fill('نون الكويت ٢٤٥');
      await expect.poll(() => counter.cards().first().getAttribute('aria-label')).toContain('noon 245 USD (Kuwait)');
      expect(await counter.axe()).toEqual([]);
    });
  });
});

describe.each(languageCodes)('the digits of favourites, in %s', (language) => {
  it('work under an Arabic layout, which writes another character, and not where they write', async () => {
    await withCounter({ language, double: { preferences: { favourites } } }, async (counter) => {
      await counter.cards('favourites').first().waitFor();
      const press = (part: { code: string; key: string; altKey?: boolean; ctrlKey?: boolean }): Promise<boolean> =>
        counter.page.evaluate(
          (init) =>
            document.activeElement?.dispatchEvent(
              new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
            ) === false,
          part,
        );
      expect(await press({ code: 'Digit1', key: '١' })).toBe(false);
      expect(await press({ code: 'Digit1', key: '¹', altKey: true, ctrlKey: true })).toBe(false);
      expect(await press({ code: 'Digit1', key: '١', altKey: true })).toBe(true);
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
    });
  });

  it('choose nothing that is out of stock, and nothing below an open sheet', async () => {
    await withCounter({ language, double: { preferences: { favourites } } }, async (counter) => {
      await counter.cards('favourites').first().waitFor();
      await counter.page.keyboard.press('Alt+Digit3');
      await counter.page.keyboard.press('Alt+Digit9');
      expect(await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).count()).toBe(0);
      await counter.page.keyboard.press('Alt+Digit1');
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
      await counter.page.keyboard.press('Alt+Digit2');
      await counter.page.keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).count()).toBe(0);
    });
  });
});
