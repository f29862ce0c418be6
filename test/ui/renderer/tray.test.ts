import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { buyFirst } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { ago, id, order } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const left = { orders: 'none', outcome: 'unknown' } as const;

/** A sale that is left to the tray for the next customer. */
async function leaveSale(counter: CounterPage): Promise<void> {
  await buyFirst(counter);
  await counter.button('sale.watch.next').click();
  await counter.text('sale.empty').waitFor();
}

const refusedWith = (code: FailureCode): Partial<OrderView> => ({
  state: 'refused',
  refusal: { code, requestId: 'req-refused-1' },
  cancellable: false,
});
const tray = (counter: CounterPage) => counter.page.getByRole('region', { name: counter.words('tray.title') });
const item = (counter: CounterPage) => tray(counter).getByRole('button');

describe.each(languageCodes)('in %s, a sale that was left in the tray', (language) => {
  it.each([
    ['refused', refusedWith('card_unavailable')],
    ['failed', { state: 'failed' }],
    ['notBought', { state: 'notBought' }],
  ] as const)('and ends %s stays there until somebody has opened it', async (state, end) => {
    await withCounter({ language, double: left }, async (counter) => {
      await leaveSale(counter);
      await counter.settle(id(8, 101), end);
      await item(counter)
        .getByText(counter.words(`state.${state}.name`))
        .waitFor();
      expect(await counter.page.locator('.tray__count').textContent()).toContain(
        { ar: 'عملية واحدة لم تتم', en: '1 sale did not go through' }[language],
      );
      await item(counter).click();
      await counter.page
        .locator('.order-page__says')
        .getByText(counter.words(`state.${state}.says`))
        .waitFor();
      await counter.text('tray.none').waitFor();
      expect(await item(counter).count()).toBe(0);
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('and is refused for the allowed debt asks its question where it is opened', async () => {
    await withCounter({ language, double: left }, async (counter) => {
      await leaveSale(counter);
      await counter.settle(id(8, 101), refusedWith('allowed_debt_consent_required'));
      await counter.area('nav.owned').click();
      await item(counter).click();
      await counter.page.getByText(counter.words('sale.debt.consent')).click();
      await counter.set({ outcome: 'completed' });
      await counter.button('sale.debt.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({ useAllowedDebt: true, replaces: id(8, 101) });
    });
  });

  it('asks it without taking the sale of the next customer away, from its own page once that is over', async () => {
    await withCounter({ language, double: left }, async (counter) => {
      await leaveSale(counter);
      await counter.cards().nth(1).click();
      await counter.settle(id(8, 101), refusedWith('allowed_debt_consent_required'));
      await item(counter).click();
      await counter.page.locator('.order-page__says').waitFor();
      expect(await counter.button('order.askAgain').count()).toBe(0);
      await counter.area('nav.sell').click();
      await counter.button('sale.clear').click();
      await counter.area('nav.orders').click();
      await counter.button('order.askAgain').click();
      await counter.page.getByText(counter.words('sale.debt.consent')).waitFor();
    });
  });

  it('tells in the panel of a sale, and nowhere else, how that one ends', async () => {
    await withCounter({ language, double: left }, async (counter) => {
      await buyFirst(counter);
      await counter.button('sale.watch.next').waitFor();
      await counter.settle(id(8, 101), refusedWith('card_unavailable'));
      await counter.button('sale.watch.again').waitFor();
      await counter.text('tray.none').waitFor();
      expect(await item(counter).count()).toBe(0);
    });
  });

  it('and was cancelled or decided upon is known to the person who did it', async () => {
    await withCounter({ language, double: left }, async (counter) => {
      await leaveSale(counter);
      await counter.settle(id(8, 101), { state: 'notBought', decided: 'accept-not-bought' });
      await counter.text('tray.none').waitFor();
      expect(await item(counter).count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('the tray, in %s', (language) => {
  it('says that it could not be read, behind the lock too, and reads once more when it is told to', async () => {
    await withCounter({ language, double: { failing: { 'orders.list': 'journal_corrupt' } } }, async (counter) => {
      const alert = counter.page.getByRole('alert').filter({ hasText: counter.words('tray.unread') });
      await tray(counter).filter({ has: alert }).getByText(counter.words('failure.journal_corrupt.next')).waitFor();
      expect([
        await counter.text('tray.none').count(),
        await counter.axe(),
        await counter.smallTargets(),
        await counter.cutOff(),
      ]).toEqual([0, [], [], []]);
      await counter.notify('lockChanged', { locked: true });
      await counter.page.getByRole('main').getByText(counter.words('tray.unread')).waitFor();
      await counter.button('lock.continue').click();
      await counter.set({ failing: {} });
      await counter.button('app.again').click();
      await counter.page.locator('.tray__item').nth(2).waitFor();
      expect([await alert.count(), await counter.hasFocus()]).toEqual([0, true]);
    });
  });

  it('says that it is being read until it is', async () => {
    await withCounter({ language, double: { hanging: ['orders.list'] } }, async (counter) => {
      await counter.cards().first().waitFor();
      await tray(counter).getByText(counter.words('tray.reading')).waitFor();
      expect(await counter.text('tray.none').count()).toBe(0);
    });
  });
});

/** So many sales that have no answer yet, the oldest first. */
async function leaveMany(counter: CounterPage, count: number): Promise<void> {
  const many = Array.from({ length: count }, (_, number) =>
    order(number + 200, { state: 'unknown', intendedAt: ago(600 - number), wantedUntil: ago(-600) }),
  );
  await counter.page.evaluate((added) => added.forEach((each) => window.double.add(each)), many);
}

describe.each(languageCodes)('with hundreds of unsettled sales the tray, in %s,', (language) => {
  it('draws no more than a person looks through, and leads by keyboard to all of them in the orders', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await leaveMany(counter, 13);
      await counter.page.locator('.tray__item').nth(2).waitFor();
      const [items, drawn] = [
        await counter.page.locator('.tray__item').count(),
        await tray(counter).locator('*').count(),
      ];
      await counter.button('tray.more', { count: 13 - items }).waitFor();
      await leaveMany(counter, 300);
      const others = counter.button('tray.more', { count: 300 - items });
      await others.waitFor();
      expect(await tray(counter).locator('*').count()).toBe(drawn);
      expect([await counter.axe(), await counter.smallTargets(), await counter.cutOff()]).toEqual([[], [], []]);
      await others.focus();
      await counter.page.keyboard.press('Enter');
      await counter.page.getByRole('option').nth(299).waitFor();
      expect((await counter.made('orders.list')).at(-1)).toMatchObject({ show: 'unsettled' });
      expect(await counter.hasFocus()).toBe(true);
    });
  });
});

describe.each(languageCodes)('a sale in the tray, in %s,', (language) => {
  it.each([1024, 1280, 1920])(
    'has its state and its amount apart and whole, and its part its number beside the name, at %i pixels',
    async (width) => {
      await withCounter({ language, viewport: { width, height: 800 } }, async (counter) => {
        await counter.page.locator('.tray__item').nth(1).waitFor();
        expect(
          await counter.page.evaluate(() =>
            [...document.querySelectorAll('.tray__item')]
              .map((sale) => {
                const [badge, money, own] = [sale.querySelector('.badge'), sale.querySelector('.money'), sale].map(
                  (each) => each?.getBoundingClientRect() ?? new DOMRect(),
                );
                const apart = Math.max(
                  (badge?.left ?? 0) - (money?.right ?? 0),
                  (money?.left ?? 0) - (badge?.right ?? 0),
                );
                const isInside = [badge, money].every(
                  (each) => (each?.left ?? 0) > (own?.left ?? 0) && (each?.right ?? 0) < (own?.right ?? 0),
                );
                return apart >= 6 && isInside ? '' : sale.textContent;
              })
              .filter((fault) => fault !== ''),
          ),
        ).toEqual([]);
        // A number at the beginning of a line, after a dot, is no number of anything.
        expect(
          await counter.page.evaluate(() =>
            [...document.querySelectorAll('.tray__number')]
              .map((number) => {
                const range = document.createRange();
                range.selectNodeContents(number.parentElement ?? number);
                const line = [...range.getClientRects()].filter(
                  ({ bottom }) => Math.abs(bottom - number.getBoundingClientRect().bottom) < 4,
                );
                const widths = line.map((box) => box.width).reduce((sum, each) => sum + each, 0);
                return widths > 3 * number.getBoundingClientRect().width + 12 ? '' : number.parentElement?.textContent;
              })
              .filter((fault) => fault !== ''),
          ),
        ).toEqual([]);
      });
    },
  );
});

describe.each(languageCodes)('the parts of the tray, in %s,', (language) => {
  type PartName = 'tray.title' | 'tray.part.waiting' | 'tray.part.codes' | 'tray.part.decisions';
  const part = (counter: CounterPage, key: PartName) => tray(counter).getByRole('group', { name: counter.words(key) });

  it('tell what is unfinished from codes to hand over, each with its number, and the first goes to F4', async () => {
    await withCounter({ language }, async (counter) => {
      // One waits for an answer and one for a decision: neither is called by the name of the other.
      await part(counter, 'tray.title').getByRole('button').nth(1).waitFor();
      expect(await part(counter, 'tray.title').locator('.tray__number').textContent()).toBe('2');
      expect(await part(counter, 'tray.part.codes').getByRole('button').allTextContents()).toEqual([
        expect.stringContaining('12.430'),
      ]);
      await counter.page.keyboard.press('F4');
      expect(await part(counter, 'tray.title').evaluate((group) => group.contains(document.activeElement))).toBe(true);
      expect(await counter.axe()).toEqual([]);
      // What is decided and answered goes; what was bought meanwhile goes over to the codes.
      await counter.settle(id(8, 5), { state: 'notBought', decided: 'accept-not-bought', attention: undefined });
      await counter.settle(id(8, 1), { state: 'completed', codesState: 'sealed' });
      await expect.poll(() => part(counter, 'tray.part.codes').getByRole('button').count()).toBe(2);
      expect(await tray(counter).getByRole('group').count()).toBe(1);
    });
  });

  it('count the codes of one sale once, as they are handed over, and what waits for an answer line by line', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      const basket = (line: number) => ({ basket: { id: id(8, 77), line } });
      const waiting = { intendedAt: ago(5), codesState: 'sealed' as const, codesCameOut: true };
      await counter.addOrder(order(91, { ...waiting, ...basket(0), quantity: 2 }));
      await counter.addOrder(order(92, { ...waiting, ...basket(1) }));
      await counter.addOrder(order(93, { ...waiting, ...basket(2), state: 'unknown', codesState: 'none' }));
      const codes = part(counter, 'tray.part.codes');
      await expect.poll(() => codes.locator('.tray__number').textContent()).toBe('1');
      const item = codes.getByRole('button');
      const said = await item.textContent();
      for (const each of [counter.words('codes.basket'), '× 3']) expect(said).toContain(each);
      expect(await part(counter, 'tray.part.waiting').getByRole('button').count()).toBe(1);
      await item.click();
      await counter.page.getByRole('dialog').getByText(counter.words('codes.basket'), { exact: true }).waitFor();
      await counter.page.keyboard.press('Escape');
      await counter.settle(id(8, 93), { state: 'completed', codesState: 'sealed' });
      await expect.poll(() => item.textContent()).toContain('× 4');
      expect(await codes.locator('.tray__number').textContent()).toBe('1');
    });
  });

  it('call what waits for an answer so, once nothing beside it waits for something else', async () => {
    await withCounter({ language }, async (counter) => {
      await part(counter, 'tray.title').getByRole('button').nth(1).waitFor();
      await counter.settle(id(8, 5), { state: 'notBought', decided: 'accept-not-bought', attention: undefined });
      await part(counter, 'tray.part.waiting').getByRole('button').waitFor();
    });
  });

  it('keep room for codes to hand over, however many wait for an answer', async () => {
    await withCounter({ language }, async (counter) => {
      await part(counter, 'tray.part.codes').waitFor();
      await leaveMany(counter, 40);
      const items = tray(counter).locator('.tray__item');
      // 40, and the three that the double has.
      await expect.poll(async () => counter.button('tray.more', { count: 43 - (await items.count()) }).count()).toBe(1);
      expect(await part(counter, 'tray.part.codes').getByRole('button').count()).toBe(1);
    });
  });

  it('call what only a person can decide so', async () => {
    await withCounter({ language }, async (counter) => {
      await part(counter, 'tray.title').getByRole('button').nth(1).waitFor();
      await counter.settle(id(8, 1), { state: 'cancelled' });
      await part(counter, 'tray.part.decisions').getByRole('button').waitFor();
    });
  });
});
