import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** Puts the first cards into a basket by mouse: the last one stays in hand. */
async function put(counter: CounterPage, quantities: readonly number[]): Promise<void> {
  for (const [index, quantity] of quantities.entries()) {
    await counter.cards().nth(index).click();
    for (let more = 1; more < quantity; more += 1) await counter.button('sale.quantity.more').click();
    if (index < quantities.length - 1) await counter.button('sale.basket.add').click();
  }
}

function lines(counter: CounterPage) {
  return counter.page.getByRole('list', { name: counter.words('sale.basket.lines') }).getByRole('listitem');
}

/** Whether nothing lies over the middle of it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

interface PlacedBasket {
  readonly lines: readonly {
    readonly cardId: string;
    readonly quantity: number;
    readonly besidesPending: boolean;
  }[];
  readonly shownTotals: readonly { readonly amount: string; readonly currency: string }[];
}

async function placed(counter: CounterPage): Promise<PlacedBasket> {
  const [basket] = (await counter.made('orders.buyBasket')) as PlacedBasket[];
  if (basket === undefined) throw new Error('no basket was bought');
  return basket;
}

async function orderIds(counter: CounterPage): Promise<readonly string[]> {
  // What the double itself says of each comes first: it would take the place of what a test says.
  const unknown = lines(counter).filter({ hasText: counter.words('state.unknown.name') });
  await expect.poll(() => unknown.count()).toBe(3);
  return [101, 102, 103].map((number) => id(8, number));
}

describe.each(languageCodes)('in %s', (language) => {
  it('several kinds are bought at one press, shown on one sheet and handed over at one press', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [2, 2, 1]);
      await counter.button('sale.buy').click();
      await counter.button('codes.revealAll').click();
      expect((await placed(counter)).lines.map(({ quantity }) => quantity)).toEqual([2, 2, 1]);
      await expect.poll(() => counter.codes.locator('[data-part="voucher"] bdi').count()).toBe(5);
      expect(await counter.made('reveals.showSeveral')).toHaveLength(1);
      await counter.button('codes.done').click();
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.made('reveals.handOverSeveral')).toHaveLength(1);
      await counter.text('sale.empty').waitFor();
      expect(await counter.made('orders.place')).toEqual([]);
    });
  });

  it('goes by the keyboard alone: plus keeps a card, and Enter buys all', async () => {
    const favourites = [id(4, 1), id(4, 2), id(4, 3)];
    await withCounter({ language, double: { preferences: { favourites } } }, async (counter) => {
      const { keyboard } = counter.page;
      await counter.cards().first().waitFor();
      for (const digit of ['1', '2']) {
        await keyboard.press(`Alt+Digit${digit}`);
        await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
        await keyboard.press('2');
        await keyboard.press(digit === '1' ? 'NumpadAdd' : 'Equal');
      }
      await expect.poll(() => lines(counter).count()).toBe(2);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await keyboard.press('Alt+Digit3');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      expect((await placed(counter)).lines.map(({ quantity }) => quantity)).toEqual([2, 2, 1]);
    });
  });

  it('equal cards are one line, lines can be changed and removed, and Cancel leaves nothing', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [2, 1]);
      await counter.button('sale.basket.add').click();
      await counter.cards().first().click();
      await counter.button('sale.basket.add').click();
      await expect.poll(() => lines(counter).allTextContents()).toHaveLength(2);
      expect(await lines(counter).first().textContent()).toContain('× 3');
      await lines(counter).first().getByRole('button').nth(0).click();
      expect(await lines(counter).first().textContent()).toContain('× 2');
      await lines(counter).nth(1).getByRole('button').nth(2).click();
      await expect.poll(() => lines(counter).count()).toBe(1);
      await counter.button('sale.clear').click();
      await counter.text('sale.empty').waitFor();
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.buyBasket')).toEqual([]);
      expect(await counter.made('orders.place')).toMatchObject([{ quantity: 1 }]);
    });
  });

  it('keeps a card that cannot be a line in hand, says why, and goes on once it is changed', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      await counter.button('sale.otherPrice').click();
      await counter.type('3.1234');
      await counter.cards().nth(2).click();
      const why = counter.page.locator('.sale').getByRole('alert');
      await why.waitFor();
      await expect.poll(() => why.evaluate(isInSight)).toBe(true);
      const name = (await counter.page.locator('.basket__hand h2').textContent()) ?? '';
      expect(await why.textContent()).toContain(counter.words('sale.stuck.otherPrice', { name }));
      expect(await lines(counter).count()).toBe(1);
      expect(await counter.page.locator('.basket__hand input[maxlength]').inputValue()).toBe('3.1234');
      expect(await counter.axe()).toEqual([]);
      await counter.page.locator('.basket__hand input[maxlength]').fill('3');
      await why.waitFor({ state: 'detached' });
      await counter.cards().nth(2).click();
      await expect.poll(() => lines(counter).count()).toBe(2);
      await counter.button('sale.otherPrice').click();
      await counter.cards().nth(1).click();
      await why.getByRole('button').click();
      await expect.poll(() => counter.page.locator('.basket__hand').count()).toBe(0);
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    });
  });

  it('takes another price for one line, and shows the usual one beside it', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      await counter.button('sale.otherPrice').click();
      await counter.type('3');
      await counter.button('sale.basket.add').click();
      await expect.poll(() => lines(counter).count()).toBe(2);
      expect(await lines(counter).nth(1).locator('s').count()).toBe(1);
      await counter.button('sale.buy').click();
      await counter.button('codes.revealAll').waitFor();
      const [first, second] = (await placed(counter)).lines;
      expect(first).not.toHaveProperty('otherPrice');
      expect(second).toMatchObject({ otherPrice: '3.000', shownTotal: { amount: '3.000' } });
    });
  });

  it('says line by line what did not come, hands over the rest, and the customer pays for that', async () => {
    await withCounter({ language, double: { outcome: 'unknown' } }, async (counter) => {
      await put(counter, [1, 1, 1]);
      await counter.button('sale.buy').click();
      const [first = '', second = '', third = ''] = await orderIds(counter);
      // Right before an amount, a quantity reads as its first digit.
      expect(await counter.page.locator('.basket__amount').first().textContent()).toMatch(/^[^×]*2\.850[^×]*$/);
      const codes = [{ soldCardId: id(7, 777) }];
      await counter.settle(first, { state: 'completed', codesState: 'sealed', codes, cancellable: false });
      await counter.settle(second, { state: 'refused', refusal: { code: 'card_unavailable' }, cancellable: false });
      await expect
        .poll(() => lines(counter).nth(1).textContent())
        .toContain(counter.words('failure.card_unavailable.says'));
      // One has no result yet: nothing opens by itself, and what came can be had.
      expect(await counter.page.getByRole('dialog').count()).toBe(0);
      await counter.button('sale.watch.codes').click();
      await counter.button('codes.reveal').click();
      await counter.button('codes.done').click();
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.axe()).toEqual([]);
      await counter.button('sale.watch.next').click();
      await counter.text('sale.empty').waitFor();
      // The line without a result waits below while the next customer is served.
      await counter.settle(third, { state: 'completed', codesState: 'sealed', codes, cancellable: false });
      await counter.page.getByRole('group', { name: counter.words('tray.part.codes') }).waitFor();
    });
  });

  it('cancels the lines that were not sent, and no other', async () => {
    await withCounter({ language, double: { outcome: 'unknown' } }, async (counter) => {
      await put(counter, [1, 1, 1]);
      await counter.button('sale.buy').click();
      const [, second = '', third = ''] = await orderIds(counter);
      await counter.settle(second, { state: 'intended', cancellable: true });
      await counter.settle(third, { state: 'waiting', cancellable: true });
      await counter.button('sale.basket.cancel').click();
      await expect.poll(() => counter.made('orders.cancel')).toEqual([{ operationId: second }, { operationId: third }]);
    });
  });

  it('asks about the same sale by its line, and buys all when it is another', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      const asks = { code: 'same_sale_pending', field: 'lines.1', operationId: id(8, 2) } as const;
      await counter.set({ failing: { 'orders.buyBasket': asks } });
      await counter.button('sale.buy').click();
      await counter.button('sale.same.another').waitFor();
      // The answer comes before Buy.
      expect(await counter.button('sale.buy').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
      await counter.set({ failing: {} });
      await counter.button('sale.same.another').click();
      await counter.button('codes.revealAll').waitFor();
      const tries = (await counter.made('orders.buyBasket')) as PlacedBasket[];
      expect(tries.map((each) => each.lines.map(({ besidesPending }) => besidesPending))).toEqual([
        [false, false],
        [false, true],
      ]);
    });
  });

  it('prints one receipt for all lines, and asks once whether it came out', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      await counter.button('sale.buy').click();
      await counter.button('receipt.print').click();
      await counter.button('receipt.send').click();
      const operationIds = [id(8, 101), id(8, 102)];
      await counter.button('receipt.yes').click();
      await counter.button('codes.revealAll').waitFor();
      expect(await counter.made('receipts.print')).toMatchObject([{ operationIds }]);
      expect(await counter.made('receipts.answer')).toMatchObject([{ operationIds, printed: true }]);
    });
  });

  it('keeps the sheet where a hand-over could not be written down, and hands over what is left', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      await counter.button('sale.buy').click();
      await counter.button('codes.revealAll').click();
      await counter.set({ failing: { 'reveals.handOverSeveral': 'journal_not_writable' } });
      await counter.button('codes.done').click();
      await counter.page.getByRole('dialog').getByRole('alert').waitFor();
      await counter.set({ failing: {} });
      await counter.button('codes.done').click();
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      await counter.text('sale.empty').waitFor();
    });
  });

  it('asks once more where all lines together are large', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1, 1]);
      await counter.set({ failing: { 'orders.buyBasket': { code: 'large_sale', field: 'lines' } } });
      await counter.button('sale.buy').click();
      await counter.button('sale.large.buy', { count: 2 }).waitFor();
      await counter.set({ failing: {} });
      expect(await counter.axe()).toEqual([]);
      await counter.button('sale.large.buy', { count: 2 }).click();
      await counter.button('codes.revealAll').waitFor();
      expect((await counter.made('orders.buyBasket')).at(-1)).toMatchObject({ largeConfirmed: true });
    });
  });

  it('tells main its lines, so that a page that is loaded again comes back to them', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [2, 1]);
      await lines(counter).first().waitFor();
      const kept = (await counter.made('screen.keepPlace')).at(-1);
      expect(kept).toMatchObject({
        basket: { lines: [{ quantity: 2 }], reference: '' },
        sale: { kind: 'draft', quantity: 1 },
      });
    });
  });

  it('two currencies have two totals', async () => {
    await withCounter({ language }, async (counter) => {
      await put(counter, [1]);
      await counter.button('sale.basket.add').click();
      await counter.page.getByRole('button', { name: counter.words('wallet.label') }).click();
      const dollars = { ar: 'محفظة الدولار', en: 'Dollar wallet' }[languages[language].service];
      await counter.page.getByRole('option', { name: dollars }).click();
      await counter.cards().first().getByText('$').or(counter.cards().first().getByText('USD')).first().waitFor();
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.revealAll').waitFor();
      const { shownTotals } = await placed(counter);
      expect(shownTotals.map(({ currency }) => currency)).toEqual(['KWD', 'USD']);
    });
  });
});
