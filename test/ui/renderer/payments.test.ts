import { describe, expect, it } from 'vitest';
import type { PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { soldOrder } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar, paidDay, sara, staffWith } from './day-reports.ts';
import { ago, id, order } from './double-data.ts';
import { everyPin } from './double-staff.ts';
import { press } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const favourite = { favourites: [id(4, 2)] };

const means = (counter: CounterPage, name: PaymentMeans) =>
  counter.page.getByRole('radio', { name: counter.words(`payment.means.${name}`), exact: true });
const pressed = (counter: CounterPage) => counter.page.locator('.means-choice .pill[aria-checked="true"]');

async function sellByKeys(counter: CounterPage): Promise<void> {
  await counter.cards().first().waitFor();
  await counter.page.keyboard.press('Alt+1');
  await expect
    .poll(() => counter.page.evaluate(() => document.activeElement?.classList.contains('number-input__input')))
    .toBe(true);
  await counter.page.keyboard.press('Enter');
  await counter.button('codes.reveal').waitFor();
}

/** With the order of a sale in sight. */
async function open(counter: CounterPage, added: typeof soldOrder): Promise<void> {
  await counter.addOrder(added);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: added.saleNumber ?? '' })
    .click();
  await counter.page.locator('.order-page').waitFor();
}

