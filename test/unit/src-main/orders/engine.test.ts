import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { OperationId } from '../../../../src-main/core/ids.ts';
import { otherOperationId, soldCardId, walletId } from './order-samples.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from './till.ts';
import type { Told, Turn } from './scripted-service.ts';

describe('an attempt', () => {
  it('is sent with what the design says, and ends with the verdict', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    const [seen] = till.service.seen;
    expect(`${seen?.method ?? ''} ${seen?.target ?? ''}`).toBe(`POST /v1/wallets/${walletId}/orders`);
    expect(seen?.headers['idempotency-key']).toBe(operationId);
    expect(till.kinds(operationId)).toEqual(['order-intended', 'attempt-started', 'answer-sealed', 'answer-judged']);
    expect(till.facts(operationId).attempts).toMatchObject([{ httpStatus: 201, requestId: 'request-1' }]);
  });

  it('is one for an operation, however many ask at once', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    const states = await Promise.all([till.resume(operationId), till.resume(operationId, 5_000), till.resume(operationId)]);
    expect(states).toEqual(['completed', 'completed', 'completed']);
    expect(till.service.seen).toHaveLength(1);
  });

  it('goes at the same time for different operations', async () => {
    const till = await Till.open();
    const [first, second] = [till.place(), till.place()];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    const answered: Turn = async ({ headers }) => {
      await held;
      return completed(headers['idempotency-key'] ?? '');
    };
    till.service.script(answered, answered);
    const both = Promise.all([till.resume(first), till.resume(second)]);
    await expect.poll(() => till.service.seen.length).toBe(2);
    release();
    expect(await both).toEqual(['completed', 'completed']);
  });

  it('is not made where sealing cannot be proved', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const envelope = join(till.directory, 'vault.json');
    expect(existsSync(envelope)).toBe(true);
    renameSync(envelope, `${envelope}.away`);
    expect(await till.counter.orders.resume(operationId, 0)).toMatchObject({ ok: false, error: { code: 'seal_failed', operationId } });
    renameSync(`${envelope}.away`, envelope);
    expect(till.service.seen).toHaveLength(0);
    expect(till.kinds(operationId)).toEqual(['order-intended']);
  });

  it('that could not reach the service proves that nothing was sent', async () => {
    const till = await Till.open();
    const operationId = till.place();
    await till.service.close();
    expect(await till.resume(operationId)).toBe('intended');
    expect(till.lastVerdict(operationId)).toBe('notSent');
    expect(value(till.counter.orders.cancel(operationId)).cancelled).toBe(true);
  });

  it('cannot be made once the sale is not wanted any more, until a person says that it is', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.clock.skip(600_001);
    expect(await till.resume(operationId, 60_000)).toBe('intended');
    expect(till.service.seen).toHaveLength(0);
    value(till.counter.orders.keepWanted(operationId));
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.counter.orders.keepWanted(operationId)).toEqual({ ok: false, error: { code: 'operation_final', operationId } });
  });

  it('is not made for an operation that was cancelled while it waited for its turn', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(refusal(403, 'account_inactive'), completed(operationId));
    const sleep = till.clock.sleep.bind(till.clock);
    till.clock.sleep = async (ms) => {
      value(till.counter.orders.cancel(operationId));
      await sleep(ms);
    };
    expect(await till.resume(operationId, 60_000)).toBe('cancelled');
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('going on with an order', () => {
  it('waits as the service asks and sends the same again', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId), processing(operationId, { 'retry-after': '20' }), completed(operationId));
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
    expect(till.facts(operationId).attempts.map(({ ended }) => (typeof ended === 'string' ? ended : ended?.outcome))).toEqual(['lost', 'unknown', 'completed']);
  });

  it('after a refusal that followed an unknown only reads', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', refusal(409, 'insufficient_balance'), refusal(404, 'resource_not_found'), { status: 200, body: { operationId, status: 'failed' } });
    expect(await till.resume(operationId, 60_000)).toBe('failed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
  });

  it('lets no read use up the first report: what a read says is completed goes out once more, for its codes', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId), { status: 200, body: completedOrder(operationId, { soldCards: undefined }) });
    expect(await till.resume(operationId)).toBe('accepted');
    value(await till.counter.orders.read(operationId));
    const { book } = till.counter.ledger;
    expect([till.stateOf(operationId), book.pending(), book.unfinished(), book.due(till.clock.nowMs())]).toEqual(['completed', [], [operationId], [operationId]]);
    till.service.script('drop', completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST']);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(book.unfinished()).toEqual([]);
  });

  it('reads an order first that the service says is being processed, since that may be another one', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(refusal(409, 'operation_processing'), 'drop', { status: 200, body: { operationId, status: 'processing' } }, completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'POST']);
  });

  it('reads once where its id stands for something else, and then waits for a person', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(refusal(409, 'idempotency_conflict'), { status: 200, body: { operationId, status: 'processing' } });
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
    expect(till.counter.ledger.book.pending()).toEqual([operationId]);
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
    expect(await orders.resume(otherOperationId, 0)).toEqual(unknown);
    expect(await orders.read(otherOperationId)).toEqual(unknown);
    expect(orders.cancel(otherOperationId)).toEqual(unknown);
    expect(orders.keepWanted(otherOperationId)).toEqual(unknown);
    expect(orders.next(otherOperationId)).toBeNull();
  });
});

