import { expect, it } from 'vitest';
import { openLocalRecords, type LocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { createAverageDays } from '../../../../../src-main/day/records/average-days.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { amount, intent } from '../../orders/order-samples.ts';
import { value } from '../../orders/till.ts';

const now = new Date(2026, 10, 24, 9);

/** Sales of so many days before today, each for this cost; those marked were never sold. */
function journalWith(sales: readonly (readonly [daysBack: number, cost: string, isSold?: false])[]) {
  let nowMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => nowMs };
  const opened: LocalRecords = value(
    openLocalRecords({ directory: tempFolder(), clock, randomness: systemRandomness }),
  );
  for (const [daysBack, cost, isSold = true] of sales) {
    nowMs = new Date(2026, 10, 24 - daysBack, 18).getTime();
    const id = knownId<OperationId>(systemRandomness.uuid());
    const total = { amount: amount(cost), currency: 'KWD' };
    const decision = { choice: 'accept-as-bought', reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;
    value(opened.records.record(id, [orderEvent(id, 'order-intended', { ...intent, total })]));
    if (isSold)
      value(
        opened.records.record(id, [
          orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
          orderEvent(id, 'decision-made', decision),
        ]),
      );
  }
  nowMs = now.getTime();
  const days = createAverageDays({ journal: opened.journal, clock });
  return { days, journal: opened.journal, goTo: (ms: number) => (nowMs = ms) };
}

const average = async (sales: Parameters<typeof journalWith>[0]) => {
  const { days } = journalWith(sales);
  await days.read();
  return days.known(intent.walletId, 'KWD');
};
const daily = (count: number, cost: string, from = 1) =>
  Array.from({ length: count }, (_, day) => [from + day, cost] as const);

it('is of the days with sales alone, of what counts as sold, and not of today; rounded up', async () => {
  expect(await average([[0, '900.000'], ...daily(4, '10.000'), [30, '10.001'], [31, '77.000', false]])).toEqual({
    amount: '10.001',
    days: 5,
  });
  expect(await average([...daily(5, '10.000'), [1, '5.000']])).toEqual({ amount: '11.000', days: 5 });
});

it('is of the last 28 such days, however far back within a season, and of none where too few are known', async () => {
  expect(await average([...daily(28, '2.000', 40), ...daily(5, '100.000', 68)])).toEqual({ amount: '2.000', days: 28 });
  expect(await average(daily(4, '10.000'))).toBeNull();
  expect(await average(daily(9, '10.000', 120))).toBeNull();
  expect(await average([])).toBeNull();
});

it('is another wallet’s and currency’s affair no more than theirs is its own', async () => {
  const { days } = journalWith(daily(6, '3.000'));
  await days.read();
  expect(days.known(intent.walletId, 'USD')).toBeNull();
  expect(days.known('another wallet', 'KWD')).toBeNull();
});

it('is read once a day, is unknown until then, and reads nothing once it is stopped', async () => {
  const { days, goTo } = journalWith(daily(6, '3.000'));
  expect(days.known(intent.walletId, 'KWD')).toBeUndefined();
  await Promise.all([days.read(), days.read()]);
  expect(days.known(intent.walletId, 'KWD')).toEqual({ amount: '3.000', days: 6 });
  goTo(now.getTime() + 86_400_000);
  expect(days.known(intent.walletId, 'KWD')).toBeUndefined();
  const reading = days.read();
  days.stop();
  await reading;
  await days.read();
  expect(days.known(intent.walletId, 'KWD')).toBeUndefined();
});
