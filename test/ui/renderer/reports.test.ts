import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { fullComparison } from './comparisons.ts';
import type { CounterPage } from './counter-page.ts';
import { fullDay, mona, omar, openShift, sara, staffWith } from './day-reports.ts';
import { everyPin } from './double-staff.ts';
import { expectFocus, press, tabTo } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const view = (counter: CounterPage, name: 'day' | 'sales' | 'compare') =>
  counter.page.getByRole('radio', { name: counter.words(`report.view.${name}`) });
const table = (counter: CounterPage, title: 'report.byDay' | 'report.byHour' | 'report.byCategory') =>
  counter.page.getByRole('table', { name: counter.words(title) });

async function openSales(counter: CounterPage): Promise<void> {
  await counter.area('nav.day').click();
  await view(counter, 'sales').click();
  await table(counter, 'report.byHour').waitFor();
}

async function openCompare(counter: CounterPage): Promise<void> {
  await counter.area('nav.day').click();
  await view(counter, 'compare').click();
  await counter.button('compare.begin').waitFor();
}

async function choose(counter: CounterPage, label: 'report.range' | 'compare.what', name: string): Promise<void> {
  await counter.page.getByRole('button', { name: counter.words(label) }).click();
  await counter.page.getByRole('option', { name }).click();
}

