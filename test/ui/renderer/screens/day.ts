import type { CounterPage } from '../counter-page.ts';
import {
  dayAfterRestore,
  fullDay,
  largeDay,
  mona,
  omar,
  openShift,
  paidDay,
  sara,
  staffWith,
  takenOverCash,
} from '../day-reports.ts';
import { shown, type Screen } from './screen.ts';

async function openDay(counter: CounterPage): Promise<void> {
  await counter.area('nav.day').click();
  await shown(counter.page.locator('.day__report .figures').first());
}

/** Shifts, and what was sold in a day. */
export const dayScreens: readonly Screen[] = [
  {
    name: 'day, with everything in it',
    double: { day: fullDay, shift: openShift, staff: staffWith(mona.id), start: { mode: 'deployment' } },
    reach: openDay,
    next: [
      {
        name: 'day, asked whether to close it with unfinished sales',
        reach: async (counter) => {
          await counter.button('day.cash').click();
          await counter.page
            .getByRole('textbox', { name: counter.words('day.cash.amount', { unit: counter.words('currency.KWD') }) })
            .fill('1250.500');
          await counter.button('day.close.shift').click();
          await shown(counter.inQuestion('day.close.shift'));
        },
      },
      {
        name: 'day, closing it refused',
        reach: async (counter) => {
          await counter.set({ failing: { 'day.close': 'journal_not_writable' } });
          await counter.inQuestion('day.close.shift').click();
          await shown(counter.text('failure.journal_not_writable.next'));
        },
      },
      {
        name: 'day, closed',
        reach: async (counter) => {
          await counter.set({ failing: {} });
          await counter.inQuestion('day.close.shift').click();
          await shown(counter.text('day.closed'));
        },
      },
    ],
  },
  {
    name: 'day, a shift taken over with too little cash',
    double: {
      day: { ...paidDay, counted: null, cashCounts: takenOverCash },
      shift: openShift,
      staff: staffWith(mona.id),
      usual: 'cash',
    },
    reach: async (counter) => {
      await openDay(counter);
      await counter.button('day.cash').click();
      await counter.page.locator('.day__cash input').first().fill('79');
      await counter.button('day.shift.takeOver').click();
      await shown(counter.page.locator('.day__shift').getByText(counter.words('day.cash.handedOver')));
    },
    next: [
      {
        name: 'day, cash counted when a shift was taken over',
        reach: async (counter) => {
          await counter.text('day.cash.title').scrollIntoViewIfNeeded();
        },
      },
    ],
  },
  {
    name: 'day, of a cashier',
    double: { day: fullDay, shift: openShift, staff: staffWith(omar.id) },
    reach: openDay,
    next: [
      {
        name: 'day, cash that is no amount',
        reach: async (counter) => {
          await counter.button('day.cash').click();
          await counter.page.locator('.day__cash input').first().fill('x');
          await counter.button('day.close.shift').click();
          await shown(counter.page.locator('.day__cash input[aria-invalid]').first());
        },
      },
    ],
  },
  {
    name: 'day, with very many rows',
    double: { day: largeDay, shift: openShift },
    reach: openDay,
    next: [
      {
        name: 'day, with very many rows, all of them',
        reach: async (counter) => {
          await counter.button('day.all', { count: 300 }).click();
          await counter.page.getByRole('row').nth(200).scrollIntoViewIfNeeded();
        },
      },
      {
        name: 'day, a list that names the first of many sales',
        reach: (counter) => counter.page.getByText(counter.words('day.more', { count: 37 })).scrollIntoViewIfNeeded(),
      },
    ],
  },
  {
    name: 'day, after a restore, of an auditor',
    double: { day: dayAfterRestore, shift: openShift, staff: staffWith(sara.id) },
    reach: openDay,
    next: [
      {
        name: 'day, an earlier one',
        reach: async (counter) => {
          await counter.page.locator('.z-list__z').nth(1).click();
          await shown(counter.button('day.x.show'));
        },
      },
    ],
  },
  {
    name: 'day, of copied records',
    double: { start: { copyStatus: 'copied' } },
    reach: async (counter) => {
      await openDay(counter);
      await shown(counter.page.locator('#day-copied-reason'));
    },
  },
  {
    name: 'day, unreadable',
    double: { failing: { 'day.shift': 'journal_corrupt', 'day.x': 'journal_corrupt', 'day.zs': 'journal_corrupt' } },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.text('failure.journal_corrupt.next'));
    },
  },
];
