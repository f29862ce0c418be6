import { describe, expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { salvaged } from '../../../../../src-main/journal/gaps.ts';
import { openFindings } from '../../../../../src-main/reveals/records/findings.ts';
import { eachAgain, FailingTill } from '../../orders/failing-till.ts';
import { invoiceId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, newOperationId, value } from '../../orders/till.ts';

const invoice = knownId<InvoiceId>(invoiceId);
const [firstCode] = codes;

/** What finds a sale by a serial number is made later, and nobody has to hear of it. */
const madeLater = ['vault.unseal', 'serial-kept serial-kept serials-kept-seq'];

async function bought(failing: FailingTill): Promise<OperationId> {
  const operationId = await failing.place();
  value(await failing.till.counter.orders.resume(operationId, 600_000, 'now'));
  expect(failing.till.stateOf(operationId)).toBe('completed');
  return operationId;
}

describe.each(eachAgain)('codes that are asked for again %s where one durable step failed', (again) => {
  it('come out of an invoice that holds other cards too', async () => {
    const failing = await FailingTill.open(again);
    failing.service.givesCodes = false;
    let operationId = newOperationId();
    const untold = await failing.withEachStepFailing(
      async () => {
        expect(await failing.call(({ counter }) => counter.reveals.show(operationId))).toEqual(codes);
        const part = await failing.call(({ counter }) => counter.reveals.copy(operationId, soldCardId(1), 'voucher'));
        expect(part).toBe(firstCode?.voucher);
      },
      async () => {
        operationId = await bought(failing);
      },
    );
    // Why the first reveal brought nothing; the next one is asked for all the same.
    expect(untold).toEqual(['reveal-failed', ...madeLater]);
  });

  it('come out of a card and of an invoice that are asked for by themselves', async () => {
    const failing = await FailingTill.open(again);
    const untold = await failing.withEachStepFailing(async () => {
      const ofCard = await failing.call(({ counter }) => counter.reveals.revealCard(walletId, soldCardId(1)));
      expect(ofCard).toEqual([firstCode]);
      expect(await failing.call(({ counter }) => counter.reveals.revealInvoice(walletId, invoice))).toEqual(codes);
    });
    expect(untold).toEqual([]);
  });

  it('come out once owned cards were checked, with what that found', async () => {
    const failing = await FailingTill.open(again);
    const missing = [newOperationId(), newOperationId()].map(
      (lost) => ({ operationId: lost, what: 'intent' }) as const,
    );
    const losses = salvaged({ gaps: [], missing, answers: [], keys: [] });
    value(failing.till.counter.localRecords.journal.append(losses));
    let operationId = newOperationId();
    const untold = await failing.withEachStepFailing(
      async () => {
        const found = await failing.call(({ counter }) => counter.reveals.reconcile());
        expect(found.unknownCards).toEqual([soldCardId(9)]);
        const { journal } = failing.till.counter.localRecords;
        expect(openFindings(journal)).toMatchObject({
          unknownCards: found.unknownCards,
          lostOrders: missing.map((lost) => ({ operationId: lost.operationId })),
        });
        expect(journal.copyStatus()).toBe('own');
        expect(await failing.call(({ counter }) => counter.reveals.show(operationId))).toEqual(codes);
      },
      async () => {
        operationId = await bought(failing);
        value(failing.till.counter.localRecords.journal.changeCopyStatus('copied', ['test']));
      },
    );
    // Codes that do not open are asked for again, and what finds a sale by a serial number is made later.
    expect(untold).toEqual(['vault.unseal', 'serial-kept serial-kept serials-kept-seq']);
  });
});
