import { describe, expect, it } from 'vitest';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { countersignatures, sentAnyHead } from '../../../../../src-main/orders/views/countersignatures.ts';
import { rewriteJournal } from '../../../../support/rewritten-journal.ts';
import { intent } from '../order-samples.ts';
import { completed, completedOrder, newOperationId, processing, Till, value } from '../till.ts';

const on = { countersignedJournal: true };

async function countersignedTill(): Promise<Till> {
  const till = await Till.open();
  await till.run({ profile: till.service.profileWith(on) });
  return till;
}

function standings({ counter: { localRecords, vault, session } }: Till) {
  return [...countersignatures({ ...localRecords, vault, session })];
}

describe('the countersignature of an order', () => {
  it('cannot be checked any more where its kept answer does not open', async () => {
    const till = await countersignedTill();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    till.close();
    rewriteJournal(till.directory, (file) =>
      file.exec("UPDATE sealed_keys SET wrapped_key = zeroblob(61) WHERE id NOT LIKE 'order:%'"),
    );
    await till.run({ profile: till.service.profileWith(on) });
    expect(standings(till)).toMatchObject([{ operationId, standing: 'noLongerCheckable', reason: 'seal_failed' }]);
  });

  it('is that of any answer: one is enough, whatever became of the others', async () => {
    const till = await countersignedTill();
    const operationId = till.place();
    till.service.script(processing(operationId), 'drop', { ...completed(operationId), unsigned: true });
    for (let times = 0; times < 3; times += 1) await till.resume(operationId);
    const [{ seq } = { seq: 0 }] = till.counter.localRecords.journal.events({ subject: operationId });
    expect(standings(till)).toEqual([{ operationId, seq, standing: 'countersigned', reason: null }]);
  });

  it('is not that of a read, which carries no body to sign for', async () => {
    const till = await countersignedTill();
    const operationId = till.place();
    till.service.script('drop', { status: 200, body: completedOrder(operationId, { soldCards: undefined }) });
    await till.resume(operationId);
    value(await till.counter.orders.read(operationId));
    expect(till.stateOf(operationId)).toBe('completed');
    expect(standings(till)).toMatchObject([{ standing: 'notCountersigned', reason: 'no_answer' }]);
  });

  it('is looked at of each order, however many there are, oldest first', async () => {
    const till = await countersignedTill();
    const { journal, records } = till.counter.localRecords;
    const ids = Array.from({ length: 501 }, newOperationId);
    value(
      journal.transaction((tx) => {
        for (const id of ids) records.recordIn(tx, id, [orderEvent(id, 'order-intended', intent)]);
      }),
    );
    expect(sentAnyHead(journal)).toBe(false);
    const last = till.place();
    expect(sentAnyHead(journal)).toBe(true);
    const found = standings(till);
    expect(found.map(({ operationId }) => operationId)).toEqual([...ids, last]);
    expect(found.at(0)).toMatchObject({ standing: 'notCountersigned', reason: 'no_head_sent' });
    expect(found.at(-1)).toMatchObject({ standing: 'notCountersigned', reason: 'no_answer' });
  });
});
