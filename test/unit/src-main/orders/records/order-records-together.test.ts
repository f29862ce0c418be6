import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { openOrderRecords, type OrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { answerPrint, printReceipt } from '../../../../../src-main/receipts/prints.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { PaperPrinter, printsAt } from '../../receipts/paper-printer.ts';
import { contextOf } from '../../reveals/contexts.ts';
import { completed, newOperationId, saleWith, Till, value } from '../till.ts';

/** Two lines of one sale, bought, with their codes here. */
async function aBoughtSale(): Promise<{ till: Till; operationIds: readonly OperationId[] }> {
  const till = await Till.open();
  const lines = [1, 2].map(() => ({ operationId: newOperationId(), sale: saleWith(), besidesPending: true }));
  value(till.counter.orders.buyBasket(knownId<BasketId>(newOperationId()), lines));
  const operationIds = lines.map(({ operationId }) => operationId);
  for (const operationId of operationIds) {
    const soldCards = [1, 2].map((card) => ({ soldCardId: newOperationId(), voucher: `V-${operationId}-${card}` }));
    till.service.script(completed(operationId, { soldCards }));
    expect(await till.resume(operationId)).toBe('completed');
  }
  return { till, operationIds };
}

/** The records of a counter, with what the disk would give back if the process ended after each row of them. */
function watchedRecords(till: Till): { readonly records: OrderRecords; readonly onDisk: (readonly string[])[] } {
  const { journal } = till.counter.localRecords;
  const onDisk: (readonly string[])[] = [];
  const watched = {
    ...methodsOf(journal),
    transaction: <T>(write: Parameters<typeof journal.transaction<T>>[0]) =>
      journal.transaction((tx) =>
        write({
          ...tx,
          append: (event) => {
            const stored = tx.append(event);
            onDisk.push(till.durableEvents().map(({ kind }) => kind));
            return stored;
          },
        }),
      ),
  };
  return { records: openOrderRecords(watched, () => undefined), onDisk };
}

type Act = (till: Till, records: OrderRecords, operationIds: readonly OperationId[]) => Promise<unknown>;

function prints(till: Till, records: OrderRecords, printer = new PaperPrinter()) {
  return { ...printsAt(till, printer), records };
}

async function show(till: Till, operationIds: readonly OperationId[]): Promise<void> {
  value(await till.counter.reveals.showSeveral(operationIds, () => true, String));
}

const acts: readonly (readonly [string, Act])[] = [
  [
    'codes-shown',
    async (till, records, operationIds) =>
      value(await createReveals(contextOf(till, { records })).showSeveral(operationIds, () => true, String)),
  ],
  [
    'codes-handed-over',
    async (till, records, operationIds) => {
      await show(till, operationIds);
      return value(createReveals(contextOf(till, { records })).handOverTogether(operationIds));
    },
  ],
  [
    'receipt-print-started',
    async (till, records, operationIds) =>
      value(await printReceipt(prints(till, records), { operationIds, language: 'en', withCodes: false })),
  ],
  [
    'receipt-print-failed',
    async (till, records, operationIds) => {
      const printer = new PaperPrinter();
      printer.fault = 'not_drawn';
      return printReceipt(prints(till, records, printer), { operationIds, language: 'en', withCodes: false });
    },
  ],
  [
    'receipt-print-answered',
    async (till, records, operationIds) => {
      const request = { operationIds, language: 'en', withCodes: false } as const;
      const print = value(await printReceipt(printsAt(till, new PaperPrinter()), request));
      return value(answerPrint(prints(till, records), operationIds, print, true));
    },
  ],
];

describe.each(acts)('%s of the lines of a sale', (kind, act) => {
  it('is recorded of all of them or of none, wherever the process ends', async () => {
    const { till, operationIds } = await aBoughtSale();
    const { records, onDisk } = watchedRecords(till);
    await act(till, records, operationIds);
    const counts = [...onDisk, till.durableEvents().map((event) => event.kind)].map(
      (kinds) => kinds.filter((each) => each === kind).length,
    );
    expect([...new Set(counts)]).toEqual([0, 2]);
  });
});

describe('a hand-over of several lines', () => {
  it('is none where one of them was never shown, and names that one', async () => {
    const { till, operationIds } = await aBoughtSale();
    const [first, second] = operationIds;
    await show(till, first === undefined ? [] : [first]);
    expect(till.counter.reveals.handOverTogether(operationIds)).toEqual({
      ok: false,
      error: { code: 'codes_not_shown', operationId: second },
    });
    expect(operationIds.map((id) => till.facts(id).handedOver)).toEqual([false, false]);
  });

  it('leaves one that was handed over by itself as it is', async () => {
    const { till, operationIds } = await aBoughtSale();
    const [first] = operationIds;
    await show(till, operationIds);
    if (first !== undefined) value(till.counter.reveals.handOver(first));
    const orders = value(till.counter.reveals.handOverTogether(operationIds));
    expect([...orders.values()].map(({ handedOver }) => handedOver)).toEqual([true, true]);
    const events = till.durableEvents().filter(({ kind }) => kind === 'codes-handed-over');
    expect(events.map(({ subject }) => subject)).toEqual(operationIds);
  });
});
