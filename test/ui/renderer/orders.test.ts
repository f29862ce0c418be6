import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { ago, id, order } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const brandNew = { en: 'Brand new', ar: 'جديد' } as const;
const options = (counter: CounterPage) =>
  counter.page.getByRole('listbox', { name: counter.words('journal.title') }).getByRole('option');
const field = (counter: CounterPage) => counter.page.getByRole('searchbox', { name: counter.words('journal.find') });

async function openOrders(counter: CounterPage): Promise<void> {
  await counter.area('nav.orders').click();
  await options(counter).first().waitFor();
}

async function choose(counter: CounterPage, label: 'journal.state' | 'wallet.label', name: string): Promise<void> {
  await counter.page.getByRole('button', { name: counter.words(label) }).click();
  await counter.page.getByRole('option', { name, exact: true }).click();
}

describe.each(languageCodes)('orders, in %s', (language) => {
  it('say in the list and on the order that a reference cannot be opened, and of no other', async () => {
    await withCounter({ language, double: { orders: 'closed' } }, async (counter) => {
      await openOrders(counter);
      const short = counter.words('order.reference.closed.short');
      const rows = await options(counter).allInnerTexts();
      expect(rows.map((row) => row.includes(short))).toEqual(rows.map((_, at) => at === 0));
      await options(counter).first().click();
      await counter.text('order.reference.closed').waitFor();
      expect(await counter.axe()).toEqual([]);
      await options(counter).nth(1).click();
      await counter.text('order.reference.closed').waitFor({ state: 'detached' });
      // The help beside the search says what of a reference is found.
      expect(await field(counter).getAttribute('placeholder')).toBe(counter.words('journal.find.hint'));
    });
  });

  it('are found by reference, number and card, and all shown again', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.getByRole('row').first().waitFor();
      await counter.page.keyboard.press('F3');
      await options(counter).first().waitFor();
      await expect.poll(() => field(counter).evaluate((input) => input === document.activeElement)).toBe(true);
      await counter.page.keyboard.type('0417');
      await expect.poll(() => options(counter).count()).toBe(1);
      await field(counter).fill(id(8, 4));
      await expect.poll(() => options(counter).allInnerTexts()).toEqual([expect.stringContaining('100')]);
      await field(counter).fill('nothing of this');
      await counter.text('journal.noneFound').waitFor();
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await counter.button('journal.find.all').click();
      expect(await dayField(counter).inputValue()).toBe('');
      const lists = (await counter.made('orders.list')).length;
      await typeDay(counter, '31/2/2026');
      // What is no day yet looks for nothing else.
      expect(await counter.made('orders.list')).toHaveLength(lists);
      expect(await counter.text('journal.day.wrong').count()).toBe(0);
      await counter.page.getByRole('searchbox').focus();
      await counter.text('journal.day.wrong').waitFor();
      expect(await counter.axe()).toEqual([]);
      await field(counter).fill('nothing of this');
      await counter.button('journal.find.all').click();
      await counter.text('journal.day.wrong').waitFor({ state: 'detached' });
      expect(await dayField(counter).inputValue()).toBe('');
      await expect.poll(() => options(counter).count()).toBe(8);
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('are begun with a sale where there are none yet, and promise no story where they cannot be read', async () => {
    await withCounter({ language, double: { orders: 'none' } }, async (counter) => {
      await counter.area('nav.orders').click();
      await counter.text('journal.none').waitFor();
      expect(await counter.text('journal.pick').count()).toBe(0);
      await counter.button('enrol.goSell').click();
      await counter.cards().first().waitFor();
      await counter.set({ failing: { 'orders.list': 'journal_corrupt' } });
      await counter.area('nav.orders').click();
      await counter.page.locator('.journal__list').getByText(counter.words('failure.journal_corrupt.next')).waitFor();
      expect([await counter.text('journal.pick').count(), await counter.text('journal.local').count()]).toEqual([0, 0]);
    });
  });

  it('are narrowed by state, wallet, day and card, all of it by main', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await choose(counter, 'journal.state', counter.words('state.notBought.name'));
      await expect.poll(() => options(counter).count()).toBe(1);
      await choose(counter, 'wallet.label', { ar: 'محفظة الدولار', en: 'Dollar wallet' }[languages[language].service]);
      await counter.text('journal.noneFound').waitFor();
      await typeDay(counter, { ar: '٢١/١١/٢٠٢٦', en: '21.11.2026' }[language]);
      await counter.page.getByText({ ar: /^السبت.*21 نوفمبر$/, en: /^Saturday.*21 November$/ }[language]).waitFor();
      await counter.page.getByRole('searchbox').focus();
      expect(await dayField(counter).inputValue()).toBe('21/11/2026');
      await expect
        .poll(async () => (await counter.made('orders.list')).at(-1))
        .toEqual({
          show: 'all',
          states: ['notBought', 'failed'],
          walletId: id(1, 2),
          from: await midnight(counter, 21),
          until: await midnight(counter, 22),
        });
      await counter.button('journal.find.all').click();
      await options(counter).nth(3).click();
      await counter.button('journal.card.others').click();
      await expect
        .poll(async () => (await counter.made('orders.list')).at(-1))
        .toEqual({ show: 'all', cardId: id(4, 2) });
      await counter.page.getByRole('button', { name: { ar: / فقط$/, en: /^Only / }[language] }).click();
      await expect.poll(async () => (await counter.made('orders.list')).at(-1)).toEqual({ show: 'all' });
    });
  });

  it('are found by “yesterday”, which is said as the day that it is', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await field(counter).fill({ ar: 'زين أمس', en: 'zain yesterday' }[language]);
      const times = await counter.page.evaluate(() => {
        const now = new Date();
        return [1, 0].map((ago) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).toISOString());
      });
      await expect
        .poll(async () => (await counter.made('orders.list')).at(-1))
        .toEqual({ show: 'all', find: { ar: 'زين', en: 'zain' }[language], from: times[0], until: times[1] });
      const weekday = new Intl.DateTimeFormat(languages[language].locale, { weekday: 'long' });
      await counter.page
        .locator('.order-search__day')
        .filter({ hasText: weekday.format(Date.parse(times[0] ?? '')) })
        .waitFor();
    });
  });

  it('are narrowed to days that are picked from a calendar, by keys and by hand', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await typeDay(counter, '10/11/2026');
      await counter.button('journal.day.pick').click();
      const calendar = counter.page.getByRole('dialog', { name: counter.words('journal.day.pick') });
      const day = (date: number) => calendar.locator('.calendar__day:not([data-outside-month])').nth(date - 1);
      await day(3).click();
      await day(5).click();
      await calendar.waitFor({ state: 'detached' });
      expect(await dayField(counter).inputValue()).toBe('03/11/2026 - 05/11/2026');
      const asked = async () => (await counter.made('orders.list')).at(-1);
      await expect
        .poll(asked)
        .toEqual({ show: 'all', from: await midnight(counter, 3), until: await midnight(counter, 6) });
      await counter.button('journal.day.pick').press('Enter');
      await calendar.waitFor();
      expect(await counter.axe()).toEqual([]);
      // From the first of those days one on, in the direction in which the language is read. After the first press of
      // Enter the calendar goes to the day after it.
      const [on, back] = ({ en: ['ArrowRight', 'ArrowLeft'], ar: ['ArrowLeft', 'ArrowRight'] } as const)[language];
      for (const key of [on, 'Enter', back, 'Enter']) await counter.page.keyboard.press(key);
      await calendar.waitFor({ state: 'detached' });
      await expect
        .poll(asked)
        .toEqual({ show: 'all', from: await midnight(counter, 4), until: await midnight(counter, 5) });
      await counter.button('journal.find.all').click();
      expect(await dayField(counter).inputValue()).toBe('');
    });
  });

  it('tell which day it was where one takes more than one, and the year of another', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.addOrder(
        order(90, { codesState: 'handedOver', intendedAt: new Date(2025, 2, 4, 23, 59, 50).toISOString() }),
      );
      await openOrders(counter);
      const old = options(counter).filter({ hasText: '2025' });
      await old.click();
      const days = counter.page.locator('.timeline h4');
      await days.last().waitFor();
      expect(await days.allTextContents()).toEqual(
        {
          ar: ['الثلاثاء، 4 مارس 2025', 'الأربعاء، 5 مارس 2025'],
          en: ['Tuesday, 4 March 2025', 'Wednesday, 5 March 2025'],
        }[language],
      );
      expect(await counter.page.locator('.timeline__entry').count()).toBe(7);
    });
  });

  it('are described in plain words: what was sent, what is known, what is not, and what to tell the staff', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await options(counter).first().click();
      const story = counter.page.getByRole('region', { name: counter.words('story.title') });
      await story.getByText(counter.words('story.open.bought')).waitFor();
      await story.getByText(counter.words('state.unknown.says')).waitFor();
      await story.getByText('req-11ad8e72').waitFor();
      await counter.button('story.copy').click();
      await counter.text('story.copied').waitFor();
      const announced = counter.page.locator('.story__copy [role="status"]').evaluate(
        (status) =>
          new Promise((resolve) => {
            new MutationObserver(() => resolve(status.textContent)).observe(status, {
              childList: true,
              characterData: true,
              subtree: true,
            });
          }),
      );
      await counter.button('story.copy').click();
      expect(await announced).toBe('');
      await counter.text('story.copied').waitFor();
      expect(await counter.made('orders.copyForStaff')).toEqual([{ operationId: id(8, 1) }, { operationId: id(8, 1) }]);
      expect(await counter.axe()).toEqual([]);
    });
  });
});

