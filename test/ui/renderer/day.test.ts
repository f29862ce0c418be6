import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { dayAfterRestore, fullDay, largeDay, mona, omar, openShift, paidDay, sara, staffWith } from './day-reports.ts';
import { everyPin } from './double-staff.ts';
import { expectFocus, focusAsDialogGoes, press, tabTo } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const report = (counter: CounterPage) => counter.page.locator('.day__report');
const dialog = (counter: CounterPage) => counter.page.getByRole('alertdialog');
const cash = (counter: CounterPage, unit: 'KWD' | 'USD') =>
  counter.page.getByRole('textbox', {
    name: counter.words('day.cash.amount', { unit: counter.words(`currency.${unit}`) }),
  });
const zTitle = (counter: CounterPage, name: string) =>
  counter.page.getByRole('heading', { name: counter.words('day.z.title', { name }), exact: true });
const columns = (counter: CounterPage, title: 'day.byCard' | 'day.byPerson') =>
  counter.page
    .getByRole('table', { name: counter.words(title) })
    .getByRole('columnheader')
    .allTextContents();

async function openDay(counter: CounterPage): Promise<void> {
  await counter.area('nav.day').click();
  await report(counter).locator('.figures').first().waitFor();
}

describe.each(languageCodes)('the day, in %s,', (language) => {
  it('moves and stretches nothing beside the shift while the cash is counted, nor when a bar appears', async () => {
    const double = { day: fullDay, shift: openShift, staff: staffWith(mona.id) };
    await withCounter({ language, viewport: { width: 1280, height: 800 }, double }, async (counter) => {
      await openDay(counter);
      const places = () =>
        counter.page.locator('.today, .day__report').evaluateAll((panels) =>
          panels.map((panel) => {
            const { x, y, width, height } = panel.getBoundingClientRect();
            return panel.matches('.today') ? [x, y, width, height] : [x, y, width];
          }),
        );
      const before = await places();
      expect(before).toHaveLength(2);
      await press(counter, counter.button('day.cash'));
      await cash(counter, 'KWD').waitFor();
      expect(await places()).toEqual(before);
      // As tall as all of it: no bar is needed.
      await counter.page.setViewportSize({ width: 1280, height: 6000 });
      expect((await places()).map(([x]) => x)).toEqual(before.map(([x]) => x));
      await counter.page.setViewportSize({ width: 1280, height: 800 });
    });
  });

  it('says at once what was sold since the last Z, each currency for itself, by card, person and wallet', async () => {
    await withCounter(
      { language, double: { day: fullDay, shift: openShift, staff: staffWith(mona.id) } },
      async (counter) => {
        await openDay(counter);
        const totals = await report(counter).locator('.figures--large').textContent();
        for (const figure of ['214', '219', '1,261.250', '320.00', '4.850']) expect(totals).toContain(figure);
        expect(totals).not.toContain('1,581');
        expect(await columns(counter, 'day.byCard')).toEqual(
          (['order.card', 'day.sales', 'day.cards', 'day.charge', 'day.cost', 'day.margin'] as const).map((key) =>
            counter.words(key),
          ),
        );
        const people = counter.page.getByRole('table', { name: counter.words('day.byPerson') }).getByRole('rowheader');
        expect(await people.allTextContents()).toEqual([
          'Omar',
          'Mona',
          counter.words('people.erased'),
          counter.words('day.nobody'),
        ]);
        await report(counter)
          .getByText(counter.words('day.uncharged', { count: 3 }))
          .waitFor();
        // States of one name are one line: two failed and one not bought.
        expect(await report(counter).locator('.day-report__facts > div').allTextContents()).toEqual([
          `${counter.words('state.refused.name')}4`,
          `${counter.words('state.notBought.name')}3`,
          `${counter.words('state.cancelled.name')}3`,
          expect.stringMatching(new RegExp(`^${counter.words('day.cash.opened')}25\\.500.*10\\.00.*Omar$`)),
          expect.stringMatching(new RegExp(`^${counter.words('day.cash.handedOver')}140\\.750`)),
        ]);
        await counter.text('day.cash.honest').waitFor();
        await counter.text('day.late.says').waitFor();
        await counter.text('day.takenBack.says').waitFor();
        expect(await counter.axe()).toEqual([]);
        expect(await counter.smallTargets()).toEqual([]);
      },
    );
  });

  it('shows a cashier no cost and no margin, and nothing of what the manager saw before', async () => {
    await withCounter(
      { language, double: { day: fullDay, shift: openShift, staff: staffWith(mona.id) } },
      async (counter) => {
        await openDay(counter);
        await counter.set({ failing: { 'day.x': 'journal_not_writable' } });
        await counter.page.keyboard.press('Alt+0');
        await counter.page.locator('.lock__person', { hasText: omar.name }).click();
        await counter.page.locator('.lock__form input').fill(everyPin);
        await counter.page.keyboard.press('Enter');
        await counter.area('nav.day').click();
        await counter.button('day.close.shift').waitFor();
        expect(await report(counter).locator('.money').count()).toBe(0);
        await counter.set({ failing: {} });
        await counter.button('day.refresh').click();
        await report(counter).locator('.figures').first().waitFor();
        expect(await report(counter).textContent()).not.toContain(counter.words('day.cost'));
        expect(await report(counter).textContent()).not.toContain('4.850');
        expect(await columns(counter, 'day.byCard')).toHaveLength(4);
      },
    );
  });

  it('goes to an unfinished order by its name, and is read again after a sale and by its button', async () => {
    await withCounter({ language, double: { day: fullDay, shift: openShift } }, async (counter) => {
      await openDay(counter);
      const before = (await counter.made('day.x')).length;
      await counter.set({ day: { ...fullDay, carriedOver: [], carriedOverCount: 0 } });
      await counter.settle(fullDay.carriedOver?.[0]?.operationId ?? '', { state: 'completed' });
      await counter.text('day.noResult.says').waitFor({ state: 'detached' });
      expect(await counter.made('day.x')).toHaveLength(before + 1);
      await counter.set({ day: fullDay });
      await press(counter, counter.button('day.refresh'));
      await counter.text('day.noResult.says').waitFor();
      expect(await counter.button('day.refresh').evaluate((button) => button === document.activeElement)).toBe(true);
      const lines = report(counter).locator('.order-lines').first().getByRole('button');
      expect(await lines.count()).toBe(2);
      await press(counter, lines.last());
      await counter.text('state.attention.says').waitFor();
      await counter.page.locator('.order-page__facts').waitFor();
    });
  });

  it('draws the first of very many rows, and all on a press, without losing the keyboard', async () => {
    await withCounter(
      { language, double: { day: largeDay, shift: openShift }, viewport: { width: 1024, height: 700 } },
      async (counter) => {
        await openDay(counter);
        const rows = counter.page.getByRole('table', { name: counter.words('day.byCard') }).getByRole('row');
        expect(await rows.count()).toBe(13);
        await press(counter, counter.button('day.all', { count: 300 }));
        await expect.poll(() => rows.count()).toBe(301);
        expect(await counter.cutOff()).toEqual([]);
        const undecided = counter.page.getByRole('region', { name: counter.words('day.undecided'), exact: true });
        await undecided.getByText(counter.words('day.more', { count: 37 })).waitFor();
        await press(counter, undecided.getByRole('button', { name: counter.words('day.first', { count: 200 }) }));
        await expect.poll(() => undecided.getByRole('listitem').count()).toBe(200);
        await counter.page.getByText(counter.words('day.more', { count: 100 })).waitFor();
        await press(counter, counter.button('day.inOrders'));
        await counter.page.getByRole('listbox', { name: counter.words('journal.title') }).waitFor();
        expect((await counter.made('orders.list')).at(-1)).toMatchObject({ show: 'unsettled' });
      },
    );
  });

  it('cannot be read: says why, keeps what was read before, and reads again', async () => {
    await withCounter(
      { language, double: { failing: { 'day.x': 'journal_corrupt', 'day.zs': 'journal_corrupt' } } },
      async (counter) => {
        await counter.area('nav.day').click();
        await report(counter).getByText(counter.words('failure.journal_corrupt.says')).waitFor();
        expect(await counter.axe()).toEqual([]);
        await counter.set({ failing: {} });
        await report(counter)
          .getByRole('button', { name: counter.words('app.again') })
          .click();
        await report(counter).locator('.figures').first().waitFor();
        await counter.set({ failing: { 'day.x': 'journal_not_writable' } });
        await counter.button('day.refresh').click();
        await counter.text('day.x.old').waitFor();
        expect(await report(counter).locator('.figures').count()).toBeGreaterThan(0);
      },
    );
  });

  it('needs neither a key nor a connection', async () => {
    const start = { mode: 'deployment', online: false, enrolment: { state: 'none' } } as const;
    await withCounter(
      { language, double: { start, failing: { 'wallets.list': 'service_unreachable' } } },
      async (counter) => {
        await counter.page.locator('main').waitFor();
        await openDay(counter);
        await counter.button('day.close').click();
        await counter.inQuestion('day.close').click();
        await zTitle(counter, '2-1').waitFor();
        await counter.button('app.again').waitFor({ state: 'detached' });
      },
    );
  });

  it('says which Zs a restore took along', async () => {
    await withCounter({ language, double: { day: dayAfterRestore } }, async (counter) => {
      await openDay(counter);
      await report(counter)
        .getByText(counter.words('day.lost.after', { from: '1-14', to: '1-16' }))
        .waitFor();
      await report(counter).getByText('4,812').waitFor();
    });
  });
});

