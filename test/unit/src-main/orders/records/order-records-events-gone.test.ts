import { describe, expect, it, vi } from 'vitest';
import { knownId, type BasketId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import { completed, newOperationId, saleWith, Till, value } from '../till.ts';

const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');

/** A row like that of this order, and newer, of which there are no events: a large list is compared only at leisure. */
function leaveRow(till: Till, like: OperationId): OperationId {
  const { journal, records } = till.counter.localRecords;
  const row = journal.projected(like);
  if (row === null) throw new Error('no such order');
  const left = newOperationId();
  value(journal.transaction((tx) => tx.project({ ...row, operationId: left, intendedAtMs: row.intendedAtMs + 1 })));
  expect(records.find(left)).toBeNull();
  return left;
}

describe('a row of which the events are gone', () => {
  it('is passed over where an order is looked for that the service is known to hold', async () => {
    const till = await Till.open();
    const held = till.place();
    till.service.script(completed(held));
    expect(await till.resume(held)).toBe('completed');
    leaveRow(till, held);
    const lost = till.place({ quantity: 3 });
    const { records } = till.counter.localRecords;
    expect(records.knownBeside(lost, till.facts(lost), till.counter.session.signingKey)).toBe(held);
  });

  it('counts for nothing that a customer has, and still has a cashier asked before the same is sold again', async () => {
    const till = await Till.open();
    const line = { operationId: newOperationId(), sale: saleWith(), besidesPending: false };
    value(till.counter.orders.buyBasket(basket, [line]));
    const { intent } = till.facts(line.operationId);
    const left = leaveRow(till, line.operationId);
    const { records } = till.counter.localRecords;
    expect(records.boughtIn(intent)).toEqual([intent]);
    expect(records.pendingLike(intent, basket)).toBe(left);
  });
});

describe('an order whose row is gone', () => {
  it('keeps no other from being judged again once there is news of keys', async () => {
    const till = await Till.open();
    const serviceKeys = { url: '/v1/keys', pins: [jwkThumbprint(till.service.publicKey)] };
    await till.run({ profile: till.service.profileWith({ serviceKeys }) });
    till.service.publishKeys({ ...till.service.publicKey, kid: 'service-1' });
    const [rowless, other] = [till.place(), till.place({ quantity: 3 })];
    for (const operationId of [rowless, other]) {
      till.service.script({ ...completed(operationId), unknownKey: true });
      expect(await till.resume(operationId)).toBe('unknown');
    }
    const { journal } = till.counter.localRecords;
    const projected = journal.projected.bind(journal);
    vi.spyOn(journal, 'projected').mockImplementation((subject) => (subject === rowless ? null : projected(subject)));
    till.clock.skip(60_000);
    till.service.publishKeys(...['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })));
    expect(await till.counter.session.serviceKeys.refresh()).toBe(true);
    till.counter.orders.judgeAgain();
    expect([rowless, other].map((operationId) => till.kinds(operationId).at(-1))).toEqual([
      'answer-unverified',
      'answer-judged',
    ]);
  });
});
