import { knownId, type StaffId } from '../../../../src-main/core/ids.ts';
import type { LimitEvent } from '../../../../src-main/limits/machine/events.ts';
import { limitTermsOf } from '../../../../src-main/limits/machine/terms.ts';
import { id } from '../double-data.ts';
import { buy, chooseCard, shown, type Screen } from './screen.ts';

const omar = { id: id(9, 1), name: 'Omar', role: 'cashier' as const };
const mona = { id: id(9, 2), name: 'Mona Al-Khalidi', role: 'manager' as const };
const ali = { id: id(9, 4), name: 'علي', role: 'manager' as const };

function change(seq: number, sale: string, shift: string | null): LimitEvent {
  const terms = limitTermsOf({ currency: 'KWD', sale, shift, card: null });
  if (typeof terms === 'string') throw new Error(terms);
  const by = knownId<StaffId>(mona.id);
  return { kind: 'limits-changed', seq, atMs: Date.parse('2027-01-15T08:00:00.000Z'), body: { ...terms, by } };
}

/** A manager's word beside a cashier, and what cashiers may spend without one. */
export const approvalScreens: readonly Screen[] = [
  {
    name: 'a manager’s PIN for a sale over limits',
    double: {
      staff: { people: [omar, mona], me: omar.id },
      approvals: { 'orders.place': ['largeSale', 'shiftLimit', 'cardLimit'] },
    },
    reach: async (counter) => {
      await buy(counter);
      await shown(counter.page.locator('.approval__form input'));
    },
    next: [
      {
        name: 'a manager’s PIN that is wrong',
        reach: async (counter) => {
          await counter.type('9999');
          await counter.page.keyboard.press('Enter');
          await shown(counter.page.locator('.approval__form .field__error'));
        },
      },
      {
        name: 'a sale that no manager allowed',
        reach: async (counter) => {
          await counter.page.keyboard.press('Escape');
          await shown(counter.text('failure.limit_exceeded.says'));
        },
      },
    ],
  },
  {
    name: 'which of two managers allows it',
    double: { staff: { people: [omar, mona, ali], me: omar.id }, approvals: { 'orders.place': ['allowedDebt'] } },
    reach: async (counter) => {
      await buy(counter);
      await shown(counter.page.locator('.approval__manager').first());
    },
  },
  {
    name: 'a manager’s PIN for a basket',
    double: {
      staff: { people: [omar, mona], me: omar.id },
      approvals: { 'orders.buyBasket': ['largeSale', 'saleLimit'] },
    },
    reach: async (counter) => {
      for (const index of [0, 1]) {
        await chooseCard(counter, index);
        await counter.button('sale.basket.add').click();
      }
      await counter.button('sale.buy').click();
      await shown(counter.page.locator('.approval__form input'));
    },
  },
  {
    name: 'another price for one sale, with too many decimals',
    double: { staff: { people: [omar, mona], me: omar.id } },
    reach: async (counter) => {
      await chooseCard(counter, 0);
      await counter.button('sale.otherPrice').click();
      await counter.type('3.1234');
      await shown(counter.text('sale.otherPrice.invalid'));
    },
  },
  {
    name: 'limits of cashiers, with what changed',
    double: {
      staff: { people: [omar, mona], me: mona.id },
      limitChanges: [change(1, '20', null), change(2, '50', '500')],
    },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('limits.link').click();
      await shown(counter.page.locator('.limits__changes'));
    },
    next: [
      {
        name: 'limits of cashiers, one of them wrong',
        reach: async (counter) => {
          await counter.page.getByLabel(counter.words('limits.card'), { exact: true }).first().fill('many');
          await counter.button('limits.set').first().click();
          await shown(counter.text('limits.wrong'));
        },
      },
    ],
  },
];
