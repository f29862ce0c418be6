import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { passingText } from '../../support/passing-text.ts';
import { buyFirst, expectNoCode, voucher } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { press } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const bought = { en: 'PlayStation Store 20', ar: 'متجر بلايستيشن 20' } as const;

const openBought = async (counter: CounterPage): Promise<void> => {
  await counter.page.locator('.tray__item').filter({ hasText: bought[languages[counter.language].service] }).click();
  await counter.button('codes.revealAll').waitFor();
};

async function expectGone(counter: CounterPage): Promise<void> {
  await counter.button('codes.hide').waitFor({ state: 'detached' });
  expect(await counter.page.locator('iframe').count()).toBe(0);
  await expectNoCode(counter);
}

describe.each(languageCodes)('codes leave the window, in %s', (language) => {
  it('when it loses the focus, is locked or leads elsewhere, when their sheet is closed and when the customer has them', async () => {
    await withCounter({ language }, async (counter) => {
      const leave = async (go: () => Promise<unknown>): Promise<void> => {
        await counter.button('codes.reveal').click();
        await counter.codes.getByText('4417').waitFor();
        await go();
        await expectGone(counter);
      };
      await buyFirst(counter);
      await leave(() => counter.page.evaluate(() => window.dispatchEvent(new Event('blur'))));
      await leave(() => counter.notify('hideCodes', {}));
      await leave(() => counter.page.keyboard.press('Escape'));
      await counter.button('sale.watch.codes').click();
      await leave(() => counter.button('codes.done').click());
      await buyFirst(counter);
      await leave(() => counter.notify('enrolmentChanged', { state: 'expired' }));
    });
  });

  it('one sheet at a time: a hand-over that is written late closes its own and no other', async () => {
    await withCounter({ language, viewport: { width: 1920, height: 1080 } }, async (counter) => {
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.page.evaluate(() => {
        const { reveals } = window.counter ?? {};
        if (reveals === undefined) return;
        const { handOver } = reveals;
        const written = new Promise((resolve) => window.addEventListener('written', resolve, { once: true }));
        Object.assign(reveals, {
          handOver: (input: Parameters<typeof handOver>[0]) => written.then(() => handOver(input)),
        });
      });
      await counter.button('codes.done').click();
      await counter.page.keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      await openBought(counter);
      await counter.page.evaluate(() => window.dispatchEvent(new Event('written')));
      await counter.page.locator('.tray__item').filter({ hasText: '2.850' }).waitFor({ state: 'detached' });
      expect(await counter.made('reveals.handOver')).toHaveLength(1);
      expect(await counter.button('codes.revealAll').isVisible()).toBe(true);
    });
  });

  it('that they came out is announced before they are here: nobody can press then that the customer has them', async () => {
    await withCounter({ language }, async (counter) => {
      await buyFirst(counter);
      await counter.page.evaluate(() => {
        const { reveals } = window.counter ?? {};
        if (reveals === undefined) return;
        const { show } = reveals;
        const arrived = new Promise((resolve) => window.addEventListener('arrived', resolve, { once: true }));
        Object.assign(reveals, {
          show: (input: Parameters<typeof show>[0]) => show(input).then((result) => arrived.then(() => result)),
        });
      });
      await counter.button('codes.reveal').click();
      await counter.button('codes.done').waitFor();
      expect(await counter.button('codes.done').isDisabled()).toBe(true);
      await counter.page.evaluate(() => window.dispatchEvent(new Event('arrived')));
      await counter.button('codes.done').click();
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });

  it('after a minute, or a minute later where a person asks for it', async () => {
    await withCounter({ language, isLast: true }, async (counter) => {
      const { clock } = counter.page;
      await buyFirst(counter);
      await counter.button('codes.reveal').waitFor();
      await counter.holdClock();
      for (const minutes of [1, 2]) {
        await counter.button('codes.reveal').click();
        await clock.runFor(100);
        await counter.codes.getByText('4417').waitFor();
        if (minutes === 2) {
          await counter.button('codes.extend').click();
          await clock.runFor(61_000);
          expect(await counter.button('codes.hide').isVisible()).toBe(true);
        }
        await clock.runFor(61_000);
        await clock.runFor(200);
        await expectGone(counter);
      }
    });
  });

  it('of one card alone where only that is asked for', async () => {
    await withCounter({ language }, async (counter) => {
      await openBought(counter);
      await counter.button('codes.reveal.one', { number: 2 }).click();
      await expect
        .poll(() => counter.codes.locator('[data-part="voucher"]').allTextContents())
        .toEqual(['4417209388516101']);
      const places = await Promise.all(
        ['.code-card:nth-child(2) [data-part="voucher"]', '.codes-frame'].map((place) =>
          counter.page.locator(place).boundingBox(),
        ),
      );
      const shown = await counter.codes.locator('[data-part="voucher"] bdi').boundingBox();
      const [place] = places;
      if (place === undefined || place === null || shown === null) throw new Error('nothing is laid out');
      expect(shown.y).toBeGreaterThan(place.y);
      expect(shown.y + shown.height).toBeLessThanOrEqual(place.y + place.height);
      expect(await counter.made('reveals.show')).toMatchObject([
        { soldCardId: '00000007-0000-4000-8000-000000000201' },
      ]);
      // Main must not take them for hidden while those of the next card come.
      await counter.button('codes.reveal.one', { number: 1 }).click();
      await expect.poll(() => counter.codes.locator('[data-part="voucher"]').allTextContents()).toEqual([voucher]);
      expect(await counter.made('screen.codesHidden')).toEqual([]);
      // What is shown keeps its way out where the next is refused.
      await counter.set({ failing: { 'reveals.show': 'reveal_not_allowed' } });
      await counter.button('codes.reveal.one', { number: 2 }).click();
      await counter.text('failure.reveal_not_allowed.says').waitFor();
      await counter.button('codes.hide').click();
      await expect.poll(() => counter.made('screen.codesHidden')).toEqual([{}]);
    });
  });

  it('whose places stay covered until they are drawn there', async () => {
    await withCounter({ language }, async (counter) => {
      let draw = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        draw = resolve;
      });
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

  it('and do not come at all when the window is left before the service has answered', async () => {
    await withCounter({ language, double: { held: ['reveals.show'] } }, async (counter) => {
      await counter.cards().first().waitFor();
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await counter.letGo();
      await expect.poll(() => counter.made('screen.codesHidden')).toEqual([{}]);
      expect(await counter.page.locator('iframe').count()).toBe(0);
      await expectNoCode(counter);
    });
  });
});

const focusedPlace = (counter: CounterPage): Promise<string | undefined> =>
  counter.page.evaluate(() => document.activeElement?.className);

describe.each(languageCodes)('the codes sheet, in %s', (language) => {
  it('keeps the keyboard from the first code to "Hand over", by way of the printer', async () => {
    await withCounter({ language }, async (counter) => {
      await openBought(counter);
      await press(counter, counter.button('codes.reveal.one', { number: 2 }));
      await counter.button('codes.hide').waitFor();
      await expect.poll(() => focusedPlace(counter)).toBe('sheet__bar');
      await press(counter, counter.button('receipt.print'));
      // Enter prints.
      await expect
        .poll(() => counter.button('receipt.send').evaluate((button) => button === document.activeElement))
        .toBe(true);
      await press(counter, counter.button('receipt.back'));
      await counter.button('codes.revealAll').waitFor();
      await expect.poll(() => focusedPlace(counter)).toBe('sheet__part');
      await press(counter, counter.button('codes.done'));
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.made('reveals.handOver')).toHaveLength(1);
    });
  });

  it('copies a code that stays hidden, and says so; or why it could not', async () => {
    await withCounter({ language }, async (counter) => {
      await openBought(counter);
      const copy = counter.button('codes.copy.voucher', { number: 2 });
      const said = await passingText(counter.page, counter.words('codes.copied.announce'), '[role="status"]');
      await copy.click();
      await said();
      expect(await counter.made('reveals.copy')).toMatchObject([
        { soldCardId: '00000007-0000-4000-8000-000000000201', part: 'voucher' },
      ]);
      expect(await counter.page.locator('iframe').count()).toBe(0);
      await counter.set({ failing: { 'reveals.copy': 'clipboard_unavailable' } });
      await copy.click();
      await counter.text('failure.clipboard_unavailable.says').waitFor();
    });
  });

  it('says what happened and what to do where a reveal is refused', async () => {
    await withCounter({ language }, async (counter) => {
      await openBought(counter);
      for (const code of [
        'insufficient_scope',
        'codes_unavailable',
        'wallet_disabled',
        'reveal_not_allowed',
      ] as const) {
        await counter.set({ failing: { 'reveals.show': code } });
        await counter.button('codes.revealAll').click();
        await counter.text(`failure.${code}.says`).waitFor();
        await counter.text(`failure.${code}.next`).waitFor();
        // What the service does not allow is not offered again.
        expect(await counter.button('codes.revealAll').count()).toBe(code === 'reveal_not_allowed' ? 0 : 1);
        expect(await counter.hasFocus()).toBe(true);
      }
    });
  });

  it('stays with its customer while the sale of another completes, which then offers its own codes', async () => {
    await withCounter({ language, double: { outcome: 'accepted' } }, async (counter) => {
      await buyFirst(counter);
      await counter.button('sale.watch.next').waitFor();
      await openBought(counter);
      const soldCardId = '00000007-0000-4000-8000-000000000050';
      await counter.settle('00000008-0000-4000-8000-000000000101', {
        state: 'completed',
        codesState: 'sealed',
        codes: [{ soldCardId }],
      });
      await counter.page
        .locator('.sale--watch')
        .getByText(counter.words('sale.watch.codes'), { exact: true })
        .waitFor();
      expect(await counter.page.locator('.sheet__title').textContent()).toBe(bought[languages[language].service]);
      await counter.button('codes.close').last().click();
      await counter.button('sale.watch.codes').click();
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(await counter.made('reveals.show')).toEqual([{ operationId: '00000008-0000-4000-8000-000000000101' }]);
    });
  });

  it('says what to do where it breaks, and opens again', async () => {
    await withCounter({ language }, async (counter) => {
      const sheet = counter.page.getByRole('dialog', { name: counter.words('codes.title') });
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      // No clock can tell this time.
      await counter.page.evaluate(() => {
        Date.now = () => NaN;
      });
      await counter.button('codes.hide').click();
      await counter.text('app.broken.title').waitFor();
      await counter.page.evaluate(() => {
        Date.now = () => new Date().getTime();
      });
      await counter.button('app.again').click();
      await sheet.waitFor();
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      expect(counter.takeViolations()).not.toEqual([]);
    });
  });
});
