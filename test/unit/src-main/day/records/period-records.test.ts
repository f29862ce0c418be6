import { afterEach, expect, it } from 'vitest';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { periodOf } from '../../../../../src-main/day/machine/period.ts';
import { momentsHere, salesOn } from '../../../../../src-main/day/records/period-records.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { intent } from '../../orders/order-samples.ts';
import { value } from '../../orders/till.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** A journal in which a sale was begun at each of these moments; those marked were never sold. */
function journalWith(moments: readonly (readonly [at: string, isSold?: false])[]): Journal {
  let nowMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => nowMs };
  const opened = value(openLocalRecords({ directory: tempFolder(), clock, randomness: systemRandomness }));
  for (const [at, isSold = true] of moments) {
    nowMs = Date.parse(at);
    const id = knownId<OperationId>(systemRandomness.uuid());
    const decision = { choice: 'accept-as-bought', reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;
    value(opened.records.record(id, [orderEvent(id, 'order-intended', intent)]));
    // Its result comes a day later: the sale is of the day of the customer.
    nowMs += 86_400_000;
    if (isSold)
      value(
        opened.records.record(id, [
          orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
          orderEvent(id, 'decision-made', decision),
        ]),
      );
  }
  return opened.journal;
}

it('a day is the calendar’s at the shop, also where clocks change, and holds what was sold alone', () => {
  process.env['TZ'] = 'Africa/Cairo';
  // Midnight of 24 April 2026 does not exist there; 30 October has 25 hours.
  const journal = journalWith([
    ['2026-04-23T21:59:59.999Z'],
    ['2026-04-23T22:00:00.000Z'],
    ['2026-04-24T20:59:59.999Z'],
    ['2026-04-24T12:00:00.000Z', false],
    ['2026-04-24T21:00:00.000Z'],
  ]);
  const on = (from: string, to = from) =>
    periodOf(value(salesOn(journal, { from, to })), { momentOf: momentsHere() }).byDay.map(({ day, totals }) => [
      day,
      totals.sales,
    ]);
  expect(on('2026-04-23')).toEqual([['2026-04-23', 1]]);
  expect(on('2026-04-24')).toEqual([['2026-04-24', 2]]);
  expect(on('2026-04-01', '2026-04-30')).toEqual([
    ['2026-04-23', 1],
    ['2026-04-24', 2],
    ['2026-04-25', 1],
  ]);
  process.env['TZ'] = 'Asia/Kuwait';
  expect(on('2026-04-24')).toEqual([['2026-04-24', 3]]);
});

it('what is more than a page is all of it, the oldest first', () => {
  const begun = Date.parse('2026-03-02T10:00:00Z');
  const journal = journalWith([[new Date(begun).toISOString()]]);
  const [only] = journal.touched(0);
  if (only === undefined) throw new Error('nothing was sold');
  value(
    journal.transaction((tx) => {
      for (let one = 1; one <= 4_100; one += 1)
        tx.project({ ...only, operationId: systemRandomness.uuid(), intendedAtMs: begun + one });
    }),
  );
  const sales = value(salesOn(journal, { from: '2026-03-01', to: '2026-03-03' }));
  expect(sales).toHaveLength(4_101);
  expect(sales.map(({ intendedAtMs }) => intendedAtMs - begun)).toEqual(Array.from({ length: 4_101 }, (_, one) => one));
});

it.each([
  ['from', '2026-02-30', '2026-03-01'],
  ['from', 'today', '2026-03-01'],
  ['to', '2026-03-01', '2026-02-28'],
  ['to', '2026-03-01', '2026-13-01'],
  ['to', '2026-03-01', ''],
])('names the date at fault: %s', (field, from, to) => {
  const journal = journalWith([]);
  expect(salesOn(journal, { from, to })).toEqual({ ok: false, error: { code: 'input_invalid', field } });
});
