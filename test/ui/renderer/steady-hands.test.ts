import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { fullDay, mona, openShift, paidDay, staffWith } from './day-reports.ts';
import { hidden, id, order } from './double-data.ts';
import { placed } from './screens/screen.ts';
import { counters } from './with-counter.ts';

/** What a person keeps while something else happens: the keyboard, the codes that are read, the names of a table. */

const withCounter = counters();
const small = { width: 1024, height: 700 };
/** The smallest window at 150 %. */
const zoomed = { width: 683, height: 467 };

const hasKeyboard = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const expectKeyboard = (target: Locator) => expect.poll(() => hasKeyboard(target)).toBe(true);

/** Longer than what is lost needs to be given back elsewhere. */
const settled = (counter: CounterPage) =>
  counter.page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

async function addLines(counter: CounterPage, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await counter.cards().nth(index).click();
    await counter.button('sale.basket.add').click();
  }
}

describe.each(languageCodes)('in %s, a lost connection leaves the keyboard', (language) => {
  it('on Buy, also while its press is under way, and Buy presses nothing until it is back', async () => {
    await withCounter(
      { language, double: { held: ['orders.place'], failing: { 'orders.place': 'insufficient_balance' } } },
      async (counter) => {
        const buy = counter.button('sale.buy');
        await counter.cards().first().click();
        await buy.press('Enter');
        await counter.notify('connectionChanged', { online: false });
        await counter.text('sale.offline').waitFor();
        await settled(counter);
        await expectKeyboard(buy);
        await counter.letGo();
        await counter.text('failure.insufficient_balance.says').waitFor();
        await settled(counter);
        await expectKeyboard(buy);
        await counter.page.keyboard.press('Enter');
        expect(await counter.made('orders.place')).toHaveLength(1);
        await counter.notify('connectionChanged', { online: true });
        await counter.text('sale.offline').waitFor({ state: 'detached' });
        await settled(counter);
        await expectKeyboard(buy);
        await counter.page.keyboard.press('Enter');
        await expect.poll(async () => (await counter.made('orders.place')).length).toBe(2);
      },
    );
  });

  it('on Buy of a basket', async () => {
    await withCounter({ language }, async (counter) => {
      await addLines(counter, 2);
      const buy = counter.button('sale.buy');
      await buy.focus();
      await counter.notify('connectionChanged', { online: false });
      await counter.text('sale.offline').waitFor();
      await settled(counter);
      await expectKeyboard(buy);
      await counter.page.keyboard.press('Enter');
      expect(await counter.made('orders.buyBasket')).toEqual([]);
    });
  });

  it('on the bought card whose code it cannot show now', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.owned').click();
      const show = counter.page.locator('.owned__row').nth(1).getByRole('button').last();
      await show.focus();
      await counter.notify('connectionChanged', { online: false });
      await counter.text('owned.offline').waitFor();
      await settled(counter);
      await expectKeyboard(show);
      await counter.page.keyboard.press('Enter');
      expect(await counter.page.getByRole('dialog').count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('in %s, a read that the counter tries again leaves the keyboard', (language) => {
  it.each([
    ['cards', { catalogue: 'never', failing: { 'catalogue.sync': 'service_unreachable' } }],
    ['wallets', { wallets: 'never', failing: { 'wallets.list': 'service_unreachable' } }],
  ] as const)('where a person has it, where no %s were read yet', async (_, double) => {
    await withCounter({ language, double }, async (counter) => {
      await counter.button('app.again').first().waitFor();
      const area = counter.area('nav.orders');
      await area.focus();
      for (const online of [false, true]) {
        await counter.notify('connectionChanged', { online });
        await settled(counter);
        await expectKeyboard(area);
      }
    });
  });
});

describe.each(languageCodes)('in %s', (language) => {
  it('what became of another sale is heard while codes lie over the screen', async () => {
    await withCounter({ language, double: { outcome: 'unknown' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('sale.watch.next').click();
      await counter.page
        .locator('.tray__item')
        .filter({ hasText: /PlayStation|بلايستيشن/ })
        .first()
        .click();
      await counter.page.getByRole('dialog').waitFor();
      await counter.settle(placed, { state: 'refused', cancellable: false, refusal: { code: 'card_unavailable' } });
      const news = counter.page.locator('[role="status"]').filter({ hasText: counter.words('state.refused.name') });
      await expect
        .poll(() => news.evaluateAll((said) => said.filter((each) => each.closest('[inert]') === null).length))
        .toBe(1);
    });
  });

  it('the quantity that has the keyboard stands above the tray, zoomed and below a long basket', async () => {
    await withCounter({ language, viewport: zoomed }, async (counter) => {
      await addLines(counter, 6);
      await counter.cards().nth(6).click();
      const quantity = counter.page.locator('.basket__hand .number-input');
      await quantity.waitFor();
      await expect
        .poll(async () => {
          const [field, tray] = await Promise.all([
            quantity.boundingBox(),
            counter.page.locator('.tray').boundingBox(),
          ]);
          return field !== null && tray !== null && field.y + field.height <= tray.y;
        })
        .toBe(true);
    });
  });

  it('codes that are read on stay, and go a minute after that', async () => {
    await withCounter({ language, isLast: true, double: { orders: 'none' } }, async (counter) => {
      const { clock } = counter.page;
      await counter.addOrder(order(70, { quantity: 60, codesState: 'sealed', codes: hidden(60, 70) }));
      await counter.page.locator('.tray__item').first().click();
      await counter.button('codes.revealAll').waitFor();
      await counter.holdClock();
      await counter.button('codes.revealAll').click();
      await clock.runFor(100);
      await counter.codes.getByText('4417').first().waitFor();
      const list = counter.page.locator('.code-list');
      for (const top of [400, 800, 1200]) {
        await clock.runFor(40_000);
        await list.evaluate((element, to) => element.scrollTo({ top: to }), top);
        await clock.runFor(100);
      }
      expect(await counter.button('codes.hide').isVisible()).toBe(true);
      await clock.runFor(61_000);
      await clock.runFor(200);
      await counter.button('codes.hide').waitFor({ state: 'detached' });
    });
  });

  it('sums of many digits leave the names of a day room, and nothing is wider than the window', async () => {
    const sums = [
      { amount: '123456789012.345', currency: 'KWD' },
      { amount: '-987654321098.760', currency: 'USD' },
    ];
    const totals = { sales: 98_765, cards: 123_456, charge: sums, uncharged: 0, cost: sums, margin: sums };
    const name = { en: 'Example Console Store, membership', ar: 'متجر أجهزة الألعاب، عضوية' };
    const { payments } = paidDay;
    const day = {
      ...fullDay,
      totals,
      byCard: [{ id: id(4, 1), name, ...totals }],
      byPerson: [{ id: mona.id, name: null, ...totals }],
      ...(payments === undefined
        ? {}
        : { payments: { ...payments, means: [{ means: 'cash' as const, received: sums, back: sums, net: sums }] } }),
    };
    await withCounter(
      { language, viewport: small, double: { day, shift: openShift, staff: staffWith(mona.id) } },
      async (counter) => {
        await counter.area('nav.day').click();
        const names = counter.page.locator('.day__report .group-table tbody th');
        await names.first().waitFor();
        const widths = await names.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
        expect(widths.filter((width) => width < 80)).toEqual([]);
        expect(await counter.page.locator('.day').evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0);
      },
    );
  });
});
