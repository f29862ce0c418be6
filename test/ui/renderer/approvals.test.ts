import { describe, expect, it } from 'vitest';
import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { pageMessages, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import type { CounterPage } from './counter-page.ts';
import { id } from './double-data.ts';
import { everyPin } from './double-staff.ts';
import type { DoubleOptions } from './double-world.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const omar = { id: id(9, 1), name: 'Omar', role: 'cashier' as const };
const mona = { id: id(9, 2), name: 'Mona', role: 'manager' as const };
const ali = { id: id(9, 3), name: 'Ali', role: 'manager' as const };

const shop = (approvals: Readonly<Record<string, readonly ApprovalKind[]>>, people = [omar, mona]): DoubleOptions => ({
  staff: { people, me: omar.id },
  approvals,
});
const dialog = (counter: CounterPage) => counter.page.getByRole('dialog', { name: counter.words('approval.title') });
const quantity = (counter: CounterPage) => counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });
const pin = (counter: CounterPage) => dialog(counter).locator('input');

/** A sale of four, bought by keys. */
async function buyFour(counter: CounterPage): Promise<void> {
  await counter.cards().first().click();
  await quantity(counter).waitFor();
  await counter.page.keyboard.press('4');
  await counter.page.keyboard.press('Enter');
  await dialog(counter).waitFor();
}