/** Moves by Tab alone to what has these words. */
async function tabTo(counter: CounterPage, words: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    const at = await counter.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
    if (at === words) return;
    passed.push(at.slice(0, 30));
    await counter.page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${words}: ${passed.join(' | ')}`);
}

describe.each(languageCodes)('how customers pay, in %s,', (language) => {
  it('is nowhere until a manager wants it, who chooses what is usual', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id), preferences: favourite } }, async (counter) => {
      await open(counter, soldOrder);
      expect(await counter.page.locator('.order-payment').count()).toBe(0);
      expect(await counter.made('payments.sale')).toEqual([]);
      await counter.area('nav.counter').click();
      const choice = counter.page.locator('.choice', { hasText: counter.words('payment.noting.usual') });
      await choice.getByRole('button').click();
      await counter.page.getByRole('option', { name: counter.words('payment.noting.cash'), exact: true }).click();
      await counter.text('payment.noting.saved').waitFor();
      expect(await counter.made('payments.setUsual')).toEqual([{ usual: 'cash' }]);
      expect(await counter.axe()).toEqual([]);
      await counter.area('nav.orders').click();
      await counter.page.locator('.order-payment').waitFor();
    });
  });

  it('costs no press where it is the usual way, and one key where it is another', async () => {
    await withCounter(
      { language, double: { orders: 'none', usual: 'cash', preferences: favourite } },
      async (counter) => {
        await sellByKeys(counter);
        await expect.poll(() => pressed(counter).textContent()).toBe(counter.words('payment.means.cash'));
        expect(await counter.axe()).toEqual([]);
        expect(await counter.smallTargets()).toEqual([]);
        await counter.page.keyboard.press('m');
        await expect.poll(() => pressed(counter).textContent()).toBe(counter.words('payment.means.card'));
        await counter.page.keyboard.press('Enter');
        await counter.codes.locator('[data-part="voucher"]').waitFor();
        await expect.poll(() => counter.button('codes.done').isEnabled()).toBe(true);
        await counter.button('codes.done').press('Enter');
        await counter.text('sale.empty').waitFor();
        expect(await counter.made('payments.note')).toMatchObject([{ means: 'card' }]);
        await sellByKeys(counter);
        await counter.button('codes.reveal').press('Enter');
        await expect.poll(() => counter.button('codes.done').isEnabled()).toBe(true);
        await counter.button('codes.done').press('Enter');
        await counter.text('sale.empty').waitFor();
        expect(await counter.made('payments.note')).toHaveLength(1);
      },
    );
  });

  it('goes back by keyboard alone, with a manager’s PIN for a cashier, and never more than was paid', async () => {
    const approvals = { 'payments.giveBack': ['moneyBack'] } as const;
    await withCounter(
      { language, double: { usual: 'cash', staff: staffWith(omar.id), approvals } },
      async (counter) => {
        await open(counter, soldOrder);
        await counter.page.locator('.order-payment').waitFor();
        await tabTo(counter, counter.words('payment.refund'));
        await counter.page.keyboard.press('Enter');
        const dialog = counter.page.getByRole('alertdialog');
        await dialog.waitFor();
        expect(await counter.axe()).toEqual([]);
        const amount = dialog.getByRole('textbox');
        expect(await amount.inputValue()).toBe('4.750');
        await amount.focus();
        await counter.page.keyboard.press('Control+A');
        await counter.type('٢٫٥');
        await tabTo(counter, counter.words('payment.refund'));
        await counter.page.keyboard.press('Enter');
        await counter.page.getByRole('dialog', { name: counter.words('approval.title') }).waitFor();
        await counter.text('approval.moneyBack').waitFor();
        // What goes back, and of which card: a manager says no word about what nobody shows.
        expect(await counter.page.locator('.approval__subject').first().textContent()).toContain('2.5');
        await counter.type(everyPin);
        await counter.page.keyboard.press('Enter');
        await counter.page.locator('.order-payment__back li').first().waitFor();
        expect(await counter.hasFocus()).toBe(true);
        expect(await counter.made('payments.giveBack')).toMatchObject([
          { revision: 0, means: 'cash', reason: 'code_failed', lines: [{ amount: '2.5' }] },
          { lines: [{ amount: '2.5' }], approval: { by: mona.id, pin: everyPin } },
        ]);
        await counter.button('payment.refund').click();
        await amount.fill('2.251');
        await counter.inQuestion('payment.refund').click();
        await counter.page.getByRole('dialog', { name: counter.words('approval.title') }).waitFor();
        await counter.type(everyPin);
        await counter.page.keyboard.press('Enter');
        await counter.text('payment.refund.wrong').waitFor();
        expect(await counter.page.locator('.field__error').textContent()).toContain('2.250');
        expect(await amount.getAttribute('aria-invalid')).toBe('true');
        expect(await counter.page.locator('.order-payment__back li').count()).toBe(1);
      },
    );
  });

  it('is on a paper whose printing was cancelled calmly, and looked for where it broke off', async () => {
    await withCounter({ language, double: { usual: 'cash', staff: staffWith(mona.id) } }, async (counter) => {
      await open(counter, soldOrder);
      await counter.button('payment.refund').click();
      await counter.inQuestion('payment.refund').click();
      await counter.button('payment.print').waitFor();
      await counter.set({ printFault: 'refused' });
      await counter.button('payment.print').click();
      await counter.text('receipt.cancelled').waitFor();
      expect(await counter.text('failure.print_failed.says').count()).toBe(0);
      await counter.set({ printFault: 'printer_gone' });
      await counter.button('payment.print').click();
      await counter.text('failure.print_failed.next').waitFor();
    });
  });

  it('that was paid for nothing is at the tray, in Orders and on the day at a glance until it went back', async () => {
    await withCounter(
      { language, double: { orders: 'none', usual: 'cash', staff: staffWith(mona.id) } },
      async (counter) => {
        const waiting = order(92, { state: 'accepted', intendedAt: ago(0) });
        await open(counter, waiting);
        await counter.button('payment.ahead').click();
        await counter.text('payment.ahead.noted').waitFor();
        const owedEntry = counter.page.locator('.tray__item', { hasText: counter.words('tray.owed') });
        expect(await owedEntry.count()).toBe(0);
        expect(await counter.page.getByRole('radio', { name: counter.words('day.owed') }).count()).toBe(0);
        await counter.settle(waiting.operationId, { state: 'failed' });
        await owedEntry.waitFor();
        expect(await owedEntry.textContent()).toContain(waiting.charge.total.amount);
        expect(await counter.axe()).toEqual([]);
        expect(await counter.cutOff()).toEqual([]);

        await counter.area('nav.day').click();
        const tile = counter.page.locator('.today__tile', { hasText: counter.words('day.owed') });
        await tile.waitFor();
        expect(await tile.textContent()).toContain(waiting.charge.total.amount);
        expect(await tile.textContent()).toContain(waiting.cardName?.[language]);
        await press(counter, tile);
        await press(counter, counter.button('payment.refund'));
        await counter.inQuestion('payment.refund').click();
        await counter.page.locator('.order-payment__back li').first().waitFor();
        await expect.poll(() => owedEntry.count()).toBe(0);
        await counter.area('nav.day').click();
        await counter.page.locator('.today__tile').first().waitFor();
        await expect.poll(() => tile.count()).toBe(0);
        expect(await counter.hasFocus()).toBe(true);
      },
    );
  });

  it('stays in sight where it is not noted any more, and goes back with a paper for the customer', async () => {
    await withCounter(
      { language, double: { orders: 'none', usual: 'cash', staff: staffWith(mona.id) } },
      async (counter) => {
        const waiting = order(92, { state: 'accepted', intendedAt: ago(0) });
        await open(counter, waiting);
        await counter.button('payment.ahead').click();
        await counter.text('payment.ahead.noted').waitFor();
        await counter.area('nav.counter').click();
        await counter.page
          .locator('.choice', { hasText: counter.words('payment.noting.usual') })
          .getByRole('button')
          .click();
        await counter.page.getByRole('option', { name: counter.words('payment.noting.none'), exact: true }).click();
        await counter.text('payment.noting.saved').waitFor();
        await counter.settle(waiting.operationId, { state: 'failed' });
        const owedEntry = counter.page.locator('.tray__item', { hasText: counter.words('tray.owed') });
        await owedEntry.waitFor();
        await counter.area('nav.day').click();
        const tile = counter.page.locator('.today__tile', { hasText: counter.words('day.owed') });
        await press(counter, tile);
        await counter.text('payment.owed').waitFor();
        expect(await means(counter, 'card').isDisabled()).toBe(true);
        expect(await counter.axe()).toEqual([]);
        await press(counter, counter.button('payment.refund'));
        await counter.inQuestion('payment.refund').click();
        await counter.button('payment.print').waitFor();
        await expect.poll(() => owedEntry.count()).toBe(0);
        expect(await counter.button('payment.refund').count()).toBe(0);
        expect(await counter.made('payments.giveBack')).toMatchObject([{ reason: 'not_bought', means: 'cash' }]);
      },
    );
  });

  it('that went back for many sales is one way from the day at a glance to the list of them', async () => {
    const double = { usual: 'cash', staff: staffWith(mona.id) } as const;
    await withCounter({ language, double: { ...double, orders: 'none' } }, async (counter) => {
      for (const index of [92, 93, 94, 95]) {
        const waiting = order(index, { state: 'accepted', intendedAt: ago(0) });
        await open(counter, waiting);
        await counter.button('payment.ahead').click();
        await counter.text('payment.ahead.noted').waitFor();
        await counter.settle(waiting.operationId, { state: index === 95 ? 'cancelled' : 'failed' });
        await counter.text('payment.owed').waitFor();
      }
      await counter.area('nav.day').click();
      const tile = counter.page.locator('.today__tile', { hasText: counter.words('day.owed') });
      await expect.poll(() => tile.textContent()).toContain(counter.words('day.zs.sales', { count: 4 }));
      await press(counter, tile);
      await counter.page.locator('.journal').waitFor();
      await expect.poll(async () => (await counter.made('orders.list')).at(-1)).toMatchObject({ show: 'owed' });
      await expect.poll(() => counter.page.getByRole('option').count()).toBe(4);
    });
  });

  it('goes back whole where no code was handed over, and the sale is void', async () => {
    await withCounter({ language, double: { usual: 'cash', staff: staffWith(mona.id) } }, async (counter) => {
      await open(counter, order(91, { codesState: 'sealed', intendedAt: ago(0) }));
      await counter.button('payment.void').click();
      const question = counter.page.getByRole('alertdialog').locator('.money-back__all');
      expect(await question.locator('div').first().textContent()).toContain('× 1');
      expect(await question.locator('div').last().textContent()).toContain('4.750');
      await counter.inQuestion('payment.void').click();
      await counter.text('payment.voided').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.button('payment.void').count()).toBe(0);
      expect(await counter.button('payment.refund').count()).toBe(0);
      expect(await counter.made('payments.voidSale')).toMatchObject([{ reason: 'customer_left', means: 'cash' }]);
      expect(await counter.axe()).toEqual([]);
      // Nobody waits for its codes any more, and whoever opens them reads what they are.
      expect(await counter.button('codesFile.button').count()).toBe(0);
      expect(await counter.page.locator('.order-page .badge').first().textContent()).toBe(
        counter.words('payment.what.void'),
      );
      await counter.button('journal.openCodes').click();
      await counter.page.getByRole('dialog').getByText(counter.words('codes.keptBack')).waitFor();
      // Nobody pays for it.
      expect(await counter.page.locator('.sheet .means-choice').count()).toBe(0);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(await counter.button('codes.done').count()).toBe(0);
    });
  });

  it('goes back after a restore once somebody has said that it did not before', async () => {
    await withCounter({ language, double: { usual: 'cash', staff: staffWith(mona.id) } }, async (counter) => {
      await open(counter, soldOrder);
      await counter.button('payment.refund').click();
      await counter.set({ failing: { 'payments.giveBack': 'money_back_may_exist' } });
      await counter.inQuestion('payment.refund').click();
      await counter.text('failure.money_back_may_exist.next').waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.set({ failing: {} });
      await counter.inQuestion('payment.refund.lost').click();
      await counter.page.locator('.order-payment__back li').first().waitFor();
      const made = await counter.made('payments.giveBack');
      expect(made.map((asked) => 'afterRestore' in Object(asked))).toEqual([false, true]);
    });
  });

  it('asks a cashier about a restore before the manager’s PIN, which is typed once', async () => {
    const approvals = { 'payments.giveBack': ['moneyBack'] } as const;
    const double = { usual: 'cash', staff: staffWith(omar.id), approvals } as const;
    await withCounter({ language, double }, async (counter) => {
      await open(counter, soldOrder);
      await counter.button('payment.refund').click();
      await counter.set({ mayBeBack: true });
      await counter.inQuestion('payment.refund').click();
      await counter.text('failure.money_back_may_exist.next').waitFor();
      expect(await counter.made('payments.giveBack')).toEqual([]);
      expect(await counter.hasFocus()).toBe(true);
      await counter.inQuestion('payment.refund.lost').click();
      await counter.page.getByRole('dialog', { name: counter.words('approval.title') }).waitFor();
      await counter.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.page.locator('.order-payment__back li').first().waitFor();
      expect(await counter.made('payments.giveBack')).toMatchObject([
        { afterRestore: true },
        { afterRestore: true, approval: { by: mona.id } },
      ]);
    });
  });

  it('is owed where the customer paid ahead and nothing was bought', async () => {
    await withCounter({ language, double: { usual: 'card', staff: staffWith(omar.id) } }, async (counter) => {
      const waiting = order(92, { state: 'accepted', intendedAt: ago(0) });
      await open(counter, waiting);
      await counter.button('payment.ahead').click();
      await counter.text('payment.ahead.noted').waitFor();
      await counter.button('payment.ahead.undo').click();
      await counter.text('payment.ahead.says').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      await counter.button('payment.ahead').click();
      await counter.text('payment.ahead.noted').waitFor();
      await counter.settle(waiting.operationId, { state: 'failed' });
      await counter.text('payment.owed').waitFor();
      await counter.button('payment.refund').click();
      expect(await counter.page.getByRole('alertdialog').getByRole('textbox').inputValue()).toBe('4.750');
      await counter.inQuestion('payment.refund').click();
      await counter.page.locator('.order-payment__back li').first().waitFor();
      expect(await counter.text('payment.owed').count()).toBe(0);
      expect(await counter.made('payments.giveBack')).toMatchObject([{ reason: 'not_bought', means: 'card' }]);
    });
  });

  it('is only looked at by an auditor', async () => {
    await withCounter({ language, double: { usual: 'cash', staff: staffWith(sara.id) } }, async (counter) => {
      await open(counter, soldOrder);
      await counter.page.locator('.order-payment').waitFor();
      expect(await means(counter, 'card').isDisabled()).toBe(true);
      expect(await counter.button('payment.refund').count()).toBe(0);
    });
  });

  it('stands in the day by means, with the cash to expect and what is missing', async () => {
    await withCounter({ language, double: { usual: 'cash', day: paidDay } }, async (counter) => {
      await counter.area('nav.day').click();
      const table = counter.page.getByRole('table', { name: counter.words('day.byMeans') });
      await table.waitFor();
      expect(await table.getByRole('row').count()).toBe(3);
      await counter.text('day.cash.expected').waitFor();
      await counter.text('day.voided.says').waitFor();
      const voided = counter.page.getByRole('region', { name: counter.words('day.voided') });
      expect(await voided.locator('.badge').allTextContents()).toEqual([counter.words('payment.what.void')]);
      await counter.text('day.owed.says').waitFor();
      const total = counter.page.locator('.order-lines p', { hasText: counter.words('day.owed.total') });
      expect(await total.textContent()).toContain('6.250');
      expect(await counter.page.getByRole('table', { name: counter.words('report.byCategory') }).count()).toBe(1);
      expect(await counter.text('day.cash.honest').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
    });
  });
});