describe('cancelling', () => {
  it('is refused while an attempt is under way and where its outcome is open', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop');
    const under = till.resume(operationId);
    const refused = { ok: false, error: { code: 'not_cancellable', operationId } };
    expect(till.counter.orders.cancel(operationId)).toEqual(refused);
    await under;
    expect(till.counter.orders.cancel(operationId)).toEqual(refused);
  });

  it('is refused after a gate that is bound to no request of this order, which keeps its pause', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const operationId = till.place();
    till.service.script({ ...refusal(429, 'rate_limited'), headers: { 'retry-after': '200' }, leftOut: ['nonce;req', 'idempotency-key;req'] });
    expect(await till.resume(operationId)).toBe('unknown');
    expect(till.counter.orders.cancel(operationId)).toEqual({ ok: false, error: { code: 'not_cancellable', operationId } });
    expect((till.counter.orders.next(operationId)?.atMs ?? 0) - till.clock.nowMs()).toBeGreaterThan(190_000);
  });

  it('ends it: nothing is sent any more', async () => {
    const till = await Till.open();
    const operationId = till.place();
    value(till.counter.orders.cancel(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('cancelled');
    expect(till.service.seen).toHaveLength(0);
  });
});

describe('a new profile or key', () => {
  async function lostThen(change: (till: Till) => Promise<void>): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop');
    await till.resume(operationId);
    await change(till);
    return { till, operationId };
  }
  const changes: Readonly<Record<string, (till: Till) => Promise<void>>> = {
    'another key': async (till) => {
      till.newKey();
      await till.run();
    },
    'another form of Idempotency-Key': async (till) => { await till.run({ profile: till.service.profileWith({ request: { idempotencyKey: 'quoted' } }) }); },
  };

  describe.each(Object.entries(changes))('%s', (_name, change) => {
    it('reads first, and sends again after the service showed the order', async () => {
      const { till, operationId } = await lostThen(change);
      till.service.script({ status: 200, body: { operationId, status: 'processing' } }, completed(operationId));
      expect(await till.resume(operationId, 60_000)).toBe('completed');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
    });

    it('is for a person where the service does not know the order', async () => {
      const { till, operationId } = await lostThen(change);
      till.service.script(refusal(404, 'resource_not_found'), completed(operationId));
      expect(await till.resume(operationId, 60_000)).toBe('attention');
      expect(till.facts(operationId).attention).toBe('pinned_differs');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    });
  });
});