describe.each(languageCodes)('the list of orders, in %s', (language) => {
  it('takes up a new sale by itself, at the top', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      const before = await options(counter).count();
      await counter.addOrder(order(50, { state: 'accepted', intendedAt: ago(0), cardName: brandNew }));
      await expect.poll(() => options(counter).count()).toBe(before + 1);
      expect(await options(counter).first().innerText()).toContain(brandNew[language]);
    });
  });
});

describe.each(languageCodes)('in %s, whether the customer still wants it', (language) => {
  it('is asked in the tray when the time of a sale runs out, and not where the answer decides nothing', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.getByRole('row').first().waitFor();
      const tray = counter.page.getByRole('region', { name: counter.words('tray.title') });
      await tray.getByText(counter.words('tray.wanted')).waitFor();
      await openOrders(counter);
      expect(await options(counter).getByText(counter.words('tray.wanted')).count()).toBe(1);
      await counter.settle(id(8, 1), { state: 'settling', wantedDecides: false });
      await tray.getByText(counter.words('state.settling.name')).waitFor();
      expect(await tray.getByText(counter.words('tray.wanted')).count()).toBe(0);
      await tray
        .getByRole('button')
        .filter({ hasText: counter.words('state.settling.name') })
        .click();
      await counter.text('state.settling.onlyAsked').waitFor();
      expect(await counter.button('order.wanted.keep').count()).toBe(0);
    });
  });
});