describe.each(languageCodes)('a shift, in %s,', (language) => {
  it('is opened with the cash that was counted, in both sets of digits, and shows by whom', async () => {
    await withCounter({ language, double: { staff: staffWith(omar.id) } }, async (counter) => {
      await counter.area('nav.day').click();
      await counter.text('day.shift.none').waitFor();
      expect(await cash(counter, 'KWD').isVisible()).toBe(false);
      await press(counter, counter.button('day.cash'));
      await tabTo(counter, cash(counter, 'KWD'));
      await counter.page.keyboard.insertText('٢٥٫٥');
      await tabTo(counter, cash(counter, 'USD'));
      await counter.page.keyboard.insertText('x');
      await press(counter, counter.button('day.shift.open'));
      const invalid = counter.page.getByText(counter.words('day.cash.invalid', { example: '50.50' }), { exact: true });
      await invalid.waitFor();
      // In dollars these may be ten and a half, or thousands.
      await cash(counter, 'USD').fill('10.500');
      await press(counter, counter.button('day.shift.open'));
      await invalid.waitFor();
      expect(await counter.made('day.openShift')).toEqual([]);
      await cash(counter, 'USD').fill('');
      await press(counter, counter.button('day.shift.open'));
      await counter.page.locator('.day__shift').getByText('Omar').waitFor();
      expect(await counter.made('day.openShift')).toEqual([{ counted: [{ amount: '25.500', currency: 'KWD' }] }]);
      await expectFocus(counter);
      // Nobody takes over from themselves.
      expect(await counter.button('day.shift.takeOver').count()).toBe(0);
    });
  });

  it('is taken over by who is there now, and is said to be whoever’s it is by then where that is too late', async () => {
    await withCounter({ language, double: { shift: openShift, staff: staffWith(mona.id) } }, async (counter) => {
      await counter.area('nav.day').click();
      await counter.page.locator('.day__shift').getByText('Omar').waitFor();
      await counter.set({ failing: { 'day.handOver': 'no_shift' } });
      await press(counter, counter.button('day.shift.takeOver'));
      await counter.text('failure.no_shift.next').waitFor();
      await counter.set({ failing: {} });
      await press(counter, counter.button('day.shift.takeOver'));
      await counter.page.locator('.day__shift').getByText('Mona').waitFor();
      expect(await counter.text('failure.no_shift.says').count()).toBe(0);
      expect((await counter.made('day.handOver')).at(-1)).toEqual({});
      await expectFocus(counter);
    });
  });

  it('is taken over with the cash counted, and says what the till should hold and what is missing', async () => {
    const double = { shift: openShift, staff: staffWith(mona.id), day: paidDay };
    await withCounter({ language, double }, async (counter) => {
      await counter.area('nav.day').click();
      await press(counter, counter.button('day.cash'));
      await tabTo(counter, cash(counter, 'KWD'));
      await counter.page.keyboard.insertText('79');
      await press(counter, counter.button('day.shift.takeOver'));
      const panel = counter.page.locator('.day__shift');
      await panel.getByText('Mona').waitFor();
      expect((await counter.made('day.handOver')).at(-1)).toEqual({
        counted: [{ amount: '79.000', currency: 'KWD' }],
      });
      const shown = (await panel.locator('dl').textContent()) ?? '';
      const [title, expected, missing] = [
        counter.words('day.cash.handedOver'),
        counter.words('day.cash.expected.then', { money: '' }),
        counter.words('day.cash.missing', { money: '' }),
      ].map((words) => words.replaceAll(/[\u2068\u2069]/g, '').trim());
      for (const said of [title, '79.000', expected, '79.250', missing, '0.250']) expect(shown).toContain(said);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.cutOff()).toEqual([]);
      await expectFocus(counter);
    });
  });

  it('is not an auditor’s to open or close, and is not closed over copied records, which is said', async () => {
    await withCounter({ language, double: { shift: openShift, staff: staffWith(sara.id) } }, async (counter) => {
      await openDay(counter);
      await counter.text('day.role').waitFor();
      expect(await counter.page.locator('.day__shift').getByRole('button').count()).toBe(0);
      expect(await report(counter).textContent()).toContain(counter.words('day.margin'));
    });
    await withCounter({ language, double: { shift: openShift } }, async (counter) => {
      await openDay(counter);
      await counter.doubt('copied');
      await counter.set({ failing: { 'day.close': 'records_not_reconciled' } });
      await counter.button('day.close.shift').click();
      await counter.inQuestion('day.close.shift').click();
      await dialog(counter).getByText(counter.words('failure.records_not_reconciled.says')).waitFor();
      await counter.inQuestion('day.close.back').click();
      await dialog(counter).waitFor({ state: 'detached' });
      await expect.poll(() => counter.button('day.close.shift').isDisabled()).toBe(true);
      const reason = await counter.button('day.close.shift').getAttribute('aria-describedby');
      expect(await counter.page.locator(`[id="${reason ?? ''}"]`).textContent()).toContain(
        counter.words('failure.records_not_reconciled.next'),
      );
    });
  });
});

