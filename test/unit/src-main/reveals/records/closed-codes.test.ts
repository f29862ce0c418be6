import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { closedCodes } from '../../../../../src-main/reveals/records/closed-codes.ts';
import { invoiceId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, Till, value } from '../../orders/till.ts';

/** Takes the bytes of the key of each kept answer that `where` names. */
function damageKeys(till: Till, where: string): void {
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec(
    `DROP TRIGGER sealed_keys_are_not_changed; UPDATE sealed_keys SET wrapped_key = zeroblob(length(wrapped_key)) WHERE ${where}`,
  );
  file.close();
}

function closedIn({
  counter: {
    localRecords: { journal, records },
    vault,
  },
}: Till): readonly string[] {
  return closedCodes({ journal, records, vault });
}

async function sold(order: Parameters<typeof completed>[1]): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, order));
  await till.resume(operationId);
  expect(closedIn(till)).toEqual([]);
  return { till, operationId };
}

it.each([
  ['was bought', { soldCards: codes }, 'completed'],
  ['was bought, is not what was meant and waits for a person', { soldCards: codes, quantity: 7 }, 'attention'],
] as const)('codes that do not open are named: of an order that %s', async (_name, order, state) => {
  const { till, operationId } = await sold(order);
  expect([till.stateOf(operationId), till.facts(operationId).sealedCodes.size]).toEqual([state, 2]);
  damageKeys(till, 'TRUE');
  await till.run();
  expect(closedIn(till)).toEqual([operationId]);
});

it('codes that were handed over need not open any more', async () => {
  const { till, operationId } = await sold({ soldCards: codes });
  value(await till.counter.reveals.show(operationId));
  value(till.counter.reveals.handOver(operationId));
  damageKeys(till, 'TRUE');
  await till.run();
  expect(closedIn(till)).toEqual([]);
});

it('codes of an invoice that came and were never shown are named too, and come anew from the service', async () => {
  const till = await Till.open();
  const reveal = (isWatched: boolean) =>
    till.counter.reveals.revealInvoice(knownId<WalletId>(walletId), knownId<InvoiceId>(invoiceId), () => isWatched);
  till.service.script({ status: 200, body: { items: codes } }, { status: 200, body: { items: codes } });
  expect((await reveal(false)).ok).toBe(false);
  expect(closedIn(till)).toEqual([]);
  damageKeys(till, "id LIKE 'reveal:%'");
  await till.run();
  expect(closedIn(till)).toEqual([`invoice:${invoiceId}`]);
  expect(value(await reveal(true))).toEqual(codes);
  expect(closedIn(till)).toEqual([]);
});
