import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { ago } from './double-data.ts';
import { buy, chooseCard, placed } from './screens/screen.ts';
import { Wedge } from './wedge.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const onOffer = { en: 'Zain 25', ar: 'زين 25' } as const;

/** What may be done with each, the question whether it is still wanted included. */
const waitingSales: readonly (readonly [OrderView['state'], Partial<OrderView>, readonly MessageKey[]])[] = [
  [
    'waiting',
    {
      refusal: { code: 'rate_limited', requestId: 'req-429' },
      nextAttemptAt: ago(-1),
      wantedUntil: ago(-1.9),
      cancellable: true,
    },
    ['order.resume', 'order.cancel', 'order.wanted.keep', 'sale.watch.next'],
  ],
  // Its time passed, and the question says so.
  ['waiting', { wantedUntil: ago(1) }, ['order.resume', 'order.cancel', 'order.wanted.keep', 'sale.watch.next']],
  [
    'blocked',
    { refusal: { code: 'invalid_credentials', requestId: 'req-401' }, wantedUntil: ago(-9), cancellable: true },
    ['order.resume', 'order.cancel', 'sale.watch.next'],
  ],
  [
    'settling',
    { refusal: undefined, nextAttemptAt: ago(-2), wantedUntil: ago(-1.9), cancellable: false },
    ['order.resume', 'order.wanted.keep', 'sale.watch.next'],
  ],
  ['settling', { wantedUntil: ago(1) }, ['order.resume', 'order.wanted.keep', 'sale.watch.next']],
];

describe.each(languageCodes)('the sale panel in %s', (language) => {
  it('says what the tile says of an offer, and sells at the price of the wallet', async () => {
    await withCounter({ language }, async (counter) => {
      const tile = counter.page.getByRole('row', { name: onOffer[language], exact: true }).first();
      const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
      await counter.page.getByRole('searchbox').fill(onOffer[language]);
      await tile.getByText(counter.words('catalogue.offer'), { exact: true }).waitFor();
      await tile.getByText('23.750').waitFor();
      await tile.click();
      await panel.getByText(counter.words('catalogue.offer'), { exact: true }).waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([{ shownTotal: { amount: '23.750', currency: 'KWD' } }]);
    });
  });
});

describe.each(languageCodes)('the question whether it is another sale, in %s', (language) => {
  const failure = { code: 'same_sale_pending', operationId: '00000006-0000-4000-8000-000000000001' } as const;

  it.each<readonly [MessageKey, Failure]>([
    ['failure.same_sale_pending.says', failure],
    ['sale.same.notShown', { ...failure, detail: 'codes_not_shown' }],
  ])('says how the other one stands: %s', async (says, error) => {
    await withCounter({ language, double: { failing: { 'orders.place': error } } }, async (counter) => {
      await buy(counter);
      await counter.text(says).waitFor();
      await counter.set({ failing: {} });
      await counter.button('sale.same.another').click();
      await expect
        .poll(() => counter.made('orders.place'))
        .toMatchObject([{ besidesPending: false }, { besidesPending: true }]);
    });
  });
});

describe.each(languageCodes)('by when a sale is decided, in %s', (language) => {
  it('is said while the service is asked before that, and not where the time passed without an answer', async () => {
    await withCounter({ language, double: { outcome: 'unknown' } }, async (counter) => {
      await buy(counter);
      const end = counter.page.locator('.order-actions__note').filter({ hasText: counter.words('order.endsBy') });
      await counter.settle(placed, { state: 'settling', nextAttemptAt: ago(-1), endsBy: ago(-2), cancellable: false });
      await end.waitFor();
      await counter.settle(placed, { nextAttemptAt: ago(-3) });
      await end.waitFor({ state: 'detached' });
      expect(await counter.page.locator('.order-actions__note').count()).toBe(1);
    });
  });
});

