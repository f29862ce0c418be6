import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { OpenWork } from '../../../src-shared/contract/screen.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { buyFirst } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { id, walletIds } from './double-data.ts';
import { everyPin } from './double-staff.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
/** However it is grouped; a few digits alone could be part of a random id on the page. */
const shownVoucher = /7777\D{0,40}8888/;
const nowhere: OpenWork = { area: 'sell', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] };

/** Codes are drawn in a frame: what the page says of itself is not all of it. */
async function everyFrame(page: Page): Promise<string> {
  return (await Promise.all(page.frames().map((frame) => frame.content()))).join('\n');
}

async function reveal(counter: CounterPage): Promise<void> {
  await counter.cards().first().click();
  await counter.button('sale.buy').click();
  await counter.button('codes.reveal').click();
  await counter.button('codes.hide').waitFor();
}

describe.each(languageCodes)('the counter that is left, in %s', (language) => {
  it('lets people choose by keys alone when it locks and for how long a copied code stays, and by touch how large it is', async () => {
    await withCounter(
      { language, double: { start: { host: 'electron' }, preferences: { clipboardSeconds: 45 } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        const lock = counter.page
          .locator('.choice')
          .filter({ hasText: counter.words('leaving.lock') })
          .getByRole('button');
        const clipboard = counter.page
          .locator('.choice')
          .filter({ hasText: counter.words('leaving.clipboard') })
          .getByRole('button');
        expect(await clipboard.textContent()).toContain('45');
        await lock.focus();
        for (const key of ['Enter', 'ArrowDown', 'Enter']) await counter.page.keyboard.press(key);
        await clipboard.focus();
        for (const key of ['Enter', 'ArrowUp', 'Enter']) await counter.page.keyboard.press(key);
        await expect
          .poll(() => counter.made('preferences.change'))
          .toEqual([{ idleLockMinutes: 10 }, { clipboardSeconds: 30 }]);
        await counter.button('size.larger').click();
        await counter.button('size.smaller').click();
        expect(await counter.made('screen.zoom')).toEqual([{ step: 'larger' }, { step: 'smaller' }]);
        expect(await counter.smallTargets()).toEqual([]);
        expect(await counter.axe()).toEqual([]);
      },
    );
  });
});

describe.each(languageCodes)('a locked counter, in %s', (language) => {
  it('has nothing of the work on the page, and goes on by one key where it was', async () => {
    await withCounter({ language, double: { voucher: '7777888899990000' } }, async (counter) => {
      await reveal(counter);
      expect(await everyFrame(counter.page)).toMatch(shownVoucher);
      await counter.notify('lockChanged', { locked: true });
      await counter.text('lock.title').waitFor();
      expect(await counter.page.getByRole('dialog').count()).toBe(0);
      expect(await counter.cards().count()).toBe(0);
      expect(await everyFrame(counter.page)).not.toMatch(shownVoucher);
      await expect.poll(() => counter.made('screen.codesHidden')).toEqual([{}]);
      await expect
        .poll(() => counter.page.evaluate(() => document.activeElement?.textContent))
        .toBe(counter.words('lock.continue'));
      expect(await counter.smallTargets()).toEqual([]);
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
      expect(await everyFrame(counter.page)).not.toMatch(shownVoucher);
      expect(await counter.made('screen.unlock')).toEqual([{}]);
    });
  });

  it('says that sales go on meanwhile, and keeps what was being put together', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().nth(1).click();
      await counter.page.getByLabel(counter.words('sale.reference'), { exact: true }).fill('POS 7');
      await counter.notify('lockChanged', { locked: true });
      await counter.page.locator('.lock__unsettled').waitFor();
      await counter.button('lock.continue').click();
      expect(await counter.page.getByLabel(counter.words('sale.reference'), { exact: true }).inputValue()).toBe(
        'POS 7',
      );
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('is locked from its first picture where main says so', async () => {
    await withCounter({ language, double: { locked: true } }, async (counter) => {
      await counter.button('lock.continue').waitFor();
      expect(await counter.page.getByRole('navigation').count()).toBe(0);
    });
  });
});

const omar = { id: id(9, 1), name: 'Omar', role: 'cashier' } as const;
const mona = { id: id(9, 2), name: 'Mona', role: 'manager' } as const;
const sara = { id: id(9, 3), name: 'Sara', role: 'auditor' } as const;
const people = [omar, mona, sara];

/** Chooses a person on the lock and types a PIN. */
async function comes(counter: CounterPage, { name }: { readonly name: string }, pin: string): Promise<void> {
  await counter.page.locator('.lock__person', { hasText: name }).click();
  await counter.page.locator('.lock__form input').waitFor();
  await counter.page.keyboard.type(pin);
  await counter.page.keyboard.press('Enter');
}

describe.each(languageCodes)('a counter with people, in %s', (language) => {
  it('opens by a PIN, is left for the next person by one gesture, and keeps the work of each for them', async () => {
    await withCounter({ language, double: { staff: { people, me: null } } }, async (counter) => {
      const reference = counter.page.getByLabel(counter.words('sale.reference'), { exact: true });
      await counter.page.locator('.lock__person').first().waitFor();
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.textContent)).toContain('Omar');
      expect(await counter.axe()).toEqual([]);
      await comes(counter, omar, '9999');
      await counter.text('failure.pin_wrong.says').waitFor();
      expect(await counter.smallTargets()).toEqual([]);
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.type(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.cards().nth(1).click();
      await reference.fill('POS 7');
      await counter.page.locator('.person-button__name', { hasText: 'Omar' }).waitFor();
      await counter.page.keyboard.press('Alt+0');
      await comes(counter, mona, everyPin);
      await counter.page.locator('.person-button__name', { hasText: 'Mona' }).waitFor();
      await counter.cards().first().waitFor();
      expect(await reference.count()).toBe(0);
      await counter.page.locator('.person-button__name').click();
      await comes(counter, omar, everyPin);
      await reference.waitFor();
      expect(await reference.inputValue()).toBe('POS 7');
      const said = JSON.stringify([await counter.made('screen.keepPlace'), await counter.page.content()]);
      expect(said).not.toContain(everyPin);
    });
  });

  it('shows an auditor every order, no sale and no code, and says why; the counter itself is the manager’s', async () => {
    await withCounter({ language, double: { staff: { people, me: sara.id } } }, async (counter) => {
      await counter.page.getByRole('option').first().waitFor();
      expect(await counter.area('nav.sell').isDisabled()).toBe(true);
      await counter.page.locator('.tray__item').last().click();
      await counter.text('people.noCodes').waitFor();
      expect(await counter.button('journal.openCodes').count()).toBe(0);
      await counter.area('nav.counter').click();
      await counter.text('people.managerOnly').waitFor();
      expect(await counter.button('recovery.make').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('gets its first person, a manager, by whoever sets it up, and then others', async () => {
    await withCounter({ language }, async (counter) => {
      const field = (key: 'people.name' | 'people.pin' | 'people.pinAgain') =>
        counter.page.getByLabel(counter.words(key), { exact: true });
      await counter.area('nav.counter').click();
      await counter.button('people.link').click();
      await counter.button('people.save').click();
      await counter.text('people.name.missing').waitFor();
      await field('people.name').fill('Mona');
      await field('people.pin').fill('24680');
      await counter.page.keyboard.press('Enter');
      expect(await field('people.pinAgain').evaluate((field) => field === document.activeElement)).toBe(true);
      await counter.page.keyboard.type('24660');
      await counter.button('people.save').click();
      await counter.text('people.pinAgain.differs').waitFor();
      expect(await counter.made('staff.add')).toEqual([]);
      await field('people.pinAgain').fill('24680');
      await counter.button('people.save').click();
      await counter.page.locator('.person-button__name', { hasText: 'Mona' }).waitFor();
      await counter.button('people.add').click();
      await field('people.name').fill('Omar');
      await field('people.pin').fill('4321');
      await field('people.pinAgain').fill('4321');
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await counter.button('people.save').click();
      await expect
        .poll(() => counter.made('staff.add'))
        .toEqual([
          { name: 'Mona', role: 'manager', pin: '24680' },
          { name: 'Omar', role: 'cashier', pin: '4321' },
        ]);
      await counter.page.getByRole('button', { name: counter.words('people.change.one', { name: 'Omar' }) }).click();
      await counter.button('people.remove').click();
      await counter.page.getByRole('alertdialog').getByRole('button').first().click();
      await expect.poll(() => counter.made('staff.remove')).toEqual([{ id: omar.id.replace(/1$/, '2') }]);
    });
  });
});

describe.each(languageCodes)('closing with unsettled sales, in %s', (language) => {
  it('names them and what becomes of them; a held Enter keeps the counter open', async () => {
    await withCounter({ language, double: { start: { language, mode: 'deployment' } } }, async (counter) => {
      await counter.button('catalogue.refresh').waitFor();
      await counter.notify('quitAsked', { pending: 2, codesWaiting: 3 });
      const dialog = counter.page.getByRole('alertdialog');
      await dialog.waitFor();
      const said = await dialog.textContent();
      expect(said).toContain({ ar: 'عمليتا بيع بلا نتيجة بعد', en: '2 sales have no result yet' }[language]);
      expect(said).toContain({ ar: 'رموز 3 عمليات بيع', en: 'The codes of 3 sales' }[language]);
      expect(said).toContain(counter.words('quit.pending.next'));
      expect(await counter.axe()).toEqual([]);
      await counter.page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await counter.made('screen.answerQuit')).toEqual([{ quit: false }]);
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('closes it when the person says so, also from the lock', async () => {
    await withCounter({ language, double: { locked: true } }, async (counter) => {
      await counter.button('lock.continue').waitFor();
      await counter.notify('quitAsked', { pending: 1, codesWaiting: 0 });
      await counter.button('quit.confirm').click();
      await expect.poll(() => counter.made('screen.answerQuit')).toEqual([{ quit: true }]);
    });
  });

  it('says of a training that it is forgotten', async () => {
    await withCounter({ language, double: { start: { language, mode: 'training' } } }, async (counter) => {
      await counter.text('app.training.says').waitFor();
      await counter.notify('quitAsked', { pending: 1, codesWaiting: 0 });
      await counter.text('quit.training').waitFor();
      expect(await counter.text('quit.pending.next').count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('a page that was loaded again, in %s', (language) => {
  it('tells main each place it comes to, with nothing agreed to and no code', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().nth(1).click();
      await counter.page.getByLabel(counter.words('sale.reference'), { exact: true }).fill('P7');
      await counter.area('nav.orders').click();
      await expect
        .poll(async () => (await counter.made('screen.keepPlace')).at(-1))
        .toMatchObject({
          area: 'orders',
          walletId: walletIds.kwd,
          sale: { kind: 'draft', walletId: walletIds.kwd, quantity: 1, reference: 'P7' },
        });
    });
  });

  it('comes back to the area, the wallet and the draft', async () => {
    const sale = { kind: 'draft', walletId: walletIds.usd, cardId: id(4, 2), quantity: 3, reference: 'POS 9' } as const;
    await withCounter(
      { language, double: { place: { ...nowhere, walletId: walletIds.usd, sale } } },
      async (counter) => {
        await counter.button('sale.buy').waitFor();
        expect(await counter.page.getByLabel(counter.words('sale.reference'), { exact: true }).inputValue()).toBe(
          'POS 9',
        );
        await counter.button('sale.buy').click();
        await expect
          .poll(() => counter.made('orders.place'))
          .toMatchObject([
            {
              walletId: walletIds.usd,
              cardId: id(4, 2),
              quantity: 3,
              externalReference: 'POS 9',
              useAllowedDebt: false,
              besidesPending: false,
            },
          ]);
      },
    );
  });

  it('comes back to the order that was read, and to a sale on its way without opening its codes', async () => {
    const [order, sold] = [id(8, 5), id(8, 2)];
    await withCounter(
      {
        language,
        double: {
          place: { ...nowhere, area: 'orders', openOrderId: order, sale: { kind: 'watch', operationId: sold } },
        },
      },
      async (counter) => {
        await counter.page.locator('.timeline__entry').first().waitFor();
        expect(await counter.made('orders.read')).toContainEqual({ operationId: order });
        await counter.area('nav.sell').click();
        await counter.page.locator('.sale--watch').waitFor();
        expect(await counter.page.getByRole('dialog').count()).toBe(0);
      },
    );
  });

  it('comes back to the sales that ended unbought and that nobody had looked at, until somebody has', async () => {
    const [refused, cancelled, notBought, decision, unsettled] = [
      id(8, 4),
      id(8, 6),
      id(8, 7),
      id(8, 5),
      [id(8, 1), id(8, 2)],
    ];
    // As wide as it takes to see all five at once.
    await withCounter(
      {
        language,
        viewport: { width: 1920, height: 1080 },
        double: { place: { ...nowhere, tray: [refused, cancelled, notBought] } },
      },
      async (counter) => {
        const items = counter.page.getByRole('region', { name: counter.words('tray.title') }).getByRole('button');
        const item = items.getByText(counter.words('state.notBought.name'));
        await item.waitFor();
        expect(await items.count()).toBe(5);
        await item.click();
        await item.waitFor({ state: 'detached' });
        await expect
          .poll(async () => (await counter.made('screen.keepPlace')).at(-1))
          .toMatchObject({ openOrderId: notBought, tray: [decision, ...unsettled, refused] });
      },
    );
  });

  it('finds such a sale also where it is too old for the list', async () => {
    await withCounter(
      { language, double: { place: { ...nowhere, tray: [id(8, 4)] }, failing: { 'orders.list': 'journal_corrupt' } } },
      async (counter) => {
        await counter.page
          .getByRole('region', { name: counter.words('tray.title') })
          .getByText(counter.words('state.refused.name'))
          .waitFor();
      },
    );
  });

  it('comes back to the codes sheet, masked', async () => {
    await withCounter({ language, double: { place: { ...nowhere, codesOf: id(8, 2) } } }, async (counter) => {
      await counter.page.getByRole('dialog', { name: counter.words('codes.title') }).waitFor();
      expect(await counter.made('reveals.show')).toEqual([]);
    });
  });
});

describe.each(languageCodes)('a counter that another tab has taken over, in %s,', (language) => {
  it('says so, shows nothing more of its work nor of codes, and goes on here when it is told to', async () => {
    await withCounter({ language }, async (counter) => {
      await buyFirst(counter);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      await counter.notify('takenOver', {});
      await counter.text('taken.says').waitFor();
      expect([
        await counter.page.locator('iframe').count(),
        await counter.page.getByRole('dialog').count(),
        await counter.page.locator('.tray').count(),
      ]).toEqual([0, 0, 0]);
      expect([await counter.axe(), await counter.hasFocus()]).toEqual([[], true]);
      await counter.button('taken.here').click();
      await counter.cards().first().waitFor();
    });
  });
});
