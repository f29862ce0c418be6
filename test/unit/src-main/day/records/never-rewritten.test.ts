import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { totalsOf } from '../../../../../src-main/day/machine/sale.ts';
import { addedBy } from '../../../../../src-main/day/machine/tally.ts';
import { dayPage } from '../../../../../src-main/day/views/day-page.ts';
import { nameOfZ, reportOfZ } from '../../../../../src-main/day/views/day-report.ts';
import type { DayReport } from '../../../../../src-shared/contract/day.ts';
import { mainMessages } from '../../../../../src-shared/words/main-messages.ts';
import { completed, processing, Till, value } from '../../orders/till.ts';

const charge = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
} as const;
const kwd = (amount: string) => [{ amount, currency: 'KWD' }];

async function bought(till: Till): Promise<OperationId> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

function firstZ(till: Till): DayReport {
  const { day } = till.counter;
  const issued = day.z({ epoch: 1, number: 1 });
  if (issued === null) throw new Error('no Z');
  return reportOfZ(day, issued, { seesCost: true });
}

it('a Z stays as it is, whatever happens after it; money back and void sales are in the Z of their own shift', async () => {
  const till = await Till.open();
  const { day } = till.counter;
  value(till.counter.localRecords.payments.setUsual('cash'));
  value(day.beginShift(kwd('10.000')));
  const [one, other] = [await bought(till), await bought(till)];
  const waiting = till.place({ charge });
  till.service.script(processing(waiting));
  await till.resume(waiting);
  value(day.close(kwd('16.000')));
  const before = firstZ(till);
  expect(before).toMatchObject({ totals: { sales: 2, charge: kwd('6.000') }, carriedOverCount: 1 });

  value(day.beginShift(kwd('16.000')));
  till.clock.set(-86_400_000);
  const { payments } = till.counter.localRecords;
  const revisionOf = (operationId: OperationId): number => payments.sale(operationId)?.revision ?? 0;
  const seen = { means: 'cash', reason: 'other' } as const;
  const lines = [{ operationId: one, amount: '1.000' }];
  value(payments.giveBack({ operationId: one, revision: revisionOf(one), ...seen, lines }));
  value(payments.voidSale({ operationId: other, revision: revisionOf(other), means: 'cash', reason: 'customer_left' }));
  till.service.script(completed(waiting));
  till.clock.skip(10_000);
  expect(await till.resume(waiting)).toBe('completed');
  const second = value(day.close(kwd('15.000')));
  expect(firstZ(till)).toEqual(before);
  await till.run();
  expect(firstZ(till)).toEqual(before);

  expect(totalsOf(second.z.soldLate)).toMatchObject({ sales: 1, charge: kwd('3.000') });
  expect(second.z).toMatchObject({
    sold: [],
    takenBack: [],
    late: [{ operationId: waiting, begunIn: { epoch: 1, number: 1 } }],
    payments: { voided: [{ operationId: other }], expectedCash: kwd('15.000') },
    running: { sales: 3, charge: kwd('9.000') },
  });
});

it('Zs follow each other without a gap, each on the hash of its last event; a day without a sale is one of them', async () => {
  const till = await Till.open();
  const { day } = till.counter;
  for (const sales of [2, 0, 0, 1]) {
    const { shiftId, firstSeq } = value(day.beginShift(null));
    for (let sale = 0; sale < sales; sale += 1) await bought(till);
    const { z } = value(day.close(null));
    expect([addedBy(z).sales, z.shiftId]).toEqual([sales, shiftId]);
    const [closed] = till.counter.localRecords.journal.events({ subject: shiftId, kind: 'shift-closed' });
    expect(closed?.body).toMatchObject({ firstSeq, lastSeq: z.lastSeq });
  }
  const { journal } = till.counter.localRecords;
  const zs = day.zs(9).toReversed();
  expect(zs.map(({ z }) => nameOfZ(z))).toEqual(['1-1', '1-2', '1-3', '1-4']);
  for (const [index, { z }] of zs.entries()) {
    expect(z.headHash).toBe(journal.hashAt(z.lastSeq));
    expect(z.firstSeq).toBe((zs[index - 1]?.z.lastSeq ?? 0) + 1);
    expect(z.running.sales).toBe(zs.slice(0, index + 1).reduce((sum, each) => sum + addedBy(each.z).sales, 0));
  }
  // Of somebody whose name was erased before the paper says just that: the id is for programs.
  const report = { ...firstZ(till), by: 'an-erased-person' };
  const page = dayPage(report, { language: 'ar', personOf: () => null, walletOf: () => null });
  expect(page).toContain(mainMessages.ar['people.erased']);
  expect(page).not.toContain('an-erased-person');
});
