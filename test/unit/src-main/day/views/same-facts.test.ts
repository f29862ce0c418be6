import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { dayCsv } from '../../../../../src-main/day/views/day-csv.ts';
import { dayPage } from '../../../../../src-main/day/views/day-page.ts';
import { reportOfX, reportOfZ } from '../../../../../src-main/day/views/day-report.ts';
import type { DayReport } from '../../../../../src-shared/contract/day.ts';
import { processing, Till, value } from '../../orders/till.ts';

const words = { language: 'en', personOf: () => null, walletOf: () => null } as const;

function linesOf(report: DayReport, of: RegExp): readonly string[] {
  const lines = dayCsv(report, words).replaceAll('"', '').split('\r\n').slice(1, -1);
  return lines.filter((line) => of.test(line));
}

function pageOf(report: DayReport): string {
  const plain = dayPage(report, words).replaceAll(/<[^>]+>/g, ' ');
  return plain.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');
}

async function paidForNothing(till: Till, total: string, currency: string): Promise<OperationId> {
  const charge = { price: total, total, currency, source: 'rule', ruleId: null, margin: '0', revision: 1 } as const;
  const operationId = till.place({ charge });
  till.service.script(processing(operationId), { status: 200, body: { operationId, status: 'failed' } });
  await till.resume(operationId);
  value(till.counter.localRecords.payments.note({ operationId, means: 'cash', ahead: true }));
  till.clock.skip(10_000);
  expect(await till.resume(operationId)).toBe('failed');
  return operationId;
}

it('what is owed has its sums by currency in an X and a Z, on paper and for spreadsheets', async () => {
  const till = await Till.open();
  const { day, localRecords } = till.counter;
  value(localRecords.payments.setUsual('cash'));
  await paidForNothing(till, '3.270', 'KWD');
  const one = reportOfX(day, till.clock.nowMs(), { seesCost: true });
  expect(one.payments?.owedSums).toEqual([{ amount: '3.270', currency: 'KWD' }]);
  expect(linesOf(one, /^owed/)).toEqual(['owed,,,KWD,1,,3.270,,']);
  await paidForNothing(till, '1.230', 'KWD');
  await paidForNothing(till, '9.98', 'USD');
  const sums = [
    { amount: '4.500', currency: 'KWD' },
    { amount: '9.98', currency: 'USD' },
  ];
  const x = reportOfX(day, till.clock.nowMs(), { seesCost: true });
  const z = reportOfZ(day, value(day.close(null)), { seesCost: true });
  for (const report of [x, z]) {
    expect(report.payments?.owedSums).toEqual(sums);
    expect(linesOf(report, /^owed/)).toEqual(['owed,,,KWD,3,,4.500,,', 'owed,,,USD,,,9.98,,']);
    expect(pageOf(report)).toContain('Total to give back 4.500 KWD 9.98 USD');
  }
  const seen = reportOfX(day, till.clock.nowMs(), { seesCost: false });
  expect(linesOf(seen, /^owed/)).toEqual(['owed,,,KWD,3,,4.500', 'owed,,,USD,,,9.98']);
});

it('a count of a shift taken over has what was expected and the difference, and a Z its running total', async () => {
  const till = await Till.open();
  const { day, localRecords } = till.counter;
  value(localRecords.payments.setUsual('cash'));
  value(day.beginShift([{ amount: '20', currency: 'KWD' }]));
  value(day.handOver([{ amount: '19.5', currency: 'KWD' }]));
  const z = reportOfZ(day, value(day.close(null)), { seesCost: true });
  const at = z.cashCounts[1]?.at;
  expect(linesOf(z, /^cashHandedOver/)).toEqual([
    `cashHandedOver,${at},,KWD,,,19.5,,`,
    `cashHandedOverExpected,${at},,KWD,,,20,,`,
    `cashHandedOverDifference,${at},,KWD,,,-0.5,,`,
  ]);
  expect(pageOf(z)).toContain('0.5');
  expect(linesOf(z, /^running/)).toEqual(['running,,,,0,0,,,']);
  expect(linesOf(reportOfX(day, till.clock.nowMs(), { seesCost: true }), /^running/)).toEqual([]);
});
