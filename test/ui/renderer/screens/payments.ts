import type { PaymentMeans } from '../../../../src-shared/contract/payment-words.ts';
import { soldOrder } from '../complaint-data.ts';
import type { CounterPage } from '../counter-page.ts';
import { mona, omar, paidDay, staffWith } from '../day-reports.ts';
import { ago, order } from '../double-data.ts';
import { buy, shown, type Screen } from './screen.ts';

const means = (counter: CounterPage, name: PaymentMeans) =>
  counter.page.getByRole('radio', { name: counter.words(`payment.means.${name}`), exact: true });

async function openSold(counter: CounterPage): Promise<void> {
  await counter.addOrder(soldOrder);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: soldOrder.saleNumber ?? '' })
    .click();
  await shown(counter.page.locator('.order-payment'));
}

/** How customers pay, and what they get back. */
export const paymentScreens: readonly Screen[] = [
  {
    name: 'payments, whether they are noted',
    double: { usual: 'cash' },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.text('payment.noting.title').scrollIntoViewIfNeeded();
      await shown(counter.text('payment.noting.says'));
    },
  },
  {
    name: 'payments, on the codes sheet',
    double: { usual: 'cash', staff: staffWith(omar.id) },
    reach: async (counter) => {
      await buy(counter);
      await shown(means(counter, 'cash'));
    },
    next: [
      {
        name: 'payments, by card',
        reach: async (counter) => {
          await means(counter, 'card').click();
          await shown(
            counter.page.locator('.pill[aria-checked="true"]', { hasText: counter.words('payment.means.card') }),
          );
        },
      },
    ],
  },
  {
    name: 'payments, of an order that was handed over',
    double: { usual: 'cash', staff: staffWith(mona.id) },
    reach: openSold,
    next: [
      {
        name: 'payments, asked how much goes back',
        reach: async (counter) => {
          await counter.button('payment.refund').click();
          await shown(counter.inQuestion('payment.refund'));
        },
      },
      {
        name: 'payments, more back than was paid',
        reach: async (counter) => {
          await counter.page.getByRole('alertdialog').getByRole('textbox').fill('99');
          await counter.inQuestion('payment.refund').click();
          await shown(counter.text('payment.refund.wrong'));
        },
      },
      {
        name: 'payments, money that went back',
        reach: async (counter) => {
          await counter.page.getByRole('alertdialog').getByRole('textbox').fill('1.250');
          await counter.inQuestion('payment.refund').click();
          await shown(counter.page.locator('.order-payment__back li').first());
        },
      },
    ],
  },
  {
    name: 'payments, asked whether a sale is void',
    double: { usual: 'cash', staff: staffWith(mona.id) },
    reach: async (counter) => {
      await counter.addOrder(order(91, { codesState: 'sealed', intendedAt: ago(0) }));
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await counter.button('payment.void').click();
      await shown(counter.inQuestion('payment.void'));
    },
    next: [
      {
        name: 'payments, asked about a restored backup before a sale is void',
        reach: async (counter) => {
          await counter.set({ failing: { 'payments.voidSale': 'money_back_may_exist' } });
          await counter.inQuestion('payment.void').click();
          await shown(counter.inQuestion('payment.void.lost'));
          await counter.set({ failing: {} });
        },
      },
      {
        name: 'payments, a void sale',
        reach: async (counter) => {
          await counter.inQuestion('payment.void.lost').click();
          await shown(counter.text('payment.voided'));
        },
      },
      {
        name: 'payments, codes of a void sale',
        reach: async (counter) => {
          await counter.button('journal.openCodes').click();
          await shown(counter.text('codes.keptBack'));
        },
      },
    ],
  },
  {
    name: 'payments, paid before there is a result',
    double: { usual: 'card', staff: staffWith(omar.id) },
    reach: async (counter) => {
      await counter.addOrder(order(92, { state: 'accepted', intendedAt: ago(0) }));
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await shown(counter.button('payment.ahead'));
    },
    next: [
      {
        name: 'payments, money to give back',
        reach: async (counter) => {
          await counter.button('payment.ahead').click();
          await shown(counter.text('payment.ahead.noted'));
          await counter.settle(order(92, {}).operationId, { state: 'failed' });
          await shown(counter.text('payment.owed'));
          await shown(counter.page.locator('.tray__item', { hasText: counter.words('tray.owed') }));
        },
      },
      {
        name: 'payments, the orders with money to give back',
        reach: async (counter) => {
          await counter.page.getByRole('radio', { name: counter.words('day.owed') }).click();
          await shown(counter.page.getByRole('option').first());
        },
      },
    ],
  },
  {
    name: 'payments, in the day',
    double: { usual: 'cash', staff: staffWith(mona.id), day: paidDay },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.text('day.byMeans'));
      await counter.text('day.owed.says').scrollIntoViewIfNeeded();
    },
  },
];