describe.each(languageCodes)('in the smallest window, in a lesson of the training, in %s', (language) => {
  it('what can be done with a sale that waits, and why it waits, are in sight without scrolling', async () => {
    await withCounter(
      { language, viewport: { width: 1024, height: 700 }, double: { outcome: 'unknown', start: { mode: 'training' } } },
      async (counter) => {
        await counter.cards().first().waitFor();
        await counter.page
          .getByRole('region', { name: counter.words('lesson.lessons') })
          .getByRole('button')
          .nth(1)
          .click();
        await chooseCard(counter, 0);
        const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
        // What was scrolled while the sale was put together is no matter of the sale on its way.
        await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await counter.button('sale.buy').click();
        for (const [state, part, actions] of waitingSales) {
          await counter.settle(placed, { state, ...part });
          const says = panel.getByText(counter.words(`state.${state}.says`));
          await says.waitFor();
          // The question in the foot says it already.
          if (state === 'settling') expect(await counter.text('state.settling.next').count()).toBe(0);
          for (const each of [says, ...actions.map((action) => counter.button(action))])
            await expect.poll(() => each.evaluate(notCovered), { message: `${state}: ${String(each)}` }).toBe(true);
        }
      },
    );
  });

  it('the quantity that is being typed stays above the foot, whatever is said over it', async () => {
    await withCounter(
      {
        language,
        viewport: { width: 1024, height: 700 },
        double: { outcome: 'refused', refusal: 'price_changed', start: { mode: 'training' } },
      },
      async (counter) => {
        await counter.cards().first().click();
        const quantity = counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });
        await expect.poll(() => quantity.evaluate(notCovered)).toBe(true);
        await new Wedge(counter).scan('999-111-222');
        await counter.text('scan.unknown').waitFor();
        await expect.poll(() => quantity.evaluate((field) => field === document.activeElement)).toBe(true);
        await expect.poll(() => quantity.evaluate(notCovered)).toBe(true);
        await counter.notify('connectionChanged', { online: false });
        await counter.text('sale.offline').waitFor();
        await expect.poll(() => quantity.evaluate(notCovered)).toBe(true);
        await counter.notify('connectionChanged', { online: true });
        await counter.button('sale.buy').click();
        await counter.text('sale.price.notBought').waitFor();
        await expect.poll(() => quantity.evaluate((field) => field === document.activeElement)).toBe(true);
        await expect.poll(() => quantity.evaluate(notCovered)).toBe(true);
        // A band above the whole area takes its room from the panel.
        await counter.notify('clockChanged', { offsetSeconds: -18_000 });
        await counter.page.locator('.banner--clock').waitFor();
        await expect.poll(() => quantity.evaluate(notCovered)).toBe(true);
      },
    );
  });
});

describe.each(languageCodes)('in a narrow window, in %s', (language) => {
  it('a chosen card brings its sale into view, and the next customer the search', async () => {
    await withCounter({ language, viewport: { width: 512, height: 350 } }, async (counter) => {
      await counter.cards().nth(1).click();
      const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
      await expect.poll(() => panel.getByRole('heading').evaluate(inView)).toBe(true);
      expect(await panel.getByRole('textbox', { name: counter.words('sale.quantity') }).evaluate(inView)).toBe(true);
      await counter.button('sale.clear').click();
      await expect.poll(() => counter.page.getByRole('searchbox').evaluate(inView)).toBe(true);
    });
  });
});

/** Nothing lies over any line of it, and its panel does not cut it off. */
function notCovered(element: Element): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}

/** From its first line to its last. */
function inView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
}

describe.each(languageCodes)('what is asked after a press on Buy, in %s', (language) => {
  it.each<readonly [Failure['code'], MessageKey, MessageKey]>([
    ['same_sale_pending', 'sale.same.title', 'sale.same.another'],
    ['allowed_debt_consent_required', 'failure.allowed_debt_consent_required.says', 'sale.debt.buy'],
  ])('comes into sight with its answer, wherever the panel was scrolled to: %s', async (code, title, answer) => {
    const options = { language, viewport: { width: 1024, height: 700 }, double: { failing: { 'orders.place': code } } };
    await withCounter(options, async (counter) => {
      await chooseCard(counter, 0);
      await counter.page.locator('.sale-panel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
      await counter.button('sale.buy').click();
      await counter.button(answer).waitFor();
      const panel = await counter.page.locator('.sale-panel').boundingBox();
      const top = async (): Promise<number> => ((await counter.text(title).boundingBox())?.y ?? 0) - (panel?.y ?? 0);
      await expect.poll(top).toBeGreaterThanOrEqual(0);
      const [asked, foot] = await Promise.all([
        counter.button(answer).boundingBox(),
        counter.page.locator('.sale__stub').boundingBox(),
      ]);
      expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    });
  });
});
