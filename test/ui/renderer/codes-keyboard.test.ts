import { describe, expect, it } from 'vitest';
import { commands } from '../../../src-renderer/shell/commands/command-map.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { id } from './double-data.ts';
import { focusAsDialogGoes } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const favourite = { favourites: [id(4, 2)] };

const hasFocus = (counter: CounterPage, key: 'codes.reveal' | 'codes.revealAll' | 'codes.done' | 'receipt.send') =>
  expect.poll(() => counter.button(key).evaluate((button) => button === document.activeElement)).toBe(true);

/** Every key that goes down from now on, modifiers and repeats too. */
async function countKeys(counter: CounterPage): Promise<() => Promise<number>> {
  await counter.page.evaluate(() => {
    const pressed: string[] = [];
    Object.assign(window, { pressed });
    window.addEventListener('keydown', ({ code }) => void pressed.push(code), { capture: true });
  });
  return () => counter.page.evaluate(() => (window as unknown as { pressed: string[] }).pressed.length);
}

async function sellByKeys(counter: CounterPage): Promise<void> {
  await counter.cards().first().waitFor();
  await counter.page.keyboard.press('Alt+1');
  await expect
    .poll(() => counter.page.evaluate(() => document.activeElement?.classList.contains('number-input__input')))
    .toBe(true);
  await counter.page.keyboard.press('Enter');
}

/** As a key that is not let go. */
async function hold(counter: CounterPage, key: string, until: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < 4; sent += 1) await counter.page.keyboard.down(key);
  await until();
  for (let sent = 0; sent < 8; sent += 1) await counter.page.keyboard.down(key);
  await counter.page.keyboard.up(key);
}

