import { describe, expect, it } from 'vitest';
import { judgementOf } from '../../../../../src-main/orders/views/order-view.ts';
import { otherOperationId } from '../order-samples.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../till.ts';

describe('going on with an order', () => {
  it('waits as the service asks and sends the same again', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      processing(operationId),
      processing(operationId, { 'retry-after': '20' }),
      completed(operationId),
    );
    const startedAtMs = till.clock.nowMs();
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.clock.nowMs() - startedAtMs).toBeGreaterThanOrEqual(23_000);
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
  });

  it('stops when the time that was given is over', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId, { 'retry-after': '60' }));
    expect(await till.resume(operationId, 10_000)).toBe('accepted');
    expect(till.service.seen).toHaveLength(1);
  });

  it('takes another turn at its own pace where nothing is certain, and ends with what the service says', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', refusal(503, 'dependency_unavailable'), completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.facts(operationId).attempts.map(judgementOf)).toEqual(['lost', 'unknown', 'completed']);
  });

  it('after a refusal that followed an unknown only reads', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', refusal(409, 'insufficient_balance'), refusal(404, 'resource_not_found'), {
      status: 200,
      body: { operationId, status: 'failed' },
    });
    expect(await till.resume(operationId, 60_000)).toBe('failed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
  });

  it('lets no read use up the first report: what a read says is completed goes out once more, for its codes', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId), {
      status: 200,
      body: completedOrder(operationId, { soldCards: undefined }),
    });
    expect(await till.resume(operationId)).toBe('accepted');
    value(await till.counter.orders.read(operationId));
    const { records } = till.counter.localRecords;
    expect([till.stateOf(operationId), records.pending(), records.unfinished(), till.dueAfter()]).toEqual([
      'completed',
      [],
      [operationId],
      [operationId],
    ]);
    till.service.script('drop', completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST']);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(records.unfinished()).toEqual([]);
  });

  it('reads an order first that the service says is being processed, since that may be another one', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      refusal(409, 'operation_processing'),
      'drop',
      { status: 200, body: { operationId, status: 'processing' } },
      completed(operationId),
    );
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'POST']);
  });

  it('reads once where its id stands for something else, and then waits for a person', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(refusal(409, 'idempotency_conflict'), {
      status: 200,
      body: { operationId, status: 'processing' },
    });
    expect(await till.resume(operationId, 60_000)).toBe('attention');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(till.counter.orders.next(operationId)).toBeNull();
  });

  it('asks once more by hand where it is for a person, and goes on with what it learns', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script({ status: 201, body: '{}' }, { status: 200, body: { operationId, status: 'processing' } });
    expect(await till.resume(operationId)).toBe('attention');
    expect(await till.resume(operationId)).toBe('accepted');
  });

  it('goes on after a restart where it stopped', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop');
    expect(await till.resume(operationId)).toBe('unknown');
    await till.run();
    expect(till.counter.localRecords.records.pending()).toEqual([operationId]);
    till.service.script({ ...completed(operationId), status: 200 });
    expect(await till.resume(operationId)).toBe('completed');
  });

  it('says what comes next, and nothing while an attempt is under way', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    expect(till.counter.orders.next(operationId)).toEqual({ call: 'createPartnerOrder', atMs: 0 });
    const under = till.resume(operationId);
    expect(till.counter.orders.next(operationId)).toBeNull();
    await under;
    const next = till.counter.orders.next(operationId);
    expect(next?.call).toBe('createPartnerOrder');
    expect((next?.atMs ?? 0) - till.clock.nowMs()).toBeGreaterThan(2_000);
  });

  it('knows no operation that it never had', async () => {
    const till = await Till.open();
    const { orders } = till.counter;
    const unknown = { ok: false, error: { code: 'operation_unknown', operationId: otherOperationId } };
    expect(await orders.resume(otherOperationId, 0, 'now')).toEqual(unknown);
    expect(await orders.read(otherOperationId)).toEqual(unknown);
    expect(orders.cancel(otherOperationId)).toEqual(unknown);
    expect(orders.keepWanted(otherOperationId)).toEqual(unknown);
    expect(orders.next(otherOperationId)).toBeNull();
  });
});
