import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import { periodOf } from '../../src-main/day/machine/period.ts';
import { addedBy } from '../../src-main/day/machine/tally.ts';
import { openDayRecords } from '../../src-main/day/records/day-records.ts';
import { dayOf, momentsHere, salesOn } from '../../src-main/day/records/period-records.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { intent } from '../unit/src-main/orders/order-samples.ts';
import { speedRow } from './speed-rows.ts';

/** How long a Z over so many events takes, beside reading the same rows of orders and nothing else. */
const events = Number(process.env['DAY_EVENTS'] ?? 100_000);
const eventsOfSale = 4;
const salesOfTransaction = 500;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const opened = openLocalRecords({ directory: folder, clock: systemClock, randomness: systemRandomness });
if (!opened.ok) throw new Error(opened.error.code);
const { journal, records } = opened.value;
const sales = Math.ceil(events / eventsOfSale);
for (let sold = 0; sold < sales; sold += salesOfTransaction) {
  const written = journal.transaction((tx) => {
    for (let sale = sold; sale < Math.min(sales, sold + salesOfTransaction); sale += 1) {
      const id = knownId<OperationId>(systemRandomness.uuid());
      const decision = { choice: 'accept-as-bought', reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;
      records.recordIn(tx, id, [
        orderEvent(id, 'order-intended', { ...intent, cardId: cardOf(sale) }),
        orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
        orderEvent(id, 'decision-made', decision),
        orderEvent(id, 'codes-handed-over', {}),
      ]);
    }
  });
  if (!written.ok) throw new Error(written.error.code);
}
const memory = { lastZ: () => null, recordLastZ: () => ({ ok: true, value: undefined }) as const };
const day = openDayRecords({ journal, randomness: systemRandomness, memory });
const rows = [1, 2, 3].map(() => msOf(() => journal.touched(0)));
const xs = [1, 2, 3].map(() => msOf(() => day.x()));
const zMs = msOf(() => day.close(null));
const [z] = day.zs(1);
const bytes = JSON.stringify(z?.z).length;
if (z === undefined || addedBy(z.z).sales !== sales) throw new Error('the Z is wrong');
const written = journal.head().seq - 1;
speedRow({
  work: `a Z over ${written} events, ${sales} sales`,
  measured:
    `${zMs.toFixed(0)} ms, ${bytes} bytes; ` + `an X ${median(xs)} ms, after it ${msOf(() => day.x()).toFixed(1)} ms`,
  limit: `its rows alone: ${median(rows)} ms`,
  toReach: '<= 1 s for 100,000 events',
  isReached: zMs <= written / 100,
});
const today = dayOf(systemClock.nowMs());
const reportMs = [1, 2, 3].map(() => {
  let sales: ReturnType<typeof salesOn> | null = null;
  const readingMs = msOf(() => {
    sales = salesOn(journal, { from: today, to: today });
  });
  const summingMs = msOf(() => summed(sales));
  return { readingMs, summingMs, ms: readingMs + summingMs };
});
const [, middle = { readingMs: 0, summingMs: 0, ms: 0 }] = reportMs.toSorted((a, b) => a.ms - b.ms);
const rowsMs = median([1, 2, 3].map(() => msOf(() => journal.projectedBetween(0, Number.MAX_SAFE_INTEGER))));
speedRow({
  work: `a report over ${sales} orders`,
  measured:
    `${middle.ms.toFixed(0)} ms: ` + `reading ${middle.readingMs.toFixed(0)}, summing ${middle.summingMs.toFixed(0)}`,
  limit: `its rows alone: ${rowsMs} ms`,
  toReach: '<= 1 s for 100,000 orders',
  isReached: middle.ms <= sales / 100,
});
journal.close();
rmSync(folder, { recursive: true });

function summed(sales: ReturnType<typeof salesOn> | null): void {
  if (sales?.ok !== true || periodOf(sales.value, { momentOf: momentsHere() }).totals.sales !== sales.value.length)
    throw new Error('the report is wrong');
}

/** A hundred kinds of cards. */
function cardOf(sale: number): typeof intent.cardId {
  return knownId(`0c000000-0000-4000-8000-${String(sale % 100).padStart(12, '0')}`);
}

function msOf(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

function median(all: readonly number[]): string {
  return (all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0).toFixed(0);
}