describe.each(languageCodes)('a report over days, in %s,', (language) => {
  it('has its figures, and bars that say no more than the table they stand in', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSales(counter);
      const [today] = await counter.made('reports.sales');
      expect(JSON.stringify(today)).toMatch(/^\{"from":"(\d{4}-\d{2}-\d{2})","to":"\1"\}$/);
      expect(await table(counter, 'report.byDay').count()).toBe(0);
      const hours = table(counter, 'report.byHour').getByRole('row');
      expect(await hours.allTextContents()).toEqual([
        expect.stringContaining(counter.words('report.hour')),
        expect.stringMatching(/09:00.*2.*10\.500/),
        expect.stringMatching(/18:00.*10.*52\.500/),
      ]);
      const widths = await counter.page
        .locator('.bar-table__bar > span')
        .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
      expect(widths[0]).toBeCloseTo((widths[1] ?? 0) / 5, 0);
      await choose(counter, 'report.range', counter.words('report.range.month'));
      await table(counter, 'report.byDay').waitFor();
      const categories = await table(counter, 'report.byCategory').getByRole('rowheader').allTextContents();
      expect(categories[1]).toBe(counter.words('report.noCategory'));
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      expect(await counter.cutOff()).toEqual([]);
    });
  });

  it('is of the days that a person types, which are asked for only where they are days', async () => {
    await withCounter({ language, double: {} }, async (counter) => {
      await openSales(counter);
      await choose(counter, 'report.range', counter.words('report.range.own'));
      const field = counter.page.getByRole('textbox', { name: counter.words('report.range.own') });
      await field.fill('1/11/2026 - ٢/١١/٢٠٢٦');
      await expect
        .poll(async () => (await counter.made('reports.sales')).at(-1))
        .toEqual({
          from: '2026-11-01',
          to: '2026-11-02',
        });
      const asked = (await counter.made('reports.sales')).length;
      await field.fill('1/11');
      await counter.text('report.missing').waitFor();
      expect(await counter.page.locator('.reports .figures').count()).toBe(0);
      await field.fill('');
      await counter.text('report.missing').waitFor();
      expect(await counter.made('reports.sales')).toHaveLength(asked);
    });
  });

  it('has no cost and no margin for a cashier, who compares nothing with the service', async () => {
    await withCounter({ language, double: { staff: staffWith(omar.id) } }, async (counter) => {
      await openSales(counter);
      const all = await counter.page.locator('.reports').textContent();
      expect(all).not.toContain(counter.words('day.margin'));
      expect(all).not.toContain(counter.words('day.cost'));
      expect(await view(counter, 'compare').count()).toBe(0);
    });
  });

  it('leaves nothing of what the manager saw to the next person', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSales(counter);
      await counter.set({ failing: { 'reports.sales': 'journal_not_writable', 'day.x': 'journal_not_writable' } });
      await counter.page.keyboard.press('Alt+0');
      await counter.page.locator('.lock__person', { hasText: omar.name }).click();
      await counter.page.locator('.lock__form input').fill(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.area('nav.day').click();
      await view(counter, 'sales').click();
      await counter.text('failure.journal_not_writable.says').waitFor();
      expect(await counter.page.locator('.reports .money').count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('a report on paper and in files, in %s,', (language) => {
  it('is printed by keyboard alone once the day is closed, and saved', async () => {
    await withCounter({ language, double: { day: fullDay, shift: openShift } }, async (counter) => {
      await counter.area('nav.day').click();
      await press(counter, counter.button('day.close.shift'));
      await counter.inQuestion('day.close.shift').waitFor();
      await press(counter, counter.inQuestion('day.close.shift'));
      await counter.text('day.closed').waitFor();
      // Where the keyboard comes to once the question has gone, some frames later.
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.id)).toBe('day-report-title');
      let presses = 0;
      while (!(await counter.button('report.print').evaluate((button) => button === document.activeElement))) {
        await counter.page.keyboard.press('Tab');
        presses += 1;
        expect(presses).toBeLessThan(5);
      }
      await counter.page.keyboard.press('Enter');
      await counter.text('report.printed').waitFor();
      await expectFocus(counter);
      expect(await counter.made('reports.print')).toEqual([{ report: { kind: 'z', name: '2-17' }, language }]);
      await press(counter, counter.button('report.save.pdf'));
      await counter.text('report.saved').waitFor();
      await counter.set({ saved: 'failed' });
      await press(counter, counter.button('report.save.csv'));
      await counter.text('report.saveFailed').waitFor();
      expect(await counter.made('reports.save')).toMatchObject([{ as: 'pdf' }, { as: 'csv' }]);
    });
  });

  it('says that it was not printed, and that a person thought better of it', async () => {
    await withCounter({ language, double: { printFault: 'refused' } }, async (counter) => {
      await openSales(counter);
      await press(counter, counter.button('report.print'));
      await counter.text('receipt.cancelled').waitFor();
      await counter.set({ printFault: null, failing: { 'reports.print': 'print_failed' } });
      await press(counter, counter.button('report.print'));
      await counter.text('failure.print_failed.next').waitFor();
    });
  });
});

describe.each(languageCodes)('a comparison with the service, in %s,', (language) => {
  it('says line by line what differs and what to do, and goes to an order that is here', async () => {
    await withCounter(
      { language, double: { staff: staffWith(sara.id), comparison: fullComparison } },
      async (counter) => {
        await openCompare(counter);
        await counter.page.getByRole('checkbox').focus();
        await counter.page.keyboard.press('Space');
        await press(counter, counter.button('compare.begin'));
        expect((await counter.made('reports.compare')).at(-1)).toMatchObject({ withLists: true, of: { kind: 'days' } });
        for (const outcome of ['hereOnly', 'thereOnly', 'differs', 'unsettled', 'unread'] as const) {
          await counter.page
            .getByRole('region', { name: counter.words(`compare.${outcome}`), exact: true })
            .getByText(counter.words(`compare.${outcome}.next`))
            .waitFor();
        }
        await counter.text('compare.limit.clock').waitFor();
        await counter.page.getByText(counter.words('compare.limit.undated', { count: 3 })).waitFor();
        expect(await counter.axe()).toEqual([]);
        expect(await counter.smallTargets()).toEqual([]);
        expect(await counter.cutOff()).toEqual([]);
        // A sale that is not in this journal has no page here.
        const there = counter.page.getByRole('region', { name: counter.words('compare.thereOnly'), exact: true });
        expect(await there.getByRole('listitem').count()).toBe(2);
        expect(await there.getByRole('button').count()).toBe(1);
      },
    );
  });

  it('tells how far it is, is ended by a person, and goes on', async () => {
    const comparison = { ...fullComparison, state: 'reading', done: 61, lists: null } as const;
    await withCounter({ language, double: { staff: staffWith(mona.id), comparison } }, async (counter) => {
      await openCompare(counter);
      await press(counter, counter.button('compare.begin'));
      await counter.page.getByText(counter.words('compare.progress', { done: 61, all: 214 })).waitFor();
      await counter.set({ comparison: { ...comparison, done: 90 } });
      await counter.page.getByText(counter.words('compare.progress', { done: 90, all: 214 })).waitFor();
      await tabTo(counter, counter.button('compare.cancel'));
      await counter.page.keyboard.press('Enter');
      await counter.text('compare.cancelled').waitFor();
      await counter.button('compare.continue').waitFor();
    });
  });

  it('that goes on says how much was checked before, and begins again where a person wants it so', async () => {
    const earlier = { orders: 61, cards: 0, at: '2026-11-24T19:40:00.000Z' };
    const comparison = { ...fullComparison, state: 'cancelled', done: 61, lists: null, earlier } as const;
    await withCounter({ language, double: { staff: staffWith(mona.id), comparison } }, async (counter) => {
      await openCompare(counter);
      await press(counter, counter.button('compare.begin'));
      await counter.text('compare.earlier').waitFor();
      expect(await counter.axe()).toEqual([]);
      await press(counter, counter.button('compare.anew'));
      expect((await counter.made('reports.compare')).at(-1)).toMatchObject({ anew: true });
      await press(counter, counter.button('compare.continue'));
      expect((await counter.made('reports.compare')).at(-1)).not.toHaveProperty('anew');
    });
  });

  it('is of a Z that is chosen, and says that all is equal', async () => {
    await withCounter({ language, double: { shift: openShift, staff: staffWith(mona.id) } }, async (counter) => {
      await openCompare(counter);
      await choose(counter, 'compare.what', counter.words('day.z.title', { name: '2-16' }));
      await press(counter, counter.button('compare.begin'));
      await counter.text('compare.allEqual').waitFor();
      expect(await counter.made('reports.compare')).toEqual([{ of: { kind: 'z', name: '2-16' }, withLists: false }]);
    });
  });
});