describe.each(languageCodes)('in %s a manager’s PIN', (language) => {
  it('beside the cashier’s sells what passes a limit, by keys alone, in that one call', async () => {
    await withCounter({ language, double: shop({ 'orders.place': ['shiftLimit', 'cardLimit'] }) }, async (counter) => {
      await buyFour(counter);
      for (const kind of ['shiftLimit', 'cardLimit'] as const)
        expect(await dialog(counter).textContent()).toContain(counter.words(`approval.${kind}`));
      expect(await dialog(counter).locator('.approval__subject').textContent()).toContain('11.400');
      expect(await dialog(counter).locator('.approval__reasons').textContent()).not.toMatch(/\d/);
      expect(await counter.axe()).toEqual([]);
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      const made = await counter.made('orders.place');
      expect(made).toMatchObject([{ quantity: 4 }, { quantity: 4, approval: { by: mona.id, pin: everyPin } }]);
      expect(made[0]).not.toHaveProperty('approval');
      // Nothing of it stays on the page.
      expect(await counter.page.content()).not.toContain(everyPin);
    });
  });

  it('that is wrong says so, and Escape gives the sale back as it was', async () => {
    await withCounter({ language, double: shop({ 'orders.place': ['saleLimit'] }) }, async (counter) => {
      await buyFour(counter);
      await counter.type('9999');
      await counter.page.keyboard.press('Enter');
      await dialog(counter).getByText(counter.words('failure.pin_wrong.says'), { exact: false }).waitFor();
      expect(await pin(counter).inputValue()).toBe('');
      await expect.poll(() => pin(counter).evaluate((input) => input === document.activeElement)).toBe(true);
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      await counter.text('failure.limit_exceeded.says').waitFor();
      expect(await quantity(counter).inputValue()).toBe('4');
      expect(await counter.axe()).toEqual([]);
      // Asked again with the next press; a smaller sale begins anew.
      await counter.button('sale.buy').click();
      await dialog(counter).waitFor();
      await counter.page.keyboard.press('Escape');
      await quantity(counter).fill('1');
      await counter.text('failure.limit_exceeded.says').waitFor({ state: 'detached' });
    });
  });

  it('is one of two managers’, who is chosen first; a lock is said with its time', async () => {
    const locked = { ...mona, lockedUntil: '2027-01-15T10:20:00.000Z' };
    await withCounter(
      { language, double: shop({ 'orders.place': ['largeSale'] }, [omar, locked, ali]) },
      async (counter) => {
        await buyFour(counter);
        await counter.page.keyboard.press('Enter');
        await pin(counter).waitFor();
        await counter.type(everyPin);
        await counter.page.keyboard.press('Enter');
        await dialog(counter).getByText(counter.words('failure.pin_locked.says')).waitFor();
        // Who is locked is the manager: nobody is told to ask one for a new PIN.
        const next = (key: MessageKey): string => pageMessages[language][key].split('}').at(-1) ?? '';
        const said = await dialog(counter).textContent();
        expect([
          said?.includes(next('people.lockedUntil')),
          said?.includes(next('people.lockedUntil.manager')),
        ]).toEqual([false, true]);
        await dialog(counter)
          .getByRole('button', { name: counter.words('approval.other') })
          .click();
        await dialog(counter).getByRole('button', { name: 'Ali' }).click();
        await counter.type(everyPin);
        await counter.page.keyboard.press('Enter');
        await counter.button('codes.revealAll').waitFor();
        expect(await counter.made('orders.place')).toMatchObject([
          {},
          { approval: { by: mona.id } },
          { approval: { by: ali.id } },
        ]);
      },
    );
  });

  it('for a basket is asked for over its lines and what they come to, and leaves it as it was', async () => {
    await withCounter({ language, double: shop({ 'orders.buyBasket': ['largeSale'] }) }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.basket.add').click();
      await counter.cards().nth(1).click();
      await counter.button('sale.buy').click();
      await dialog(counter).waitFor();
      const inPanel = counter.page.locator('.sale__total .money');
      const total = (await inPanel.textContent()) ?? '';
      const subjects = dialog(counter).locator('.approval__subject');
      expect(await subjects.count()).toBe(3);
      expect(await subjects.last().textContent()).toContain(total);
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      await counter.text('failure.approval_required.says').waitFor();
      expect(await inPanel.textContent()).toBe(total);
      await counter.button('sale.buy').click();
      await pin(counter).waitFor();
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      expect((await counter.made('orders.buyBasket')).at(-1)).toMatchObject({ approval: { by: mona.id } });
    });
  });

  it('is asked for by nobody behind the lock', async () => {
    await withCounter({ language, double: shop({ 'orders.place': ['saleLimit'] }) }, async (counter) => {
      await buyFour(counter);
      await counter.notify('lockChanged', { locked: true });
      await dialog(counter).waitFor({ state: 'detached' });
      expect(await counter.made('orders.place')).toHaveLength(1);
    });
  });

  it('for the codes and for the receipt of several cards is asked for over what they are', async () => {
    const double = shop({ 'reveals.showSeveral': ['codesAgain'], 'receipts.print': ['codesAgain'] });
    await withCounter({ language, double }, async (counter) => {
      await counter.cards().nth(0).click();
      await counter.button('sale.basket.add').click();
      await counter.cards().nth(1).click();
      await counter.button('sale.buy').click();
      await counter.button('codes.revealAll').click();
      const subjects = dialog(counter).locator('.approval__subject');
      await subjects.first().waitFor();
      // Both cards, and what they come to.
      expect(await subjects.count()).toBe(3);
      expect(await subjects.last().textContent()).toContain(counter.words('sale.total'));
      await counter.page.keyboard.press('Escape');
      await subjects.first().waitFor({ state: 'detached' });
      await counter.button('receipt.print').click();
      await counter.button('receipt.send').click();
      await subjects.first().waitFor();
      expect(await subjects.count()).toBe(3);
    });
  });

  it('shows codes again over their sheet, which stays where it is left', async () => {
    await withCounter({ language, double: shop({ 'reveals.show': ['codesAgain'] }) }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').click();
      await dialog(counter).waitFor();
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      await counter.text('failure.approval_required.says').waitFor();
      await counter.button('codes.reveal').click();
      await pin(counter).waitFor();
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.hide').waitFor();
    });
  });
});

