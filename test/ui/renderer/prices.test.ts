import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import type { CounterPage } from './counter-page.ts';
import { id, walletIds } from './double-data.ts';
import { someChanges, somePrices } from './double-price-list.ts';
import { everyPin } from './double-staff.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const mona = { id: id(9, 1), name: 'Mona', role: 'manager' as const };
const omar = { id: id(9, 2), name: 'Omar', role: 'cashier' as const };
const sara = { id: id(9, 3), name: 'Sara', role: 'auditor' as const };
const people = [mona, omar, sara];
const fixed = {
  ...somePrices,
  rules: somePrices.rules.slice(0, 1),
};

const field = (counter: CounterPage, key: MessageKey) =>
  counter.page.getByLabel(counter.words(key), { exact: true }).first();
const firstTile = (counter: CounterPage) => counter.cards().first();
const toPrices = async (counter: CounterPage): Promise<void> => {
  await firstTile(counter).waitFor();
  await counter.area('nav.counter').click();
  await counter.button('prices.link').click();
};

describe.each(languageCodes)('selling prices in %s', (language) => {
  it('stand on tiles, in the sale and on the order, and the cost on none of them until it is asked for', async () => {
    await withCounter({ language, double: { prices: fixed } }, async (counter) => {
      await firstTile(counter).waitFor();
      expect(await firstTile(counter).textContent()).toContain('3.250');
      expect(await firstTile(counter).textContent()).not.toContain('2.850');
      await firstTile(counter).click();
      const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
      expect(await panel.textContent()).toContain('3.250');
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([
        { pricesRevision: 5, shownTotal: { amount: '3.250', currency: 'KWD' } },
      ]);
      expect(await panel.textContent()).not.toContain('2.850');
      await counter.page.keyboard.press('Escape');
      await counter.button('catalogue.cost.show').click();
      await firstTile(counter).getByText('2.850').waitFor();
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('ask in words of ours which wallet a rule is for, while none is chosen', async () => {
    await withCounter({ language }, async (counter) => {
      await toPrices(counter);
      await counter.button('prices.rule.add').click();
      await counter.page.getByRole('button', { name: counter.words('prices.for') }).click();
      await counter.page.getByRole('option', { name: counter.words('prices.kind.wallet'), exact: true }).click();
      const which = counter.page.locator('.choice', { hasText: counter.words('prices.target.wallet') }).last();
      expect(await which.getByRole('button').textContent()).toBe(counter.words('app.choice.none'));
    });
  });

  it('that a manager changed since are said old beside new, and nothing is sold at the old one', async () => {
    await withCounter({ language, double: { prices: fixed } }, async (counter) => {
      await firstTile(counter).click();
      const dearer = { ...somePrices.rules[0], form: { kind: 'fixed' as const, amount: '3.5' } };
      await counter.set({ prices: { revision: 6, rules: [dearer as (typeof somePrices.rules)[number]] } });
      await counter.button('sale.buy').click();
      await counter.text('failure.charge_changed.says').waitFor();
      const change = counter.page.locator('.sale__change');
      await change.waitFor();
      const said = await change.textContent();
      expect([said?.includes('3.250'), said?.includes('3.500')]).toEqual([true, true]);
      const totals = await counter.page.locator('.sale__total').allTextContents();
      expect([totals.length, totals[0]?.includes('3.250'), totals[1]?.includes('3.500')]).toEqual([2, true, true]);
      expect(await counter.axe()).toEqual([]);
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({
        pricesRevision: 6,
        shownTotal: { amount: '3.500' },
      });
    });
  });

  it('that are the same by changed rules, or at a changed cost, ask nobody', async () => {
    const double = { prices: fixed, outcome: 'refused', refusal: 'price_changed' } as const;
    await withCounter({ language, double }, async (counter) => {
      await firstTile(counter).click();
      // The rule of another card: the total is as it was.
      await counter.set({ prices: { revision: 7 } });
      await counter.set({ held: ['catalogue.freshCard'] });
      await counter.button('sale.buy').click();
      await counter.text('sale.price.reading').waitFor();
      await counter.set({ outcome: 'completed' });
      await counter.letGo();
      await counter.button('codes.reveal').waitFor();
      const placed = await counter.made('orders.place');
      expect(placed.map((input) => (input as { pricesRevision: number }).pricesRevision)).toEqual([5, 7, 7]);
      expect(placed.at(-1)).toMatchObject({ shownTotal: { amount: '3.250' }, replaces: id(8, 101) });
    });
  });

  it.each(['before', 'while'] as const)('at a changed cost ask who was away %s the refusal came', async (away) => {
    await withCounter({ language, double: { prices: fixed, outcome: 'unknown' } }, async (counter) => {
      await firstTile(counter).click();
      await counter.button('sale.buy').click();
      await counter.button('sale.watch.next').waitFor();
      await counter.area('nav.orders').click();
      if (away === 'before') await counter.area('nav.sell').click();
      const refusal = { code: 'price_changed' as const };
      await counter.settle(id(8, 101), { state: 'refused', refusal, cancellable: false });
      if (away === 'while') await counter.area('nav.sell').click();
      await counter.text('failure.price_changed.says').waitFor();
      await counter.button('sale.buy').waitFor();
      expect(await counter.made('orders.place')).toHaveLength(1);
      expect(await counter.made('catalogue.freshCard')).toEqual([]);
    });
  });

  it('are set by a manager, say what is wrong at its field and lose nothing, and stand on the tiles at once', async () => {
    await withCounter({ language, double: { staff: { people, me: mona.id } } }, async (counter) => {
      await toPrices(counter);
      await counter.button('prices.rule.add').click();
      await field(counter, 'prices.fixed').fill('٣٫٧٥٠٠');
      await counter.button('prices.save').click();
      await counter.text('prices.wrong.card').waitFor();
      const find = field(counter, 'prices.target.find');
      await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true);
      await field(counter, 'prices.target.find').fill({ ar: 'زين', en: 'zain' }[language]);
      await counter.page.locator('.prices__found button').first().click();
      await counter.button('prices.save').click();
      await counter.text('prices.wrong.fixed').waitFor();
      expect(await field(counter, 'prices.fixed').inputValue()).toBe('٣٫٧٥٠٠');
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await field(counter, 'prices.fixed').fill('٣٫٧٥');
      await counter.page.keyboard.press('Enter');
      const rule = counter.page.locator('.prices__row').first();
      await rule.waitFor();
      expect(await rule.textContent()).toContain('3.75');
      await counter.page.locator('.prices__change', { hasText: 'Mona' }).waitFor();
      await counter.area('nav.sell').click();
      await counter.cards().filter({ hasText: '3.75' }).first().waitFor();
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await rule.getByRole('button').last().click();
      await counter.page.getByRole('alertdialog').getByRole('button').first().click();
      await counter.text('prices.rules.none').waitFor();
      expect(await counter.page.locator('.prices__change').count()).toBe(2);
    });
  });

  it('that lack a rate say so in their row, until it is entered', async () => {
    const rules = somePrices.rules.slice(0, 1).map((rule) => ({ ...rule, currency: 'USD' }));
    await withCounter({ language, double: { prices: { ...somePrices, rules, rates: [] } } }, async (counter) => {
      await toPrices(counter);
      const row = counter.page.locator('.prices__row').first();
      const said = row.getByText(counter.words('prices.missing.rate', { from: 'KWD', to: 'USD' }));
      await said.waitFor();
      expect(await counter.axe()).toEqual([]);
      await field(counter, 'prices.rate.to').fill('usd');
      await field(counter, 'prices.rate').fill('3.25');
      await counter.button('prices.rate.add').click();
      await counter.text('prices.saved').waitFor();
      await said.waitFor({ state: 'hidden' });
    });
  });

  it('take a rate and a face value, each wrong one said at its field', async () => {
    await withCounter({ language }, async (counter) => {
      await toPrices(counter);
      await field(counter, 'prices.rate.to').fill('kwd');
      await field(counter, 'prices.rate').fill('3,25');
      await counter.button('prices.rate.add').click();
      await counter.text('prices.wrong.to').waitFor();
      await field(counter, 'prices.rate.to').fill('usd');
      await counter.button('prices.rate.add').click();
      await counter.text('prices.wrong.rate').waitFor();
      expect(await field(counter, 'prices.rate').inputValue()).toBe('3,25');
      await field(counter, 'prices.rate').fill('3.25');
      await counter.button('prices.rate.add').click();
      await counter.text('prices.saved').waitFor();
      await counter.button('prices.faceValue.add').click();
      await counter.text('prices.wrong.card').waitFor();
      expect(await counter.made('prices.setRate')).toHaveLength(3);
    });
  });

  it('are read by an auditor, who changes none, and are not for a cashier', async () => {
    const double = { staff: { people, me: sara.id }, prices: somePrices, priceChanges: someChanges };
    await withCounter({ language, double }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await counter.text('prices.readOnly').waitFor();
      expect(await counter.page.locator('.prices button[type="submit"]').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
    });
    await withCounter({ language, double: { staff: { people, me: omar.id }, prices: fixed } }, async (counter) => {
      await firstTile(counter).waitFor();
      expect(await counter.button('catalogue.cost.show').count()).toBe(0);
      expect(await counter.page.content()).not.toContain('2.850');
      await counter.area('nav.counter').click();
      await counter.text('people.managerOnly').waitFor();
      expect(await counter.button('prices.link').count()).toBe(0);
    });
  });

  it('leave no cost behind for the cashier who comes after a manager', async () => {
    await withCounter({ language, double: { staff: { people, me: mona.id }, prices: fixed } }, async (counter) => {
      await firstTile(counter).waitFor();
      await counter.button('catalogue.cost.show').click();
      await firstTile(counter).getByText('2.850').waitFor();
      await counter.page.keyboard.press('Alt+0');
      await counter.page.locator('.lock__person', { hasText: 'Omar' }).click();
      await counter.page.locator('.lock__form input').fill(everyPin);
      await counter.page.keyboard.press('Enter');
      await firstTile(counter).waitFor();
      expect(await counter.page.content()).not.toContain('2.850');
      await firstTile(counter).click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
    });
  });
});

it('knows the wallet that a rule is for by its name', async () => {
  await withCounter({ language: 'en', double: { prices: somePrices, priceChanges: someChanges } }, async (counter) => {
    await toPrices(counter);
    await counter.page.locator('.prices__row').first().waitFor();
    expect(await counter.page.locator('.prices').textContent()).not.toContain(walletIds.kwd);
  });
});
