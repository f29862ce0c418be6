import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { looksFaults } from '../../support/looks.ts';
import { scrollFaults } from '../../support/scrolling.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar } from './day-reports.ts';
import { hidden, order } from './double-data.ts';
import { counters } from './with-counter.ts';

/** Names in the other script, references and sums that are as long as they may be. */

const withCounter = counters();
const sizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
];
const otherScript = {
  ar: { en: 'PlayStation Network Membership Premium Deluxe Twelve Months (United Arab Emirates)' },
  en: { ar: 'اشتراك بلايستيشن نتورك بريميوم ديلوكس لمدة اثني عشر شهرًا (الإمارات العربية المتحدة)' },
} as const;
const person = {
  ar: { ...mona, name: 'Mona Abdulrahman Al-Mutairi' },
  en: { ...mona, name: 'منى عبدالرحمن المطيري' },
} as const;
const large = { amount: '123456789.345', currency: 'KWD' };

const longOrder = (number: number, cardName: NonNullable<OrderView['cardName']>) =>
  order(number, {
    codesState: 'sealed',
    codes: hidden(2, number),
    quantity: 2,
    saleNumber: `C7-9${number}`,
    cardName,
    externalReference: 'TILL-2/SALMIYA/INVOICE-2026-11-29/00000000000000000000000412',
    charge: { price: large, total: large, source: 'rule' },
  });

async function expectWhole(counter: CounterPage): Promise<void> {
  for (const size of sizes) {
    await counter.page.setViewportSize(size);
    await expect.poll(() => looksFaults(counter.page), { message: `at ${size.width}` }).toEqual([]);
    expect(await scrollFaults(counter.page)).toEqual([]);
  }
}

describe.each(languageCodes)('long texts, in %s,', (language) => {
  it('of orders leave their beginnings, sale numbers and quantities in sight, in the list, the tray and beside the cards', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.addOrder(longOrder(100, otherScript[language]));
      await counter.addOrder({ ...longOrder(101, otherScript[language]), codesState: 'handedOver' });
      await counter.page.locator('.last-sales__sale').first().waitFor();
      await counter.page.locator('.tray__item').first().waitFor();
      await expectWhole(counter);
      await counter.area('nav.orders').click();
      const row = counter.page.getByRole('option').first();
      await row.waitFor();
      await expectWhole(counter);
      const number = row.getByText('C7-9100', { exact: true });
      const inSight = await number.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const [box] = element.closest('.order-list__item')?.getClientRects() ?? [];
        const top = document.elementFromPoint((left + right) / 2, element.getBoundingClientRect().top + 4);
        return box !== undefined && left >= box.left && right <= box.right && element.contains(top);
      });
      expect(inSight).toBe(true);
    });
  });

  it('a name in the other script stands at the edge of the page that every line begins at', async () => {
    const staff = { people: [person[language], omar], me: mona.id };
    const priceChanges = [
      {
        at: '2027-01-15T08:00:00.000Z',
        kind: 'rateSet' as const,
        by: mona.id,
        rate: { from: 'KWD', to: 'USD', rate: '3.254' },
      },
    ];
    await withCounter({ language, double: { staff, priceChanges } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await counter.page.locator('.prices__change').getByText(person[language].name).waitFor();
      await expectWhole(counter);
    });
  });

  it('a sum of ten digits stays in its tile of the day', async () => {
    const sum = { amount: '1358024580.754', currency: 'KWD' };
    const totals = { sales: 20, cards: 38, charge: [sum], uncharged: 0, cost: [sum], margin: [sum] };
    await withCounter(
      { language, double: { staff: { people: [mona, omar], me: mona.id }, day: { totals }, today: { sold: totals } } },
      async (counter) => {
        await counter.area('nav.day').click();
        await counter.page.locator('.today__tile').getByText('1,358,024,580.754').first().waitFor();
        await expectWhole(counter);
      },
    );
  });
});
