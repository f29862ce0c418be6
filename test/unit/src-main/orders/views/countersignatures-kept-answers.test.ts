import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import { base64url, genesisHash } from '../../../../../src-main/journal/chain.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { keptAnswerTo } from '../../../../../src-main/orders/machine/order.ts';
import { openOrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { countersignatures, sentAnyHead } from '../../../../../src-main/orders/views/countersignatures.ts';
import { rewriteJournal } from '../../../../support/rewritten-journal.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intent, operationId } from '../order-samples.ts';
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
    till.service.script(processing(operationId), 'drop', completed(operationId));
    for (let times = 0; times < 3; times += 1) await till.resume(operationId);
    const [first] = till.facts(operationId).attempts.map((attempt) => keptAnswerTo(attempt)?.sealed.id);
    till.close();
    rewriteJournal(till.directory, (file) =>
      file
        .prepare("UPDATE sealed_keys SET wrapped_key = zeroblob(61) WHERE id NOT LIKE 'order:%' AND id != ?")
        .run(first),
    );
    await till.run({ profile: till.service.profileWith(on) });
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
    expect(atOnce(sentAnyHead(journal))).toBe(false);
    const last = till.place();
    expect(atOnce(sentAnyHead(journal))).toBe(true);
    const found = standings(till);
    expect(found.map(({ operationId }) => operationId)).toEqual([...ids, last]);
    expect(found.at(0)).toMatchObject({ standing: 'notCountersigned', reason: 'no_head_sent' });
    expect(found.at(-1)).toMatchObject({ standing: 'notCountersigned', reason: 'no_answer' });
  });
});

describe('a chain that begins with an order', () => {
  it.each([
    ['carries the head of an empty one', base64url(genesisHash), null, 'notCountersigned', 'no_answer'],
    ['is another one where it carries any other', 'another', null, 'contradicted', 'head_differs'],
    ['is contradicted by a body that is none', base64url(genesisHash), 'nothing', 'contradicted', 'head_differs'],
  ])('%s', async (_name, chainHead, body, standing, reason) => {
    const { vault, session } = (await Till.open()).counter;
    const journal = openOrThrow(tempFolder());
    const records = openOrderRecords(journal, () => undefined);
    const sent = { ...intent, chainHead, body: body ?? JSON.stringify({ externalReference: chainHead }) };
    value(records.record(operationId, [orderEvent(operationId, 'order-intended', sent)]));
    expect([...countersignatures({ journal, records, vault, session })]).toEqual([
      { operationId, seq: 1, standing, reason },
    ]);
  });
});
