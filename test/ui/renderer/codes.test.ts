import { describe, expect, it } from 'vitest';

import { buyFirst, expectNoCode, voucher } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** The codes of a sale, in a page whose time only the test moves on from here. */
async function revealOnHeldClock(counter: CounterPage): Promise<void> {
  await buyFirst(counter);
  await counter.button('codes.reveal').waitFor();
  await counter.page.clock.install();
  await counter.button('codes.reveal').click();
  await counter.page.clock.runFor(100);
}

describe('codes leave the window', () => {
  const leave: readonly (readonly [string, (counter: CounterPage) => Promise<unknown>])[] = [
    ['when the window loses the focus', (counter) => counter.page.evaluate(() => window.dispatchEvent(new Event('blur')))],
    ['when the counter is locked', (counter) => counter.notify('hideCodes', {})],
    ['when the sheet is closed', (counter) => counter.page.keyboard.press('Escape')],
    ['when the customer has them', (counter) => counter.button('codes.done').click()],
    ['when the person is led to another area', (counter) => counter.notify('enrolmentChanged', { state: 'expired' })],
    ['after a minute', (counter) => counter.page.clock.runFor(61_000)],
  ];
  it.each(leave)('%s', async (_, go) => {
    await withCounter({ isLast: true }, async (counter) => {
      await revealOnHeldClock(counter);
      await counter.codes.getByText('4417').waitFor();
      await go(counter);
      await counter.page.clock.runFor(200);
      await counter.button('codes.hide').waitFor({ state: 'detached' });
      expect(await counter.page.locator('iframe').count()).toBe(0);
      await expectNoCode(counter);
    });
  });

  it('of one card alone where only that is asked for', async () => {
    await withCounter({}, async (counter) => {
      await counter.page.getByRole('region', { name: counter.words('tray.title') }).getByRole('button', { name: 'PlayStation Store 20' }).click();
      await counter.button('codes.revealAll').waitFor();
      await counter.page.getByRole('button', { name: 'Reveal card 2', exact: true }).click();
      await expect.poll(() => counter.codes.locator('[data-part="voucher"]').allTextContents()).toEqual(['4417209388516101']);
      const places = await Promise.all(['.code-card:nth-child(2) [data-part="voucher"]', '.codes-frame'].map((place) => counter.page.locator(place).boundingBox()));
      const shown = await counter.codes.locator('[data-part="voucher"] bdi').boundingBox();
      const [place] = places;
      if (place === undefined || place === null || shown === null) throw new Error('nothing is laid out');
      expect(shown.y).toBeGreaterThan(place.y);
      expect(shown.y + shown.height).toBeLessThanOrEqual(place.y + place.height);
      expect(await counter.made('reveals.show')).toMatchObject([{ soldCardId: '00000007-0000-4000-8000-000000000201' }]);
      // Main must not take them for hidden while those of the next card come.
      await counter.page.getByRole('button', { name: 'Reveal card 1', exact: true }).click();
      await expect.poll(() => counter.codes.locator('[data-part="voucher"]').allTextContents()).toEqual([voucher]);
      expect(await counter.made('desk.codesHidden')).toEqual([]);
      await counter.button('codes.hide').click();
      await expect.poll(() => counter.made('desk.codesHidden')).toEqual([{}]);
    });
  });

  it('whose places stay covered until they are drawn there', async () => {
    await withCounter({}, async (counter) => {
      let draw = (): void => undefined;
      const held = new Promise<void>((resolve) => { draw = resolve; });
      await counter.page.route('**/drawn/*', (route) => held.then(() => route.fallback()));
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(await counter.page.locator('.code-part__mask').count()).toBe(2);
      draw();
      await counter.codes.locator('[data-part="voucher"]').waitFor();
      await expect.poll(() => counter.page.locator('.code-part__mask').count()).toBe(0);
    });
  });

  it('and stay longer where a person asks for it', async () => {
    await withCounter({ isLast: true }, async (counter) => {
      await revealOnHeldClock(counter);
      await counter.button('codes.extend').click();
      await counter.page.clock.runFor(61_000);
      expect(await counter.button('codes.hide').isVisible()).toBe(true);
      await counter.page.clock.runFor(60_000);
      await counter.button('codes.hide').waitFor({ state: 'detached' });
    });
  });

  it('and do not come at all when the window is left before the service has answered', async () => {
    await withCounter({ double: { answersAfterMs: 400 } }, async (counter) => {
      await counter.cards().first().waitFor();
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await expect.poll(() => counter.made('desk.codesHidden')).toEqual([{}]);
      await expectNoCode(counter);
    });
  });
});

