import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { encryptedWorkbook } from '../../src-main/code-files/archive.ts';
import { codesSheet, type OrderWithCodes } from '../../src-main/code-files/codes-sheet.ts';
import { knownId, type OperationId, type SoldCardId } from '../../src-main/core/ids.ts';
import { isAmount } from '../../src-main/core/money.ts';
import { periodOf } from '../../src-main/day/machine/period.ts';
import { openDayRecords } from '../../src-main/day/records/day-records.ts';
import { dayOf, momentsHere, salesOn } from '../../src-main/day/records/period-records.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent, type NewOrderEvent, type Verdict } from '../../src-main/orders/machine/events.ts';
import { intent } from '../unit/src-main/orders/order-samples.ts';

/**
 * What noting how customers pay adds to a day end, to a report and to a start, and how long a file of codes for a
 * company takes. Seconds of the processor: others may work beside it.
 */
const orders = Number(process.env['PAYMENTS_ORDERS'] ?? 100_000);
const eventsOfSale = 4;
const atOnce = 500;
/** Of so many sales, one is paid by another means than usual, one is paid back in part, and one was paid ahead. */
const [notedOf, backOf, aheadOf] = [5, 50, 20];

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const { journal, records, payments } = valueOf(
  openLocalRecords({ directory: folder, clock: systemClock, randomness: systemRandomness }),
);
valueOf(payments.setUsual('cash'));
const memory = { lastZ: () => null, recordLastZ: () => ({ ok: true, value: undefined }) as const };
const day = openDayRecords({
  journal,
  randomness: systemRandomness,
  memory,
  payments: (asked) => payments.ofDay(asked),
});
valueOf(day.beginShift([{ amount: '20.000', currency: 'KWD' }]));

// A Z of so many events first, then as many orders as a report has.
const salesOfZ = Math.ceil(orders / eventsOfSale);
sell(0, salesOfZ);
say(
  `X over ${salesOfZ * eventsOfSale} events, payments noted`,
  median(3, () => day.x()),
  (salesOfZ * eventsOfSale) / 100,
);
say(
  `Z over as many`,
  cpuMs(() => valueOf(day.close([{ amount: '1.000', currency: 'KWD' }]))),
  (salesOfZ * eventsOfSale) / 100,
);
sell(salesOfZ, orders);
const today = dayOf(systemClock.nowMs());
const report = (): void => {
  const sales = valueOf(salesOn(journal, { from: today, to: today }));
  periodOf(sales, { momentOf: momentsHere() });
  const means = payments.ofReports().meansOf?.(sales) ?? [];
  if (means.reduce((all, row) => all + row.sales, 0) < sales.length) throw new Error('the report is wrong');
};
say(`report over ${orders} orders, payments noted`, median(3, report), orders / 100);
const sales = valueOf(salesOn(journal, { from: today, to: today }));
say(
  '  of that, the sums by means',
  median(3, () => payments.ofReports().meansOf?.(sales)),
  null,
);
say(
  'money to give back, read for the first time',
  cpuMs(() => payments.owed()),
  null,
);
say(
  '  and once more',
  median(5, () => payments.owed()),
  null,
);
journal.close();
rmSync(folder, { recursive: true });

for (const cards of [100, 1_000]) {
  const line: OrderWithCodes = {
    intent: { cardName: { en: 'Example Card 5', ar: 'بطاقة المثال 5' }, saleNumber: 'C7-0412' },
    faceValue: '5',
    codes: Array.from({ length: cards }, (_, index) => ({
      soldCardId: knownId<SoldCardId>(systemRandomness.uuid()),
      voucher: `0000-1111-2222-${String(index).padStart(4, '0')}`,
      serialNumber: String(index).padStart(12, '0'),
    })),
  };
  const before = process.cpuUsage();
  const bytes = await encryptedWorkbook(codesSheet([line], 'ar'), 'aaaa-bbbb-cccc-dddd');
  say(`file of ${cards} codes, ${bytes.length} bytes`, since(before), 1_000);
}

function sell(from: number, to: number): void {
  for (let begun = from; begun < to; begun += atOnce) {
    const ids: OperationId[] = [];
    const end = Math.min(to, begun + atOnce);
    valueOf(
      journal.transaction((tx) => {
        for (let sale = begun; sale < end; sale += 1) {
          const id = knownId<OperationId>(systemRandomness.uuid());
          ids.push(id);
          records.recordIn(tx, id, soldEvents(id, sale));
        }
      }),
    );
    valueOf(
      journal.transaction((tx) => {
        for (const [index, id] of ids.entries()) note(tx, id, begun + index);
      }),
    );
  }
}

function soldEvents(id: OperationId, sale: number): NewOrderEvent[] {
  const attempt = systemRandomness.uuid();
  const verdict: Verdict = {
    outcome: 'completed',
    invoiceId: systemRandomness.uuid(),
    soldCardIds: [knownId<SoldCardId>(systemRandomness.uuid())],
    replayed: false,
    differs: [],
  };
  return [
    orderEvent(id, 'order-intended', { ...intent, cardId: cardOf(sale), charge: chargeOf(sale) }),
    orderEvent(id, 'attempt-started', {
      attempt,
      call: 'createPartnerOrder',
      url: intent.pinned.url,
      headers: [],
      nonce: attempt,
      createdAtSeconds: 1,
      expiresAtSeconds: 61,
      keyId: intent.pinned.keyId,
      profileHash: 'a'.repeat(43),
    }),
    orderEvent(id, 'answer-judged', {
      attempt,
      sealed: { id: `answer:${attempt}`, sha256: 'a'.repeat(43) },
      httpStatus: 201,
      requestId: attempt,
      verdict,
      createdAtSeconds: 1,
      thenRead: false,
      retryAtMs: 0,
    }),
    orderEvent(id, 'codes-handed-over', {}),
  ];
}

function note(tx: Parameters<Parameters<typeof journal.transaction>[0]>[0], id: OperationId, sale: number): void {
  const ofSale = { saleNumber: null, orders: [id] };
  if (sale % notedOf === 0) {
    const ahead = sale % aheadOf === 0 ? { ahead: [id] } : {};
    tx.append({ subject: id, kind: 'payment-noted', body: { ...ofSale, means: 'card', ...ahead } });
  }
  if (sale % backOf !== 0) return;
  const lines = [{ operationId: id, amount: '0.250', currency: 'KWD' }];
  const returned = { id: systemRandomness.uuid(), what: 'refund', means: 'cash', reason: 'code_failed', lines };
  tx.append({ subject: id, kind: 'money-returned', body: { ...ofSale, ...returned } });
}

function chargeOf(sale: number) {
  const [price, total, margin] = ['1.500', '3.000', '0.500'];
  if (!isAmount(price) || !isAmount(total)) throw new Error('no amounts');
  return {
    price,
    total,
    currency: sale % 7 === 0 ? 'USD' : 'KWD',
    source: 'rule',
    ruleId: null,
    margin,
    revision: 1,
  } as const;
}

function cardOf(sale: number): typeof intent.cardId {
  return knownId(`0c000000-0000-4000-8000-${String(sale % 100).padStart(12, '0')}`);
}

function say(what: string, ms: number, limitMs: number | null): void {
  const reached = limitMs === null ? '' : `; to reach: ${limitMs} ms: ${ms <= limitMs ? 'reached' : 'NOT reached'}`;
  console.log(`${what}: ${ms.toFixed(1)} ms${reached}`);
}

function median(times: number, work: () => unknown): number {
  const all = Array.from({ length: times }, () => cpuMs(work));
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: { readonly code: string } },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
