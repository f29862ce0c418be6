import { describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { DeploymentProfile } from '../../../../../src-main/deployment/profile.ts';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import { everyBinding, type ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../till.ts';

/** The profile with the key that unknown answers are signed with. */
function withItsKey(till: Till): DeploymentProfile {
  return till.service.profileWith({
    serviceKeys: { jwks: { keys: ['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })) } },
  });
}

function pinning(till: Till): DeploymentProfile {
  return till.service.profileWith({ serviceKeys: { url: '/v1/keys', pins: [jwkThumbprint(till.service.publicKey)] } });
}

async function answered(
  reply: (operationId: OperationId) => ScriptedAnswer,
): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(reply(operationId));
  await till.resume(operationId);
  return { till, operationId };
}

const unknownKey = (operationId: OperationId): ScriptedAnswer => ({ ...completed(operationId), unknownKey: true });

describe('an answer to a read where the clocks are apart', () => {
  const ahead = { createdShiftSeconds: 900 } as const;

  async function accepted(): Promise<{ till: Till; operationId: OperationId }> {
    const { till, operationId } = await answered(processing);
    // The next run knows nothing of the service's time.
    await till.run();
    return { till, operationId };
  }

  it('is verified once the diagnostic has taught the time, whatever else that says', async () => {
    const { till, operationId } = await accepted();
    till.service.script(
      { status: 200, body: { operationId, status: 'failed' }, ...ahead },
      { ...refusal(403, 'insufficient_scope'), ...ahead },
    );
    value(await till.counter.orders.read(operationId));
    expect(till.stateOf(operationId)).toBe('failed');
    expect(till.service.seen.map(({ method, target }) => `${method} ${target}`).slice(1)).toEqual([
      `GET /v1/orders/${operationId}`,
      'POST /v1/diagnostics/signature',
    ]);
  });

  it('stays as it is where that teaches nothing, and is asked for again', async () => {
    const { till, operationId } = await accepted();
    till.service.script({ status: 200, body: { operationId, status: 'failed' }, ...ahead }, 'drop');
    value(await till.counter.orders.read(operationId));
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
    expect(till.stateOf(operationId)).toBe('accepted');
  });
});

describe('a machine that slept', () => {
  it('learns the time anew before it asks for anything more of an order', async () => {
    const { till, operationId } = await answered(processing);
    const monotonicMs = till.clock.monotonicMs.bind(till.clock);
    till.clock.monotonicMs = () => monotonicMs() - 3_600_000;
    till.clock.skip(3_600_000);
    till.service.script(refusal(403, 'insufficient_scope'), completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    const [, diagnostic, resend] = till.service.seen;
    expect(diagnostic?.target).toBe('/v1/diagnostics/signature');
    expect(Math.abs(Date.parse(resend?.headers['x-service-date'] ?? '') - till.clock.nowMs())).toBeLessThan(60_000);
  });
});

describe('an answer signed with a key that is not known yet', () => {
  it('completes its order with its codes when the profile is opened with that key, without the network', async () => {
    const { till, operationId } = await answered(unknownKey);
    expect(till.stateOf(operationId)).toBe('unknown');
    await till.service.close();
    await till.run({ profile: withItsKey(till) });
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.kinds(operationId).slice(0, 5)).toEqual([
      'order-intended',
      'attempt-started',
      'answer-sealed',
      'answer-unverified',
      'answer-judged',
    ]);
    expect(till.facts(operationId).attempts).toHaveLength(1);
    expect(till.counter.localRecords.journal.compareProjection()).toEqual([]);
  });

  it('is opened once, however often its order goes on, until there is news of keys or of the time', async () => {
    const { till, operationId } = await answered(unknownKey);
    const unseal = vi.spyOn(till.counter.vault, 'unseal');
    const timesOpened = (): number => unseal.mock.calls.filter(([id]) => id.startsWith('answer:')).length;
    for (let resumed = 0; resumed < 3; resumed += 1) {
      till.service.script('drop');
      await till.resume(operationId);
    }
    expect([timesOpened(), till.service.seen.length]).toEqual([1, 4]);
    till.counter.orders.judgeAgain();
    till.service.script('drop');
    await till.resume(operationId);
    expect(timesOpened()).toBe(2);
  });

  it('moves no schedule by what it asked for when it came', async () => {
    const { till, operationId } = await answered((id) => ({
      ...processing(id, { 'retry-after': '300' }),
      unknownKey: true,
    }));
    const { retryAtMs } = till.facts(operationId);
    await till.run({ profile: withItsKey(till) });
    expect([till.stateOf(operationId), till.facts(operationId).retryAtMs]).toEqual(['accepted', retryAtMs]);
  });

  it('does so as soon as another call reads the keys anew', async () => {
    const till = await Till.open();
    await till.run({ profile: pinning(till) });
    const [first, second] = [till.place(), till.place()];
    till.service.publishKeys({ ...till.service.publicKey, kid: 'service-1' });
    till.service.script(unknownKey(first));
    await till.resume(first);
    till.clock.skip(60_000);
    till.service.publishKeys(...['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })));
    till.service.script({ ...processing(second), unknownKey: true });
    await till.resume(second);
    expect([till.stateOf(first), till.stateOf(second)]).toEqual(['completed', 'accepted']);
    expect(till.service.seen).toHaveLength(2);
  });

  it('is judged before the order is sent again, with keys read anew', async () => {
    const till = await Till.open();
    await till.run({ profile: pinning(till) });
    const operationId = till.place();
    till.service.publishKeys({ ...till.service.publicKey, kid: 'service-1' });
    till.service.script(unknownKey(operationId));
    await till.resume(operationId);
    till.clock.skip(60_000);
    till.service.publishKeys({ ...till.service.publicKey, kid: 'service-9' });
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen).toHaveLength(1);
  });

  it('gives its codes also where the service has reported the order completed since', async () => {
    const { till, operationId } = await answered(unknownKey);
    till.service.script({
      status: 200,
      body: completedOrder(operationId, { soldCards: undefined }),
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.facts(operationId).sealedCodes.size).toBe(0);
    await till.run({ profile: withItsKey(till) });
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen).toHaveLength(2);
  });

  it('that turns out a refusal ends its order only where no other attempt is open', async () => {
    const refused = () => ({ ...refusal(409, 'price_changed'), unknownKey: true as const });
    const alone = await answered(refused);
    await alone.till.run({ profile: withItsKey(alone.till) });
    expect(alone.till.stateOf(alone.operationId)).toBe('refused');
    const { till, operationId } = await answered(refused);
    till.service.script('drop');
    await till.resume(operationId);
    await till.run({ profile: withItsKey(till) });
    expect(till.stateOf(operationId)).toBe('settling');
  });

  it('tells nothing of a gate that the order has passed since', async () => {
    const { till, operationId } = await answered(() => ({ ...refusal(403, 'account_inactive'), unknownKey: true }));
    till.service.script(refusal(503, 'dependency_unavailable'));
    await till.resume(operationId);
    await till.run({ profile: withItsKey(till) });
    expect(till.stateOf(operationId)).toBe('unknown');
  });

  it('stays what it is, and is not written down again, while nothing is learned', async () => {
    const { till, operationId } = await answered(unknownKey);
    const before = till.kinds(operationId);
    await till.run();
    till.counter.orders.judgeAgain();
    expect(till.kinds(operationId)).toEqual(before);
  });

  it('is never verified where it was forged, whatever keys are known', async () => {
    const { till, operationId } = await answered((id) => ({ ...unknownKey(id), forged: true }));
    await till.run({ profile: withItsKey(till) });
    expect(till.stateOf(operationId)).toBe('unknown');
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'signature_invalid' });
  });
});

async function lost(): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script('drop');
  await till.resume(operationId);
  return { till, operationId };
}

describe('an answer that looked stale', () => {
  it("is verified when an answer bound to a request of ours teaches the service's time", async () => {
    const { till, operationId } = await lost();
    const other = till.place();
    const read = (): ScriptedAnswer => ({ status: 200, body: completedOrder(operationId), createdShiftSeconds: 900 });
    till.service.script(read(), 'drop', { ...processing(other), createdShiftSeconds: 900 });
    value(await till.counter.orders.read(operationId));
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
    await till.resume(other);
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });
});

describe("an answer that looked stale because the machine's clock was wrong", () => {
  const wrongByMs = 900_000;
  /** What a service says whose time is right, bound to nothing that could teach that time. */
  const unbound = (reply: ScriptedAnswer): ScriptedAnswer => ({
    ...reply,
    leftOut: everyBinding,
    createdShiftSeconds: wrongByMs / 1000,
  });

  it('is verified once a person puts the clock right, bound or not', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const operationId = till.place();
    till.service.script(unbound(completed(operationId)));
    await till.resume(operationId);
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
    till.clock.set(wrongByMs);
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen).toHaveLength(1);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('gives the codes of a reveal then too', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const operationId = till.place();
    till.service.script(
      { ...completed(operationId, { soldCards: [] }), leftOut: everyBinding },
      unbound({ status: 200, body: { items: codes } }),
    );
    await till.resume(operationId);
    expect(await till.counter.reveals.show(operationId)).toMatchObject({ ok: false, error: { detail: 'stale' } });
    till.clock.set(wrongByMs);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen).toHaveLength(2);
  });

  it('is not verified where it is a recorded old one, also with the clock set back to its time', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const [other, operationId] = [till.place(), till.place()];
    till.service.script(
      { ...processing(other), leftOut: everyBinding },
      { ...completed(operationId), leftOut: everyBinding, createdShiftSeconds: -wrongByMs / 1000 },
    );
    await till.resume(other);
    await till.resume(operationId);
    till.clock.set(-wrongByMs);
    till.counter.orders.judgeAgain();
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
  });
});
