import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const names = { en: 'PlayStation Store', ar: 'متجر بلايستيشن' } as const;

describe.each(languageCodes)('the keys of the search, in %s', (language) => {
  it.each([
    ['Enter', '3.120'],
    ['ArrowDown Enter', '3.120'],
  ])('take the card that was searched for, however fast they follow the last letter: %s', async (keys, amount) => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      // One task, as where a scanner types: the list of the new words is not drawn before the keys.
      await counter.page.evaluate(
        ([name, pressed]) => {
          const input = document.querySelector<HTMLInputElement>('#catalogue-search');
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
          input?.dispatchEvent(new Event('input', { bubbles: true }));
          for (const key of pressed) {
            for (const type of ['keydown', 'keyup'])
              document.activeElement?.dispatchEvent(
                new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true }),
              );
          }
        },
        [names[language], keys.split(' ')] as const,
      );
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      // The focus stays with the quantity also when the list is drawn.
      await counter.page.waitForTimeout(200);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([{ shownTotal: { amount } }]);
    });
  });

  it('lead to the second card found: the down arrow waits for the list of what was typed', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.type(names[language]);
      await counter.page.keyboard.press('ArrowDown');
      await counter.page.waitForFunction(
        (name) => document.activeElement?.getAttribute('aria-label')?.includes(`${name} 10`),
        names[language],
      );
      await counter.page.keyboard.press(languages[language].dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
      await counter.page.keyboard.press('Enter');
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([{ shownTotal: { amount: '6.215' } }]);
    });
  });
});

describe.each(languageCodes)('the search for the next customer, in %s', (language) => {
  const asked = { en: 'zain', ar: 'زين' } as const;

  it.each([
    [
      'a hand-over',
      async (counter: CounterPage) => {
        await counter.button('sale.buy').click();
        await counter.button('codes.reveal').click();
        await counter.button('codes.done').click();
        await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    ],
    [
      'a sale that is not over',
      async (counter: CounterPage) => {
        await counter.set({ outcome: 'unknown' });
        await counter.button('sale.buy').click();
        await counter.button('sale.watch.next').click();
      },
    ],
    [
      'a new sale',
      async (counter: CounterPage) => {
        await counter.set({ outcome: 'refused' });
        await counter.button('sale.buy').click();
        await counter.button('sale.watch.again').click();
      },
    ],
    ['F2', (counter: CounterPage) => counter.page.keyboard.press('F2')],
    [
      'another area',
      async (counter: CounterPage) => {
        await counter.page.keyboard.press('F2');
        await counter.area('nav.orders').click();
        await counter.area('nav.sell').click();
      },
    ],
    [
      'codes from the tray',
      async (counter: CounterPage) => {
        await counter.page.keyboard.press('F2');
        await counter.page.keyboard.press('F8');
        await counter.button('codes.revealAll').click();
        await counter.button('codes.done').click();
        await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    ],
  ] as const)('begins anew after %s', async (_, serve) => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.type(asked[language]);
      await counter.page.keyboard.press('Enter');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await serve(counter);
      const search = counter.page.getByRole('searchbox');
      await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
      // One Enter too many begins no second sale of the same.
      const placed = (await counter.made('orders.place')).length;
      await counter.page.keyboard.press('Enter');
      await counter.page.keyboard.press('Enter');
      expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await counter.made('orders.place')).toHaveLength(placed);
      await counter.type('x');
      expect(await search.inputValue()).toBe('x');
    });
  });

  it('is gone on with where the arrows lead back to it, and the search for an order begins anew with F3', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.type(asked[language]);
      await counter.page.keyboard.press('ArrowDown');
      await counter.page.keyboard.press('ArrowUp');
      await counter.type('x');
      expect(await counter.page.getByRole('searchbox').inputValue()).toBe(`${asked[language]}x`);
      await counter.page.keyboard.press('F3');
      await counter.type('8812');
      await counter.page.keyboard.press('F3');
      await counter.type('9');
      expect(await counter.page.getByRole('searchbox').inputValue()).toBe('9');
    });
  });
});
