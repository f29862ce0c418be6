import { fullComparison } from '../comparisons.ts';
import type { CounterPage } from '../counter-page.ts';
import { fullDay, mona, omar, openShift, staffWith } from '../day-reports.ts';
import { shown, type Screen } from './screen.ts';

async function openView(counter: CounterPage, view: 'sales' | 'compare'): Promise<void> {
  await counter.area('nav.day').click();
  await counter.page.getByRole('radio', { name: counter.words(`report.view.${view}`) }).click();
}

async function chooseRange(counter: CounterPage, range: 'month' | 'own'): Promise<void> {
  await counter.page.getByRole('button', { name: counter.words('report.range') }).click();
  await counter.page.getByRole('option', { name: counter.words(`report.range.${range}`) }).click();
}

/** What was sold on any days, and a day compared with the service. */
export const reportScreens: readonly Screen[] = [
  {
    name: 'report of today',
    double: { day: fullDay, shift: openShift, staff: staffWith(mona.id) },
    reach: async (counter) => {
      await openView(counter, 'sales');
      await shown(counter.page.locator('.bar-table').first());
    },
    next: [
      {
        name: 'report of a month, printed',
        reach: async (counter) => {
          await chooseRange(counter, 'month');
          await shown(counter.page.locator('.bar-table').nth(1));
          await counter.button('report.print').click();
          await shown(counter.text('report.printed'));
        },
      },
      {
        name: 'report of days that are no days',
        reach: async (counter) => {
          await chooseRange(counter, 'own');
          const field = counter.page.getByRole('textbox', { name: counter.words('report.range.own') });
          await field.fill('31/2/2026');
          await field.press('Tab');
          await shown(counter.text('journal.day.wrong'));
        },
      },
    ],
  },
  {
    name: 'report of a cashier, not printed',
    double: { staff: staffWith(omar.id), printFault: null, failing: { 'reports.print': 'print_failed' } },
    reach: async (counter) => {
      await openView(counter, 'sales');
      await shown(counter.page.locator('.bar-table').first());
      await counter.button('report.print').click();
      await shown(counter.text('failure.print_failed.next'));
    },
  },
  {
    name: 'report, unreadable',
    double: { failing: { 'reports.sales': 'journal_corrupt' } },
    reach: async (counter) => {
      await openView(counter, 'sales');
      await shown(counter.text('failure.journal_corrupt.next'));
    },
  },
  {
    name: 'comparison, before it begins',
    double: { staff: staffWith(mona.id) },
    reach: async (counter) => {
      await openView(counter, 'compare');
      await shown(counter.button('compare.begin'));
    },
    next: [
      {
        name: 'comparison, all equal',
        reach: async (counter) => {
          await counter.button('compare.begin').click();
          await shown(counter.text('compare.allEqual'));
        },
      },
    ],
  },
  {
    name: 'comparison, under way',
    double: { staff: staffWith(mona.id), comparison: { ...fullComparison, state: 'reading', done: 61, lists: null } },
    reach: async (counter) => {
      await openView(counter, 'compare');
      await counter.button('compare.begin').click();
      await shown(counter.button('compare.cancel'));
    },
  },
  {
    name: 'comparison with everything in it',
    double: { staff: staffWith(mona.id), comparison: fullComparison },
    reach: async (counter) => {
      await openView(counter, 'compare');
      await counter.button('compare.begin').click();
      await shown(counter.text('compare.differs.next'));
    },
  },
  {
    name: 'comparison, stopped',
    double: {
      staff: staffWith(mona.id),
      comparison: {
        state: 'stopped',
        done: 40,
        all: 214,
        earlier: { orders: 38, cards: 0, at: '2026-11-24T19:40:00.000Z' },
        failure: { code: 'service_unreachable' },
      },
    },
    reach: async (counter) => {
      await openView(counter, 'compare');
      await counter.button('compare.begin').click();
      await shown(counter.text('failure.service_unreachable.next'));
    },
  },
];
