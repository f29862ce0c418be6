import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { createOrderScheduler } from '../../../../../src-main/orders/scheduler/scheduler.ts';
import type { Seen, ScriptedAnswer } from '../scripted-service.ts';
import { completed, newOperationId, processing, refusal, Till, value } from '../till.ts';

const due = 1_000;

/** A counter that comes back to so many orders whose only request got no answer. */
async function withManyDue(): Promise<{ till: Till; old: readonly OperationId[] }> {
  const till = await Till.open();
  const { intent: sample, wantedUntilMs } = till.facts(till.place());
  // As in records from before texts were sealed: what is sealed is sealed for one order.
  const { sealed: _sealed, commitments: _commitments, ...intent } = sample;
  const {
    session,
    localRecords: { journal, records },
  } = till.counter;
  const old = Array.from({ length: due }, newOperationId);
  const [nowSeconds, attempt] = [Math.floor(till.clock.nowMs() / 1000), '0a000000-0000-4000-8000-00000000000a'];
  value(
    journal.transaction((tx) =>
      old.forEach((operationId) =>
        records.recordIn(tx, operationId, [
          orderEvent(operationId, 'order-intended', {
            ...intent,
            wantedUntilMs,
            pinned: { ...intent.pinned, idempotencyKey: operationId },
          }),
          orderEvent(operationId, 'attempt-started', {
            attempt,
            call: 'createPartnerOrder',
            url: intent.pinned.url,
            headers: [],
            nonce: null,
            createdAtSeconds: nowSeconds,
            expiresAtSeconds: nowSeconds + 60,
            keyId: intent.pinned.keyId,
            profileHash: session.profileHash,
          }),
          orderEvent(operationId, 'attempt-lost', { attempt, reason: 'connection_lost', retryAtMs: 0 }),
        ]),
      ),
    ),
  );
  return { till, old };
}

const idIn = ({ headers }: Seen): string => headers['idempotency-key'] ?? '';

describe('a new sale beside a thousand orders that are due', () => {
  it('is the next to be sent, and each order that is due has its turn before one has its second', async () => {
    const { till, old } = await withManyDue();
    const before = till.service.seen.length;
    const sales: OperationId[] = [];
    // Every forty requests a customer buys; nothing that is due has an outcome yet.
    const answer = (seen: Seen): ScriptedAnswer =>
      sales.some((sale) => sale === idIn(seen))
        ? completed(idIn(seen))
        : processing(idIn(seen), { 'retry-after': '3000' });
    till.service.script(...Array.from({ length: due * 2 }, () => answer));
    const runner = createOrderScheduler(till.counter.localRecords.records, till.counter.orders, till.clock, (bug) => {
      throw bug;
    });
    runner.start();
    const sentBefore: number[] = [];
    for (let sale = 1; sale <= 5; sale += 1) {
      await expect.poll(() => till.service.seen.length - before).toBeGreaterThan(sale * 40);
      const sentByThen = till.service.seen.length;
      sales.push(till.place());
      runner.wake();
      const placed = sales.at(-1);
      await expect.poll(() => till.service.seen.findIndex((seen) => idIn(seen) === placed)).toBeGreaterThan(0);
      sentBefore.push(till.service.seen.findIndex((seen) => idIn(seen) === placed) - sentByThen);
    }
    // What was under way already goes before it, and no more.
    expect(Math.max(...sentBefore)).toBeLessThanOrEqual(8);
    await runner.stop();
    const tried = till.service.seen
      .slice(before)
      .map(idIn)
      .filter((id) => old.some((one) => one === id));
    expect(tried.length).toBeGreaterThan(190);
    expect(new Set(tried).size).toBe(tried.length);
  });

  it('meets few refusals where the service counts requests, and leaves it alone as long as it asks', async () => {
    const { till } = await withManyDue();
    const refusedAtMs: number[] = [];
    const early: number[] = [];
    const sentAtMs: number[] = [];
    // Five a second, and two seconds of rest for whoever sends more.
    const answer = (seen: Seen): ScriptedAnswer => {
      const nowMs = till.clock.nowMs();
      const last = refusedAtMs.at(-1) ?? Number.NEGATIVE_INFINITY;
      const under = sentAtMs.filter((atMs) => atMs > nowMs - 1_000).length;
      if (under < 5) {
        sentAtMs.push(nowMs);
        return completed(idIn(seen));
      }
      if (nowMs - last < 2_000) early.push(nowMs - last);
      refusedAtMs.push(nowMs);
      return { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '2' } };
    };
    till.service.script(...Array.from({ length: due * 2 }, () => answer));
    const runner = createOrderScheduler(till.counter.localRecords.records, till.counter.orders, till.clock, (bug) => {
      throw bug;
    });
    runner.start();
    await expect.poll(() => sentAtMs.length).toBeGreaterThan(60);
    await runner.stop();
    expect(refusedAtMs.length).toBeLessThan(sentAtMs.length / 5);
    // Only what was on its way when the refusal came.
    expect(early.length).toBeLessThanOrEqual(refusedAtMs.length);
  });
});