const dayField = (counter: CounterPage) =>
  counter.page.getByRole('textbox', { name: counter.words('journal.day'), exact: true });

async function typeDay(counter: CounterPage, text: string): Promise<void> {
  await dayField(counter).focus();
  await counter.type(text);
}

function midnight(counter: CounterPage, date: number): Promise<string> {
  return counter.page.evaluate((day) => new Date(2026, 10, day).toISOString(), date);
}

describe.each(languageCodes)('the order that is open, in %s,', (language) => {
  const page = (counter: CounterPage) => counter.page.locator('.order-page__facts');
  const chosen = (counter: CounterPage) =>
    counter.page.getByRole('listbox', { name: counter.words('journal.title') }).getByRole('option', { selected: true });

  it('is one of those that were found, or none is: by words, state, wallet and day', async () => {
    await withCounter({ language }, async (counter) => {
      const open = async (): Promise<void> => {
        await options(counter).filter({ hasText: '12.430' }).click();
        await page(counter).getByText(id(8, 2)).waitFor();
      };
      const expectClosed = async (): Promise<void> => {
        await page(counter).waitFor({ state: 'detached' });
        expect([await chosen(counter).count(), await counter.button('journal.openCodes').count()]).toEqual([0, 0]);
        await counter.button('journal.find.all').click();
        await expect.poll(() => options(counter).count()).toBe(8);
      };
      await openOrders(counter);
      await open();
      // It is among these too.
      await field(counter).fill('20');
      await expect.poll(() => options(counter).count()).toBeLessThan(8);
      await page(counter).getByText(id(8, 2)).waitFor();
      expect(await chosen(counter).count()).toBe(1);
      await field(counter).fill('0417');
      await expectClosed();
      await open();
      await choose(counter, 'journal.state', counter.words('state.notBought.name'));
      await expectClosed();
      await open();
      await field(counter).fill('nothing of this');
      await expectClosed();
    });
  });

  it('is listed where it was opened elsewhere, whatever was looked for before', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await field(counter).fill('0417');
      await expect.poll(() => options(counter).count()).toBe(1);
      await counter.page
        .getByRole('region', { name: counter.words('tray.title') })
        .getByRole('button')
        .filter({ hasText: counter.words('state.attention.name') })
        .click();
      await page(counter).getByText(id(8, 5)).waitFor();
      await expect.poll(() => options(counter).count()).toBe(8);
      expect(await chosen(counter).count()).toBe(1);
      expect(await field(counter).inputValue()).toBe('');
    });
  });

  it('stays while it is acted upon, also where it is then no longer what was looked for', async () => {
    await withCounter({ language }, async (counter) => {
      await openOrders(counter);
      await counter.page.getByRole('radio', { name: counter.words('journal.pending'), exact: true }).click();
      await expect.poll(() => options(counter).count()).toBe(3);
      await options(counter).filter({ hasText: '9.500' }).click();
      await page(counter).getByText(id(8, 1)).waitFor();
      const lists = (await counter.made('orders.list')).length;
      await counter.settle(id(8, 1), { state: 'failed' });
      await expect.poll(async () => (await counter.made('orders.list')).length).toBeGreaterThan(lists);
      await page(counter).getByText(id(8, 1)).waitFor();
      expect([await options(counter).count(), await chosen(counter).count()]).toEqual([3, 1]);
    });
  });
});
