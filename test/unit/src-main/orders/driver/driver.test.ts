import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { otherOperationId, soldCardId, walletId } from '../order-samples.ts';
import type { ScriptedAnswer, Turn } from '../scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../till.ts';

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
    expect(till.facts(operationId).attempts).toMatchObject([{ progress: { httpStatus: 201, requestId: 'request-1' } }]);
  });

  it('is one for an operation, however many ask at once', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    const states = await Promise.all([
      till.resume(operationId),
      till.resume(operationId, 5_000),
      till.resume(operationId),
    ]);
    expect(states).toEqual(['completed', 'completed', 'completed']);
    expect(till.service.seen).toHaveLength(1);
  });

  it('goes at the same time for different operations', async () => {
    const till = await Till.open();
    const [first, second] = [till.place(), till.place()];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
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
    expect(await till.counter.orders.resume(operationId, 0, 'now')).toMatchObject({
      ok: false,
      error: { code: 'seal_failed', operationId },
    });
    renameSync(`${envelope}.away`, envelope);
    expect(till.service.seen).toHaveLength(0);
    expect(till.kinds(operationId)).toEqual(['order-intended']);
  });

  it('that could not reach the service proves that nothing was sent', async () => {
    const till = await Till.open();
    const operationId = till.place();
    await till.service.close();
    expect(await till.resume(operationId)).toBe('intended');
    expect(till.counter.localRecords.records.scheduled(null, 9)).toMatchObject([{ operationId, unreached: true }]);
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
    expect(till.counter.orders.keepWanted(operationId)).toEqual({
      ok: false,
      error: { code: 'operation_final', operationId },
    });
  });

  it('reads a completed order again, ever later, until it has the invoice that its codes are revealed by', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const bare = completed(operationId, { soldCards: undefined, invoiceId: undefined });
    till.service.script(
      bare,
      { ...bare, status: 200 },
      { ...bare, status: 200 },
      completed(operationId, { soldCards: undefined }),
    );
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(till.counter.localRecords.records.find(operationId)?.completed?.invoiceId).not.toBeNull();
    expect(till.counter.orders.next(operationId)).toBeNull();
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
    till.service.script({
      ...refusal(429, 'rate_limited'),
      headers: { 'retry-after': '200' },
      leftOut: ['nonce;req', 'idempotency-key;req'],
    });
    expect(await till.resume(operationId)).toBe('unknown');
    expect(till.counter.orders.cancel(operationId)).toEqual({
      ok: false,
      error: { code: 'not_cancellable', operationId },
    });
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

describe("another order's answer", () => {
  it('is filed under that one, announced to whoever listens, and moves nothing here', async () => {
    const till = await Till.open();
    const [mine, other] = [till.place(), till.place()];
    const changed: string[] = [];
    till.counter.localRecords.onOrderChanged((operationId) => changed.push(operationId));
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

  async function endedAt(
    step: string,
    reply: (operationId: string) => ScriptedAnswer,
  ): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open({
      step: (at) => {
        if (at === step) throw new Ended(at);
      },
    });
    const operationId = till.place();
    till.service.script(reply(operationId));
    await expect(till.counter.orders.resume(operationId, 0, 'now')).rejects.toThrow(Ended);
    await till.run();
    return { till, operationId };
  }

  it.each(['answer-sealed', 'answer-judged'])(
    'at %s is judged at the next start, without the network: its codes are not lost',
    async (step) => {
      const { till, operationId } = await endedAt(step, completed);
      await till.service.close();
      expect(till.stateOf(operationId)).toBe('unknown');
      expect(till.counter.orders.next(operationId)).toMatchObject({ atMs: 0 });
      expect(await till.resume(operationId)).toBe('completed');
      expect(till.service.seen).toHaveLength(1);
      expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    },
  );

  it('is judged also where the sale is not wanted any more', async () => {
    const { till, operationId } = await endedAt('answer-sealed', completed);
    till.clock.skip(3_600_000);
    expect(await till.resume(operationId)).toBe('completed');
  });

  it('and that cannot be verified decides nothing', async () => {
    const { till, operationId } = await endedAt('answer-sealed', (id) => ({ ...completed(id), forged: true }));
    till.service.script(processing(operationId));
    expect(await till.resume(operationId)).toBe('unknown');
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'signature_invalid' });
  });
});

describe('a large answer', () => {
  const limitBytes = 8 * 1024 * 1024;
  /** The order, completed, in so many bytes. */
  const sized = (operationId: OperationId, bytes: number): ScriptedAnswer => {
    const padded = (padding: string): string => JSON.stringify(completedOrder(operationId, { padding }));
    return { status: 201, body: padded('x'.repeat(bytes - padded('').length)) };
  };

  it('of 8 MiB is kept and read, and one byte more is as good as lost', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(sized(operationId, limitBytes + 1));
    expect(await till.resume(operationId)).toBe('unknown');
    const { journal } = till.counter.localRecords;
    expect(journal.events({ subject: operationId, kind: 'attempt-lost' })).toMatchObject([
      { body: { reason: 'answer_too_large' } },
    ]);
    till.service.script(sized(operationId, limitBytes));
    expect(await till.resume(operationId)).toBe('completed');
  });
});

describe('a counter that is told to stop', () => {
  it('starts nothing more, and waits for nothing', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.counter.stop();
    const startedAtMs = till.clock.monotonicMs();
    expect(await till.resume(operationId, 60_000)).toBe('intended');
    expect([till.service.seen.length, till.clock.monotonicMs() - startedAtMs]).toEqual([0, 0]);
  });

  it('sends nothing of what waited for its turn', async () => {
    const till = await Till.open();
    const operationId = till.place();
    let free = (): void => undefined;
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const others = Array.from({ length: 8 }, () => till.counter.session.budget.run('sale', () => busy));
    const asked = vi.spyOn(till.counter.session.budget, 'run');
    const resumed = till.resume(operationId);
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    till.counter.stop();
    free();
    await Promise.all(others);
    expect(await resumed).toBe('intended');
    expect(till.kinds(operationId)).toEqual(['order-intended']);
  });
});

describe('a read of an order', () => {
  it('is one of its own, after the attempt that was under way', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId), { status: 200, body: { operationId, status: 'failed' } });
    const under = till.resume(operationId);
    value(await till.counter.orders.read(operationId));
    await under;
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(till.stateOf(operationId)).toBe('failed');
  });

  it('keeps a distance that a sale does not wait for', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const paced = vi.spyOn(till.counter.session.budget, 'pace');
    till.service.script(processing(operationId), { status: 200, body: { operationId, status: 'failed' } });
    await till.resume(operationId);
    expect(paced).not.toHaveBeenCalled();
    value(await till.counter.orders.read(operationId));
    expect(paced).toHaveBeenCalledTimes(1);
  });

  it('needs a key, and names the order that it was for', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    await till.resume(operationId);
    vi.spyOn(till.counter.session, 'signingKey').mockReturnValue(null);
    expect(await till.counter.orders.read(operationId)).toEqual({
      ok: false,
      error: { code: 'not_enrolled', operationId },
    });
  });
});