/** Goes on by the key alone until it is there. */
async function tabTo(counter: CounterPage, name: string): Promise<void> {
  const reached = (): Promise<boolean> => counter.page.evaluate((wanted) => [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(wanted), name);
  for (let press = 0; press < 40 && !(await reached()); press += 1) await counter.page.keyboard.press('Tab');
  expect(await reached()).toBe(true);
}

const openBought = async (counter: CounterPage): Promise<void> => {
  await counter.page.locator('.tray__item').filter({ hasText: 'PlayStation Store 20' }).click();
  await counter.button('codes.revealAll').waitFor();
};
const focusedPlace = (counter: CounterPage): Promise<string | undefined> => counter.page.evaluate(() => document.activeElement?.className);

describe('the codes sheet', () => {
  it('keeps the keyboard from the first code to "Customer has them", by way of the printer', async () => {
    await withCounter({}, async (counter) => {
      const { keyboard } = counter.page;
      await openBought(counter);
      await tabTo(counter, 'Reveal card 2');
      await keyboard.press('Enter');
      await counter.button('codes.hide').waitFor();
      await expect.poll(() => focusedPlace(counter)).toBe('sheet__bar');
      await tabTo(counter, counter.words('receipt.print'));
      await keyboard.press('Enter');
      await counter.button('receipt.back').waitFor();
      await expect.poll(() => focusedPlace(counter)).toBe('sheet__part');
      await tabTo(counter, counter.words('receipt.back'));
      await keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      await expect.poll(() => focusedPlace(counter)).toBe('sheet__part');
      await tabTo(counter, counter.words('codes.done'));
      await keyboard.press('Enter');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.made('reveals.handOver')).toHaveLength(1);
    });
  });

  it('copies a code that stays hidden, and says so; or why it could not', async () => {
    await withCounter({}, async (counter) => {
      await openBought(counter);
      const copy = counter.page.getByRole('button', { name: 'Copy the voucher of card 2', exact: true });
      await copy.click();
      await counter.page.getByRole('status').filter({ hasText: counter.words('codes.copied.announce') }).waitFor();
      expect(await counter.made('reveals.copy')).toMatchObject([{ soldCardId: '00000007-0000-4000-8000-000000000201', part: 'voucher' }]);
      expect(await counter.page.locator('iframe').count()).toBe(0);
      await counter.set({ failing: { 'reveals.copy': 'clipboard_unavailable' } });
      await copy.click();
      await counter.text('failure.clipboard_unavailable.says').waitFor();
    });
  });

  it.each(['insufficient_scope', 'reveal_not_allowed', 'codes_unavailable', 'wallet_disabled'] as const)('says what happened and what to do where a reveal is refused with %s', async (code) => {
    await withCounter({ double: { failing: { 'reveals.show': code } } }, async (counter) => {
      await openBought(counter);
      await counter.button('codes.revealAll').click();
      await counter.text(`failure.${code}.says`).waitFor();
      await counter.text(`failure.${code}.next`).waitFor();
      // What the service does not allow is not offered again.
      expect(await counter.button('codes.revealAll').count()).toBe(code === 'reveal_not_allowed' ? 0 : 1);
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('stays with its customer while the sale of another completes, which then offers its own codes', async () => {
    await withCounter({ double: { outcome: 'accepted' } }, async (counter) => {
      await buyFirst(counter);
      await counter.button('sale.watch.next').waitFor();
      await counter.page.locator('.tray__item').filter({ hasText: 'PlayStation Store 20' }).click();
      await counter.button('codes.revealAll').waitFor();
      const soldCardId = '00000007-0000-4000-8000-000000000050';
      await counter.settle('00000008-0000-4000-8000-000000000101', { state: 'completed', codesState: 'sealed', codes: [{ soldCardId }] });
      await counter.page.locator('.sale--watch').getByText(counter.words('sale.watch.codes'), { exact: true }).waitFor();
      expect(await counter.page.locator('.sheet__title').textContent()).toBe('PlayStation Store 20');
      await counter.button('codes.close').last().click();
      await counter.button('sale.watch.codes').click();
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(await counter.made('reveals.show')).toEqual([{ operationId: '00000008-0000-4000-8000-000000000101' }]);
    });
  });

  it('says what to do where it breaks, and opens again', async () => {
    await withCounter({}, async (counter) => {
      const sheet = counter.page.getByRole('dialog', { name: counter.words('codes.title') });
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      // No clock can tell this time.
      await counter.page.evaluate(() => { Date.now = () => NaN; });
      await counter.button('codes.hide').click();
      await counter.text('app.broken.title').waitFor();
      await counter.page.evaluate(() => { Date.now = () => new Date().getTime(); });
      await counter.button('app.again').click();
      await sheet.waitFor();
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(counter.takeViolations()).not.toEqual([]);
    });
  });
});