describe.each(languageCodes)('in %s a decision', (language) => {
  it('is a cashier’s to take with a manager’s PIN over its own question, and stays open without', async () => {
    await withCounter({ language, double: shop({ 'orders.decide': ['decision'] }) }, async (counter) => {
      const confirm = counter.page
        .getByRole('alertdialog')
        .getByRole('button', { name: counter.words('decision.accept-not-bought.confirm') });
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').nth(4).click();
      await counter.button('decision.accept-not-bought.do').click();
      await confirm.click();
      await pin(counter).waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      await counter.text('failure.approval_required.says').waitFor();
      await confirm.click();
      await pin(counter).waitFor();
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await dialog(counter).waitFor({ state: 'detached' });
      await counter.button('decision.accept-not-bought.do').waitFor({ state: 'detached' });
      expect(await counter.made('orders.decide')).toMatchObject([
        { choice: 'accept-not-bought' },
        { choice: 'accept-not-bought' },
        { choice: 'accept-not-bought', approval: { by: mona.id } },
      ]);
    });
  });
});

describe.each(languageCodes)('another price in %s', (language) => {
  it('is typed in either digits, is the total, is asked of a manager, and goes as it came', async () => {
    await withCounter({ language, double: shop({ 'orders.place': ['otherCharge'] }) }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.otherPrice').click();
      const price = counter.page.getByLabel(
        counter.words('sale.otherPrice.label', { unit: counter.words('currency.KWD') }),
      );
      await price.waitFor();
      expect(await counter.button('sale.buy').isDisabled()).toBe(true);
      await counter.type('3.1234');
      await counter.text('sale.otherPrice.invalid').waitFor();
      await price.fill('٣٫٥');
      const total = counter.page.locator('.sale__total .money');
      await expect.poll(() => total.textContent()).toContain('3.500');
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Enter');
      await pin(counter).waitFor();
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      expect(await price.inputValue()).toBe('٣٫٥');
      await counter.button('sale.buy').click();
      await pin(counter).waitFor();
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({
        otherPrice: '3.5',
        shownTotal: { amount: '3.500', currency: 'KWD' },
      });
    });
  });

  it('goes back to the one that is set', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.otherPrice').click();
      await counter.type('9');
      await counter.button('sale.otherPrice.usual').click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      const [made] = await counter.made('orders.place');
      expect(made).not.toHaveProperty('otherPrice');
      expect(made).toMatchObject({ shownTotal: { amount: '2.850' } });
    });
  });
});

describe.each(languageCodes)('limits in %s', (language) => {
  it('are set by a manager, with what is wrong beside its field, and their changes with who made them', async () => {
    await withCounter({ language, double: { staff: { people: [omar, mona], me: mona.id } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('limits.link').click();
      const kwd = counter.page.getByRole('region', { name: counter.words('currency.KWD') });
      const field = (kind: 'sale' | 'shift' | 'card') =>
        kwd.getByLabel(counter.words(`limits.${kind}`), { exact: true });
      await field('sale').fill('٥٠');
      await field('shift').fill('many');
      await counter.page.keyboard.press('Enter');
      await kwd.getByText(counter.words('limits.wrong')).waitFor();
      await expect.poll(() => field('shift').evaluate((input) => input === document.activeElement)).toBe(true);
      await field('shift').fill('');
      await counter.page.keyboard.press('Enter');
      await kwd.getByText(counter.words('prices.saved')).waitFor();
      expect((await counter.made('limits.set')).at(-1)).toEqual({
        currency: 'KWD',
        sale: '50',
        shift: null,
        card: null,
      });
      const changes = counter.page.getByRole('region', { name: counter.words('limits.change') });
      expect(await changes.textContent()).toContain('Mona');
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Escape');
      await counter.button('limits.link').waitFor();
    });
  });

  it('are no cashier’s to see, and nobody’s where there are no people', async () => {
    for (const me of [omar.id, null])
      await withCounter(
        { language, double: { staff: { people: me === null ? [] : [omar, mona], me } } },
        async (counter) => {
          await counter.area('nav.counter').click();
          await counter.button('diagnosis.open').waitFor();
          expect(await counter.button('limits.link').count()).toBe(0);
        },
      );
  });
});