describe.each(languageCodes)('the codes sheet by keyboard, in %s', (language) => {
  it('sells a favourite and hands it over in at most six presses from the idle screen, all counted', async () => {
    await withCounter({ language, double: { orders: 'none', preferences: favourite } }, async (counter) => {
      const presses = await countKeys(counter);
      await sellByKeys(counter);
      await hasFocus(counter, 'codes.reveal');
      await counter.page.keyboard.press('Enter');
      await hasFocus(counter, 'codes.done');
      await counter.codes.locator('[data-part="voucher"]').waitFor();
      const focus = await focusAsDialogGoes(counter);
      await counter.page.keyboard.press('Enter');
      expect(await focus()).toBe('catalogue-search');
      await counter.text('sale.empty').waitFor();
      expect(await counter.made('reveals.handOver')).toHaveLength(1);
      expect(await counter.page.evaluate(() => document.activeElement?.id)).toBe('catalogue-search');
      expect(await presses()).toBeLessThanOrEqual(6);
    });
  });

  it('does one thing for each press of Enter, however long it is held', async () => {
    await withCounter({ language, double: { orders: 'none', preferences: favourite } }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.page.keyboard.press('Alt+1');
      await hold(counter, 'Enter', () => hasFocus(counter, 'codes.reveal'));
      expect(await counter.made('reveals.show')).toEqual([]);
      // Here it does its one thing when it is let go.
      await hold(counter, 'Enter', () => Promise.resolve());
      await hasFocus(counter, 'codes.done');
      // Where it presses no control, at once; what comes after it hears nothing of the rest.
      await counter.button('codes.hide').click();
      await hasNoControl(counter);
      await hold(counter, 'Enter', () => hasFocus(counter, 'codes.done'));
      expect([
        (await counter.made('reveals.show')).length,
        (await counter.made('reveals.handOver')).length,
        (await counter.made('orders.place')).length,
      ]).toEqual([2, 0, 1]);
    });
  });

  it('hands nothing over by a second press that follows the first by habit, faster than anybody sees a code', async () => {
    await withCounter({ language, double: { orders: 'none', preferences: favourite } }, async (counter) => {
      await sellByKeys(counter);
      await hasFocus(counter, 'codes.reveal');
      await counter.page.evaluate(() =>
        document.addEventListener(
          'load',
          ({ target }) => {
            if (target instanceof HTMLIFrameElement)
              setTimeout(() => {
                for (const type of ['keydown', 'keyup'])
                  document.activeElement?.dispatchEvent(
                    new KeyboardEvent(type, { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
                  );
                document.body.dataset['pressed'] = '';
              }, 100);
          },
          { capture: true, once: true },
        ),
      );
      await counter.page.keyboard.press('Enter');
      await counter.page.locator('body[data-pressed]').waitFor();
      await hasFocus(counter, 'codes.done');
      expect(await counter.made('reveals.handOver')).toEqual([]);
      await counter.page.keyboard.press('Enter');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.made('reveals.handOver')).toHaveLength(1);
    });
  });

  it('hands nothing over by Enter once the codes are hidden again: it shows them', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').click();
      await hasFocus(counter, 'codes.done');
      // As after a minute, too.
      await counter.page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await counter.button('codes.reveal').waitFor();
      await hasNoControl(counter);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.hide').waitFor();
      expect(await counter.made('reveals.show')).toHaveLength(2);
      expect(await counter.made('reveals.handOver')).toEqual([]);
    });
  });

  it('hands nothing over before it can be seen, nor when one card of several is shown', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      let draw = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        draw = resolve;
      });
      await counter.page.route('**/drawn/*', (route) => held.then(() => route.fallback()));
      await counter.cards().first().click();
      await counter.page.keyboard.press('2');
      await counter.page.keyboard.press('Enter');
      await hasFocus(counter, 'codes.revealAll');
      await counter.button('codes.reveal.one', { number: 1 }).click();
      await counter.button('codes.hide').waitFor();
      draw();
      await counter.codes.locator('[data-part="voucher"]').waitFor();
      await hasNoControl(counter);
      await counter.page.keyboard.press('Enter');
      await expect.poll(() => counter.codes.locator('[data-part="voucher"]').count()).toBe(2);
      expect(await counter.made('reveals.handOver')).toEqual([]);
      expect(await counter.made('reveals.show')).toMatchObject([{ soldCardId: id(7, 5000) }, {}]);
    });
  });

  it('prints with P and leaves with Esc, and takes no key of a scanner for its own', async () => {
    await withCounter({ language, double: { orders: 'none', preferences: favourite } }, async (counter) => {
      await sellByKeys(counter);
      await hasFocus(counter, 'codes.reveal');
      // As on paper of another shop: one code too short to be known as one, one that is.
      for (const code of ['p12', '1p', 'p628100200']) {
        await scanAtOnce(counter, code);
        // Due after the pause in which a P waits for the next key: a page's own timers come in order.
        await counter.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      }
      await counter.button('codes.reveal').waitFor();
      expect([await counter.made('reveals.show'), await counter.button('receipt.back').count()]).toEqual([[], 0]);
      await counter.page.keyboard.press('p');
      await hasFocus(counter, 'receipt.send');
      await counter.page.keyboard.press('Enter');
      await counter.button('receipt.no').waitFor();
      expect(await counter.made('receipts.print')).toHaveLength(1);
      await counter.button('receipt.no').click();
      await counter.button('receipt.back').click();
      await counter.button('codes.reveal').waitFor();
      await counter.page.keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      await counter.button('sale.watch.codes').waitFor();
      expect(await counter.made('reveals.handOver')).toEqual([]);
    });
  });

  it('has its keys on the sheet of the keys', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.page.keyboard.press('F1');
      const sheet = counter.page.getByRole('dialog', { name: counter.words('keys.title') });
      for (const says of [
        ...commands.map((each) => each.says),
        'keys.codes.next',
        'keys.codes.print',
        'keys.codes.leave',
      ] as const)
        await sheet.getByText(counter.words(says), { exact: true }).waitFor();
      expect(await counter.axe()).toEqual([]);
    });
  });
});

/** The keys of a scanner, at its pace by their own time, so that a slow machine does not slow it down. */
function scanAtOnce(counter: CounterPage, code: string): Promise<void> {
  return counter.page.evaluate(
    (keys) => {
      const beginsMs = performance.now();
      for (const [index, key] of keys.entries()) {
        for (const type of ['keydown', 'keyup']) {
          const place = key === 'Enter' ? key : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
          const event = new KeyboardEvent(type, { key, code: place, bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(
            Object.defineProperty(event, 'timeStamp', { value: beginsMs + index * 8 }),
          );
        }
      }
    },
    [...code.split(''), 'Enter'],
  );
}

/** The keyboard is in the sheet, on no button of it. */
function hasNoControl(counter: CounterPage): Promise<void> {
  return expect.poll(() => counter.page.evaluate(() => document.activeElement?.className)).toBe('sheet__bar');
}