describe('a key that was replaced', () => {
  const keysUsed = (till: Till): readonly string[] => till.service.seen.map(({ headers }) => /keyid="([^"]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? '');
  const keyInUse = (till: Till): string => till.counter.session.signingKey()?.keyId ?? '';
  const rotatedWhilePending = async () => {
    const till = await Till.open();
    const pending = till.place();
    till.service.script('drop');
    await till.resume(pending);
    const before = keyInUse(till);
    till.rotateKey();
    return { till, pending, before };
  };
  const statuses = (till: Till): readonly string[] => till.counter.keyring.entries().map(({ status }) => status);

  it('signs the orders that are pinned to it until they end, beside new sales with the new key, and is retired then', async () => {
    const { till, pending, before } = await rotatedWhilePending();
    await till.run();
    const after = keyInUse(till);
    const sold = till.place();
    till.service.script(completed(sold), completed(pending));
    expect(await till.resume(sold)).toBe('completed');
    expect(statuses(till)).toEqual(['replaced', 'active']);
    expect(await till.resume(pending)).toBe('completed');
    expect(keysUsed(till)).toEqual([before, after, before]);
    expect(statuses(till)).toEqual(['retired', 'active']);
  });

  it('is retired at once where nothing is pinned to it any more', async () => {
    const till = await Till.open();
    till.rotateKey();
    await till.run();
    expect(statuses(till)).toEqual(['retired', 'active']);
  });

  it('is not retired by hand while an order is pinned to it and the service takes it', async () => {
    const { till, before } = await rotatedWhilePending();
    till.service.script({ status: 200, body: { keyId: before, effectiveScopes: [] } });
    expect(await till.counter.enrolment.retire()).toEqual({ ok: false, error: { code: 'key_pending_orders' } });
    till.service.script({ ...refusal(401, 'invalid_credentials'), leftOut: ['nonce;req'] });
    expect(await till.counter.enrolment.retire()).toMatchObject({ ok: false });
    expect(statuses(till)).toEqual(['replaced', 'active']);
  });

  it('can be retired by hand where the service refuses it: its orders are read with the new key', async () => {
    const till = await Till.open();
    const pending = till.place();
    till.service.script(processing(pending));
    await till.resume(pending);
    const before = keyInUse(till);
    till.rotateKey();
    till.service.script(refusal(401, 'invalid_credentials'), { status: 200, body: { operationId: pending, status: 'processing' } }, completed(pending));
    value(await till.counter.enrolment.retire());
    expect(await till.resume(pending, 3_600_000)).toBe('completed');
    const after = keyInUse(till);
    expect(keysUsed(till)).toEqual([before, before, after, after]);
  });
});

describe('another order\'s answer', () => {
  it('is filed under that one, told to whoever listens, and moves nothing here', async () => {
    const till = await Till.open();
    const [mine, other] = [till.place(), till.place()];
    const changed: string[] = [];
    till.counter.ledger.onOrderChanged((operationId) => changed.push(operationId));
    till.service.script('drop', completed(other));
    await till.resume(other);
    await till.resume(mine);
    expect(till.stateOf(other)).toBe('completed');
    expect([...till.facts(other).sealedCodes.keys()]).toEqual([soldCardId(1), soldCardId(2)]);
    expect(till.stateOf(mine)).toBe('unknown');
    expect(till.facts(mine).sealedCodes.size).toBe(0);
    expect(changed.at(-1)).toBe(other);
    expect(value(await till.counter.reveals.show(other))).toHaveLength(2);
  });

  it('is for a person where it is none of ours', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(otherOperationId));
    expect(await till.resume(operationId)).toBe('attention');
    expect(till.facts(operationId).sealedCodes.size).toBe(0);
  });
});

describe('an answer that was kept when the process ended', () => {
  class Ended extends Error {}

  async function endedAt(step: string, told: (operationId: string) => Told): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open({ step: (at) => { if (at === step) throw new Ended(at); } });
    const operationId = till.place();
    till.service.script(told(operationId));
    await expect(till.counter.orders.resume(operationId, 0)).rejects.toThrow(Ended);
    await till.run();
    return { till, operationId };
  }

  it.each(['answer-sealed', 'answer-judged'])('at %s is judged at the next start, without the network: its codes are not lost', async (step) => {
    const { till, operationId } = await endedAt(step, completed);
    await till.service.close();
    expect(till.stateOf(operationId)).toBe('unknown');
    expect(till.counter.orders.next(operationId)).toMatchObject({ atMs: 0 });
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen).toHaveLength(1);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('is judged also where the sale is not wanted any more', async () => {
    const { till, operationId } = await endedAt('answer-sealed', completed);
    till.clock.skip(3_600_000);
    expect(await till.resume(operationId)).toBe('completed');
  });

  it('and that nobody can believe decides nothing', async () => {
    const { till, operationId } = await endedAt('answer-sealed', (id) => ({ ...completed(id), forged: true }));
    till.service.script(processing(operationId));
    expect(await till.resume(operationId)).toBe('unknown');
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'signature_invalid' });
  });
});