describe.each(languageCodes)('closing the day, in %s,', (language) => {
  it('asks once with the total and what is carried over, by keyboard alone, and shows the Z', async () => {
    await withCounter(
      { language, double: { day: fullDay, shift: openShift, staff: staffWith(omar.id) } },
      async (counter) => {
        await press(counter, counter.area('nav.day'));
        await press(counter, counter.button('day.cash'));
        await tabTo(counter, cash(counter, 'KWD'));
        await counter.page.keyboard.insertText('12');
        await press(counter, counter.button('day.close.shift'));
        await dialog(counter).waitFor();
        for (const said of ['214', '1,261.250', '12.000', counter.words('day.close.unfinished', { count: 2 })])
          expect(await dialog(counter).textContent()).toContain(said);
        expect(await dialog(counter).textContent()).toContain(counter.words('day.close.unfinished.next'));
        expect(await counter.axe()).toEqual([]);
        await counter.page.keyboard.press('Escape');
        await dialog(counter).waitFor({ state: 'detached' });
        await expectFocus(counter);
        expect(await counter.made('day.close')).toEqual([]);
        await press(counter, counter.button('day.close.shift'));
        await dialog(counter).waitFor();
        const focus = await focusAsDialogGoes(counter);
        await press(counter, counter.inQuestion('day.close.shift'));
        expect(await focus()).toBe('day-report-title');
        await zTitle(counter, '2-17').waitFor();
        await counter.text('day.closed').waitFor();
        await counter.text('day.shift.none').waitFor();
        expect(await counter.made('day.close')).toEqual([
          { counted: [{ amount: '12.000', currency: 'KWD' }], firstSeq: 4_012 },
        ]);
        expect(await counter.page.locator('.z-list__z[aria-current]').textContent()).toContain('2-17');
        expect(await counter.axe()).toEqual([]);
        await counter.page.keyboard.press('Escape');
        await counter.page.getByRole('heading', { name: counter.words('day.x.title'), exact: true }).waitFor();
        await expectFocus(counter);
      },
    );
  });

  it('closes once, however often it is pressed while the Z is made', async () => {
    await withCounter({ language, double: { shift: openShift, held: ['day.close'] } }, async (counter) => {
      await openDay(counter);
      await counter.button('day.close.shift').dblclick();
      await counter.inQuestion('day.close.shift').dblclick();
      await counter.inQuestion('day.close.shift').focus();
      await counter.page.keyboard.press('Enter');
      await counter.page.keyboard.press('Escape');
      await dialog(counter).waitFor();
      await counter.letGo();
      await zTitle(counter, '2-17').waitFor();
      expect(await counter.made('day.close')).toHaveLength(1);
    });
  });

  it('that cannot be written loses nothing: the question stays with the reason, and a second press closes', async () => {
    await withCounter(
      { language, double: { shift: openShift, failing: { 'day.close': 'journal_not_writable' } } },
      async (counter) => {
        await openDay(counter);
        await counter.button('day.cash').click();
        await cash(counter, 'KWD').fill('7');
        await counter.button('day.close.shift').click();
        await counter.inQuestion('day.close.shift').click();
        await dialog(counter).getByText(counter.words('failure.journal_not_writable.says')).waitFor();
        await dialog(counter).getByText(counter.words('failure.journal_not_writable.next')).waitFor();
        expect(await counter.axe()).toEqual([]);
        await counter.set({ failing: {} });
        await press(counter, counter.inQuestion('day.close.shift'));
        await zTitle(counter, '2-17').waitFor();
        expect((await counter.made('day.close')).at(-1)).toEqual({
          counted: [{ amount: '7.000', currency: 'KWD' }],
          firstSeq: 4_012,
        });
      },
    );
  });

  it('works without a shift and without people; no question comes where the total cannot be read', async () => {
    await withCounter({ language, double: { failing: { 'day.x': 'journal_corrupt' } } }, async (counter) => {
      await counter.area('nav.day').click();
      await counter.button('day.close').click();
      await report(counter).getByText(counter.words('failure.journal_corrupt.next')).waitFor();
      expect(await dialog(counter).count()).toBe(0);
      await counter.set({ failing: {} });
      await counter.button('day.close').click();
      await counter.inQuestion('day.close').click();
      await zTitle(counter, '2-1').waitFor();
      expect(await counter.made('day.close')).toEqual([{ firstSeq: 4_012 }]);
      // Nobody who works here has a name.
      expect(await counter.page.getByRole('table', { name: counter.words('day.byPerson') }).count()).toBe(0);
    });
  });

  it('leaves a list of Zs, page by page, each of which opens; one that cannot be read is said', async () => {
    await withCounter({ language, double: { shift: openShift } }, async (counter) => {
      const zs = counter.page.locator('.z-list__z');
      await openDay(counter);
      await expect.poll(() => zs.count()).toBe(4);
      await press(counter, counter.button('journal.more'));
      await expect.poll(() => zs.count()).toBe(8);
      await expectFocus(counter);
      await press(counter, zs.nth(6));
      await zTitle(counter, '2-10').waitFor();
      expect(await counter.text('day.closed').count()).toBe(0);
      await report(counter).getByText(counter.words('day.running')).waitFor();
      await counter.set({ failing: { 'day.z': 'journal_corrupt', 'day.zs': 'journal_corrupt' } });
      await press(counter, zs.nth(5));
      await counter.page.locator('.day__zs').getByText(counter.words('failure.journal_corrupt.says')).waitFor();
      await zTitle(counter, '2-10').waitFor();
      await press(counter, counter.button('day.x.show'));
      await counter.page.getByRole('heading', { name: counter.words('day.x.title'), exact: true }).waitFor();
      await expectFocus(counter);
      await counter.area('nav.orders').click();
      await openDay(counter);
      await counter.page.getByRole('heading', { name: counter.words('day.x.title'), exact: true }).waitFor();
    });
  });
});
