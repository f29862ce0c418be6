import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { closedCodes, holdsCodes } from '../../../../../src-main/reveals/records/closed-codes.ts';
import { invoiceId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, Till, value } from '../../orders/till.ts';

/** Takes the bytes of the key of each kept answer that `where` names. */
function damageKeys(till: Till, where: string): void {
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec(
    'DROP TRIGGER sealed_keys_are_not_changed; ' +
      `UPDATE sealed_keys SET wrapped_key = zeroblob(length(wrapped_key)) WHERE ${where}`,
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

it('codes that were destroyed though nobody handed them over are named', async () => {
  const { till, operationId } = await sold({ soldCards: codes });
  const [sealedId = ''] = till.facts(operationId).sealedCodes.values();
  const purge = () => value(till.counter.localRecords.journal.transaction((tx) => tx.purgeSealed(sealedId)));
  purge();
  expect(closedIn(till)).toEqual([operationId]);
  value(till.counter.localRecords.records.record(operationId, [orderEvent(operationId, 'codes-handed-over', {})]));
  expect(closedIn(till)).toEqual([]);
});

it('codes of an order that came with a reveal are named once', async () => {
  const { till, operationId } = await sold({ soldCards: [] });
  till.service.script({ status: 200, body: { items: codes } });
  expect((await till.counter.reveals.show(operationId, undefined, () => false)).ok).toBe(false);
  expect(till.kinds(operationId)).toContain('codes-revealed');
  damageKeys(till, 'TRUE');
  await till.run();
  expect(closedIn(till)).toEqual([operationId]);
});

it('of two cards that were asked for by themselves the one is named whose codes nobody saw', async () => {
  const till = await Till.open();
  const reveal = (index: number, isWatched: boolean) =>
    till.counter.reveals.revealCard(knownId<WalletId>(walletId), soldCardId(index), () => isWatched);
  till.service.script({ status: 200, body: codes[0] }, { status: 200, body: codes[1] });
  expect(holdsCodes(till.counter.localRecords)).toBe(false);
  expect((await reveal(1, false)).ok).toBe(false);
  expect((await reveal(2, true)).ok).toBe(true);
  expect(holdsCodes(till.counter.localRecords)).toBe(true);
  damageKeys(till, "id LIKE 'reveal:%'");
  await till.run();
  expect(closedIn(till)).toEqual([`card:${soldCardId(1)}`]);
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
  // Those that did not open were not shown either.
  expect(till.kinds(`invoice:${invoiceId}`).filter((kind) => kind === 'codes-shown')).toHaveLength(1);
  expect(closedIn(till)).toEqual([]);
});
