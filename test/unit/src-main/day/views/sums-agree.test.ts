import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { dayCsv } from '../../../../../src-main/day/views/day-csv.ts';
import { dayPage } from '../../../../../src-main/day/views/day-page.ts';
import { reportOfX, reportOfZ } from '../../../../../src-main/day/views/day-report.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import type { DayReport } from '../../../../../src-shared/contract/day.ts';
import { completed, processing, Till, value } from '../../orders/till.ts';

type Charge = NonNullable<NewSale['charge']>;
const charges: Readonly<Record<'KWD' | 'USD' | 'JPY', Charge>> = {
  KWD: chargeOf('1.635', '3.270', 'KWD'),
  USD: chargeOf('4.99', '9.98', 'USD'),
  JPY: chargeOf('455', '910', 'JPY'),
};

function chargeOf(price: string, total: string, currency: string): Charge {
  return { price, total, currency, source: 'rule', ruleId: null, margin: '0.500', revision: 1 };
}

async function bought(till: Till, charge: Charge): Promise<OperationId> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

function seenOf(till: Till, operationId: OperationId) {
  const revision = till.counter.localRecords.payments.sale(operationId)?.revision ?? 0;
  return { operationId, revision, means: 'cash', reason: 'other' } as const;
}

/** Each line of the file as `of id currency amount`, without what is not about the customers' money. */
function moneyIn(report: DayReport): readonly string[] {
  const csv = dayCsv(report, { language: 'en', personOf: () => null, walletOf: () => null }).replaceAll('"', '');
  return csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
    .filter(([of = '']) => /^(?:all|received|back|cash)/.test(of))
    .map(([of, id, , currency, , , amount]) => [of, id, currency, amount].join(' '));
}

function pageOf(report: DayReport): string {
  const html = dayPage(report, { language: 'en', personOf: () => null, walletOf: () => null });
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ');
}

it('an X and a Z have the same sums of money on the screen, on paper and for spreadsheets', async () => {
  const till = await Till.open();
  const { day, localRecords } = till.counter;
  value(localRecords.payments.setUsual('cash'));
  value(
    day.beginShift([
      { amount: '20', currency: 'KWD' },
      { amount: '1000', currency: 'JPY' },
    ]),
  );
  const [kwd, usd, jpy] = [
    await bought(till, charges.KWD),
    await bought(till, charges.USD),
    await bought(till, charges.JPY),
  ];
  value(localRecords.payments.note({ operationId: usd, means: 'card' }));
  value(localRecords.payments.giveBack({ ...seenOf(till, kwd), lines: [{ operationId: kwd, amount: '0.005' }] }));
  value(localRecords.payments.voidSale(seenOf(till, jpy)));
  // Paid ahead, without a result when the shift is taken over and when the day is closed.
  const waiting = till.place({ charge: charges.KWD });
  till.service.script(processing(waiting));
  await till.resume(waiting);
  value(localRecords.payments.note({ operationId: waiting, means: 'cash', ahead: true }));
  value(day.handOver([{ amount: '26.535', currency: 'KWD' }]));
  const x = reportOfX(day, till.clock.nowMs(), { seesCost: true });
  const z = reportOfZ(day, value(day.close([{ amount: '26.5', currency: 'KWD' }])), { seesCost: true });
  // 20 and twice 3.270, less 0.005; 1000 and 910 less 910.
  const paid = [
    'received cash JPY 910',
    'received cash KWD 6.540',
    'back cash JPY 910',
    'back cash KWD 0.005',
    'received card USD 9.98',
  ];
  const sold = ['all  JPY 910', 'all  KWD 3.270', 'all  USD 9.98'];
  const counts = z.cashCounts.map(({ at }) => at);
  const counting = [
    `cashOpened ${counts[0]} KWD 20`,
    `cashOpened ${counts[0]} JPY 1000`,
    `cashHandedOver ${counts[1]} KWD 26.535`,
    `cashHandedOverExpected ${counts[1]} JPY 1000`,
    `cashHandedOverExpected ${counts[1]} KWD 26.535`,
    `cashHandedOverDifference ${counts[1]} KWD 0.000`,
    'cashExpected  JPY 1000',
    'cashExpected  KWD 26.535',
  ];
  expect(moneyIn(x).toSorted()).toEqual([...sold, ...paid, ...counting].toSorted());
  const closed = ['cashCounted  KWD 26.5', 'cashDifference  KWD -0.035'];
  expect(moneyIn(z).toSorted()).toEqual([...sold, ...paid, ...counting, ...closed].toSorted());
  for (const report of [x, z]) {
    const page = pageOf(report);
    for (const text of ['6.540 KWD', '0.005 KWD', '9.98 USD', '26.535 KWD']) expect(page).toContain(text);
    expect(page).toMatch(/910 (?:JPY|¥)/);
  }
  expect(pageOf(z)).toContain('0.035 KWD');

  // What was paid ahead came afterwards: sold late, and paid in no second Z.
  till.service.script(completed(waiting, { status: 'completed' }));
  till.clock.skip(10_000);
  expect(await till.resume(waiting)).toBe('completed');
  const next = reportOfX(day, till.clock.nowMs(), { seesCost: true });
  expect(moneyIn(next)).toEqual(['all  KWD 3.270']);
  expect(next.late.sales).toBe(1);
  // Two in a row with nothing between: the second one is empty, and continues.
  value(day.close(null));
  const empty = reportOfZ(day, value(day.close(null)), { seesCost: true });
  expect(moneyIn(empty)).toEqual(['all   ']);
  expect(empty.running?.charge).toEqual([
    { amount: '910', currency: 'JPY' },
    { amount: '6.540', currency: 'KWD' },
    { amount: '9.98', currency: 'USD' },
  ]);
});
