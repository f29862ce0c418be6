import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { scrollFaults } from '../../support/scrolling.ts';
import type { CounterPage } from './counter-page.ts';
import { fullDay, mona, omar, staffWith } from './day-reports.ts';
import { press, tabTo } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const smallWindow = { width: 1024, height: 700 };
const invitation = '0f9c2b1e-1111-4222-8333-444455556666';

/** Nothing of it is cut off above or below by what it scrolls in. */
function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      if (getComputedStyle(around).overflowY !== 'visible' && (top < box.top - 1 || bottom > box.bottom + 1))
        return false;
    }
    return top >= 0 && bottom <= innerHeight;
  });
}

const field = (counter: CounterPage, name: string): Locator => counter.page.getByRole('textbox', { name, exact: true });

describe.each(languageCodes)('where a person looks, in %s,', (language) => {
  it('a search begins with the card that Enter takes, wherever the list was scrolled to', async () => {
    await withCounter({ language, viewport: smallWindow }, async (counter) => {
      await counter.cards().first().waitFor();
      const list = counter.page.locator('.catalogue__scroll');
      await list.evaluate((element) => element.scrollTo({ top: 9_000 }));
      await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
      await counter.page.keyboard.press('F2');
      await counter.type('1');
      await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      await expect.poll(() => isInSight(counter.cards().first())).toBe(true);
    });
  });

  it('a network that is none is said at its field, which has the keyboard, until it is typed anew', async () => {
    const enrolment = { state: 'none' as const };
    const failing = { 'enrolment.begin': { code: 'input_invalid' as const, field: 'cidr' } };
    await withCounter(
      { language, viewport: smallWindow, double: { start: { mode: 'deployment', enrolment }, failing } },
      async (counter) => {
        await field(counter, counter.words('enrol.invitation')).fill(invitation);
        await field(counter, counter.words('enrol.token')).fill('a-token');
        await counter.button('enrol.advanced').click();
        const networks = field(counter, counter.words('enrol.networks'));
        await networks.fill('10.0.0.300/8');
        await counter.button('enrol.submit').click();
        const said = counter.page.getByText(counter.words('enrol.networks.invalid'), { exact: true });
        await said.waitFor();
        await expect.poll(() => networks.evaluate((input) => input === document.activeElement)).toBe(true);
        expect(await isInSight(said)).toBe(true);
        // No name of the API, and no second place that says it.
        expect(await counter.page.getByText('cidr').count()).toBe(0);
        expect(await counter.page.getByRole('alert').count()).toBe(0);
        await counter.page.keyboard.type('0');
        await expect.poll(() => said.count()).toBe(0);
      },
    );
  });

  it('the first field that is missing has the keyboard, at every press', async () => {
    const start = { mode: 'deployment' as const, enrolment: { state: 'none' as const } };
    await withCounter({ language, viewport: smallWindow, double: { start } }, async (counter) => {
      const first = field(counter, counter.words('enrol.invitation'));
      for (let presses = 0; presses < 2; presses += 1) {
        await counter.button('enrol.submit').click();
        await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
      }
      expect(await isInSight(first)).toBe(true);
    });
  });

  it('what became of a key that was sent from further down is in sight', async () => {
    const start = { mode: 'deployment' as const, enrolment: { state: 'none' as const } };
    await withCounter({ language, viewport: smallWindow, double: { start } }, async (counter) => {
      await field(counter, counter.words('enrol.invitation')).fill(invitation);
      await field(counter, counter.words('enrol.token')).fill('a-token');
      await counter.button('enrol.advanced').click();
      await field(counter, counter.words('enrol.networks')).fill('192.0.2.0/24');
      await counter.button('enrol.submit').click();
      const agree = counter.text('enrol.thumbprint.agree');
      await agree.waitFor();
      await expect.poll(() => isInSight(counter.page.getByRole('heading', { level: 1 }))).toBe(true);
    });
  });

  it('a shift that was opened from further down is in sight, and so is an amount that is none', async () => {
    await withCounter(
      { language, viewport: smallWindow, double: { day: fullDay, staff: staffWith(mona.id) } },
      async (counter) => {
        await counter.area('nav.day').click();
        await counter.button('day.cash').click();
        const shift = counter.page.getByRole('region', { name: counter.words('day.shift'), exact: true });
        const cash = shift.getByRole('textbox').first();
        await cash.fill('12.3456');
        await counter.button('day.shift.open').click();
        await expect.poll(() => cash.evaluate((input) => input === document.activeElement)).toBe(true);
        expect(await isInSight(cash)).toBe(true);
        await cash.fill('12.500');
        const open = counter.button('day.shift.open');
        await open.evaluate((button) => button.scrollIntoView({ block: 'start' }));
        await open.click();
        await expect.poll(() => isInSight(shift.getByText(counter.words('day.shift.since')))).toBe(true);
      },
    );
  });

  it('Esc leaves a PIN on the lock for the names of the people', async () => {
    const staff = { people: [mona, omar], me: null };
    await withCounter({ language, double: { locked: true, staff } }, async (counter) => {
      await counter.page.getByRole('button', { name: omar.name }).click();
      await field(counter, counter.words('people.pinOf', { name: omar.name })).waitFor();
      await counter.page.keyboard.press('Escape');
      await counter.page.getByRole('group', { name: counter.words('people.who') }).waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('a name that was missing is no longer said to be once it is typed', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('people.link').click();
      await counter.button('people.add').click();
      await counter.button('people.save').click();
      const missing = counter.page.getByText(counter.words('people.name.missing'), { exact: true });
      await missing.waitFor();
      const name = field(counter, counter.words('people.name'));
      expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
      await counter.page.keyboard.type('H');
      await expect.poll(() => missing.count()).toBe(0);
    });
  });

  it('one ring shows where the keyboard is, also on a list to choose from', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await tabTo(counter, counter.page.locator('.choice__button').first());
      const rings = await counter.page.locator('body *').evaluateAll(
        (all) =>
          all.filter((element) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(element);
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
          }).length,
      );
      expect(rings).toBe(1);
      await press(counter, counter.area('nav.orders'));
    });
  });

  it('what is chosen is told from the rest also in high contrast', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.emulateMedia({ forcedColors: 'active' });
      await counter.cards().nth(0).click();
      await counter.button('sale.buy').waitFor();
      const ground = (target: Locator): Promise<string> =>
        target.evaluate((element) => getComputedStyle(element).backgroundColor);
      const pairs = [
        [counter.cards().nth(0), counter.cards().nth(1)],
        [counter.area('nav.sell'), counter.area('nav.orders')],
        [counter.page.locator('.category-list__item').nth(0), counter.page.locator('.category-list__item').nth(1)],
      ] as const;
      for (const [chosen, other] of pairs) expect(await ground(chosen)).not.toBe(await ground(other));
      await counter.page.emulateMedia({ forcedColors: 'none' });
    });
  });

  it('neither a long name of a wallet nor a large amount goes beyond its column, and the list keeps off the edges', async () => {
    await withCounter({ language, viewport: smallWindow }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.page.evaluate(() => {
        const { counter: bridge } = window;
        if (bridge === undefined) throw new Error('no bridge');
        const { list } = bridge.wallets;
        const large = { amount: '123456789.875', currency: 'KWD' };
        const long = 'A wallet of the shop in Salmiya and of all its branches '.repeat(2).trim();
        const wallets = {
          ...bridge.wallets,
          list: async (input: Record<string, never>) => {
            const result = await list(input);
            if (!result.ok) return result;
            const items = result.value.items.map((wallet) => ({
              ...wallet,
              name: { en: long, ar: long },
              balance: { ...wallet.balance, ...large },
            }));
            return { ...result, value: { ...result.value, items } };
          },
        };
        Object.assign(window, { counter: { ...bridge, wallets } });
      });
      await counter.area('nav.orders').click();
      await counter.area('nav.sell').click();
      const rail = counter.page.locator('.sell__rail');
      await rail.getByText('123,456,789.875').waitFor();
      await expect.poll(() => scrollFaults(counter.page)).toEqual([]);
      await rail.locator('.choice__button').click();
      const box = await counter.page.locator('.popover').boundingBox();
      expect(box?.x).toBeGreaterThan(6);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(smallWindow.width - 6);
      expect(await scrollFaults(counter.page)).toEqual([]);
    });
  });
});
