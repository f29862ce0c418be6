import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { openComplaint, soldOrder } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar, staffWith } from './day-reports.ts';
import { id } from './double-data.ts';
import { buy, chooseCard, placed } from './screens/screen.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const small = { width: 1024, height: 700 };
const sizes = [small, { width: 1280, height: 800 }];

/** As the system reports a double click; `between` waits until the first press has changed what lies there. */
async function doubleClick(counter: CounterPage, target: Locator, between: () => Promise<unknown>): Promise<void> {
  const { mouse } = counter.page;
  await target.hover();
  await mouse.down({ clickCount: 1 });
  await mouse.up({ clickCount: 1 });
  await between();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

/** Taps there or beside it, so many milliseconds after now as the page is told, however long the computer takes. */
async function fingerAt(counter: CounterPage, x: number, y: number) {
  const session = await counter.page.context().newCDPSession(counter.page);
  const nowMs = Date.now();
  return async (afterMs: number, besidePx: number): Promise<void> => {
    const [timestamp, touchPoints] = [(nowMs + afterMs) / 1000, [{ x: x + besidePx, y }]];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.01 });
  };
}

/** Two pictures: what a press did is done and drawn by then, also what waits for a timer of the controls. */
const settled = (counter: CounterPage): Promise<void> => counter.page.waitForTimeout(150);

const onSale = (counter: CounterPage) => counter.page.locator('.sale--watch');

describe.each(languageCodes)('a second press without a look, in %s,', (language) => {
  it.each(sizes)('on Buy leaves neither the sale nor its codes, at $width', async (viewport) => {
    await withCounter({ language, viewport, double: { outcome: 'unknown' } }, async (counter) => {
      await chooseCard(counter, 0);
      await doubleClick(counter, counter.button('sale.buy'), () => onSale(counter).waitFor());
      await settled(counter);
      expect(await onSale(counter).count()).toBe(1);
      // Nothing that Enter would press next either.
      expect(await counter.page.evaluate(() => document.activeElement?.matches('button'))).toBe(false);
      // The one after it is meant.
      await counter.button('sale.watch.next').click();
      await onSale(counter).waitFor({ state: 'detached' });
    });
    await withCounter({ language, viewport }, async (counter) => {
      await chooseCard(counter, 0);
      await doubleClick(counter, counter.button('sale.buy'), () => counter.button('codes.reveal').waitFor());
      await settled(counter);
      expect(await counter.button('codes.reveal').count()).toBe(1);
      expect(await counter.made('reveals.show')).toEqual([]);
      expect(await counter.made('orders.place')).toHaveLength(1);
    });
  });

  it.each([
    [30, 0],
    [350, 0],
    [450, 18],
  ])('of a finger is none either, %i ms after the first and %i pixels beside it', async (gapMs, besidePx) => {
    await withCounter({ language, viewport: small, touch: true, double: { outcome: 'unknown' } }, async (counter) => {
      await counter.cards().first().tap();
      const box = await counter.button('sale.buy').boundingBox();
      if (box === null) throw new Error('no button');
      const tap = await fingerAt(counter, box.x + box.width / 2, box.y + box.height / 2);
      await tap(0, 0);
      await onSale(counter).waitFor();
      await tap(gapMs, besidePx);
      await settled(counter);
      expect(await onSale(counter).count()).toBe(1);
      expect(await counter.made('orders.resume')).toEqual([]);
    });
  });

  it('on a button that asks something else by then answers nothing', async () => {
    const failing = { 'complaints.replace': { code: 'same_sale_pending' as const, operationId: id(8, 1) } };
    const double = { complaints: [openComplaint], staff: staffWith(mona.id), failing };
    for (const way of ['mouse', 'keyboard'] as const)
      await withCounter({ language, double }, async (counter) => {
        await counter.addOrder(soldOrder);
        await counter.area('nav.orders').click();
        const sold = counter.page.getByRole('option').filter({ hasText: soldOrder.saleNumber ?? '' });
        await sold.click();
        await counter.button('complaint.replace').click();
        const confirm = counter.inQuestion('complaint.replace');
        const asked = (): Promise<void> => counter.inQuestion('complaint.replace.another').waitFor();
        if (way === 'mouse') await doubleClick(counter, confirm, asked);
        else {
          await confirm.press('Enter');
          await asked();
          await counter.page.keyboard.press('Enter');
        }
        await settled(counter);
        expect(await counter.made('complaints.replace')).toHaveLength(1);
      });
  });

  it('is each a press of its own where it falls on the same button', async () => {
    await withCounter({ language }, async (counter) => {
      await chooseCard(counter, 0);
      await counter.button('sale.quantity.more').dblclick();
      await expect.poll(() => counter.page.locator('.number-input__input').inputValue()).toBe('3');
    });
  });
});

/** What is read out as a dialog opens, beside its name. */
function described(dialog: Locator): Promise<string> {
  return dialog.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((each) => document.getElementById(each)?.textContent ?? '').join(' ');
  });
}

describe.each(languageCodes)('what is heard, in %s,', (language) => {
  it('of a question is all that it asks, before any button is reached', async () => {
    await withCounter({ language }, async (counter) => {
      await chooseCard(counter, 0);
      await counter.page.locator('.number-input__input').fill('44');
      await counter.button('sale.buy').click();
      expect(await described(counter.page.getByRole('alertdialog'))).toContain('125.400');
    });
    const staff = { people: [omar, mona], me: omar.id };
    await withCounter(
      { language, double: { staff, approvals: { 'orders.place': ['saleLimit'] } } },
      async (counter) => {
        await buy(counter);
        const why = counter.words('approval.saleLimit');
        const said = await described(counter.page.getByRole('dialog'));
        expect([said.includes(why), said.includes('2.850')]).toEqual([true, true]);
        // The PIN has the keyboard, and keeps it: that it was wrong has to be heard all the same.
        const heard = counter.page.locator('.approval__form [aria-live="polite"]');
        expect(await heard.textContent()).toBe('');
        await counter.type('9999');
        await counter.page.keyboard.press('Enter');
        await heard.getByText(counter.words('failure.pin_wrong.says')).waitFor();
      },
    );
  });

  it('of a sale that was left for the next customer is how it ended', async () => {
    await withCounter({ language, double: { orders: 'none', outcome: 'unknown' } }, async (counter) => {
      await buy(counter);
      await counter.text('state.unknown.says').waitFor();
      const news = counter.page.locator('.tray').getByRole('status');
      expect(await news.textContent()).toBe('');
      await counter.button('sale.watch.next').click();
      await counter.settle(placed, { state: 'attention', cancellable: false });
      await news.getByText(counter.words('state.attention.name')).waitFor();
      await chooseCard(counter, 0);
      await counter.settle(placed, { state: 'completed', codesState: 'sealed', codes: [{ soldCardId: id(7, 777) }] });
      await news.getByText(counter.words('tray.codesReady')).waitFor();
    });
  });
});
