import { describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { readAnswer } from '../../../../../src-main/orders/records/kept-answers.ts';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import { otherOperationId } from '../order-samples.ts';
import { everyBinding, type ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../till.ts';

class Ended extends Error {}

/** An order whose answer was sealed when the process ended. */
async function endedWith(
  reply: (operationId: OperationId) => ScriptedAnswer,
): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open({
    step: (at) => {
      if (at === 'answer-sealed') throw new Ended(at);
    },
  });
  const operationId = till.place();
  till.service.script(reply(operationId));
  await expect(till.counter.orders.resume(operationId, 0, 'now')).rejects.toThrow(Ended);
  await till.run();
  return { till, operationId };
}

/** Answers that lie sealed do not open until that is undone. */
function lockAnswers(till: Till): () => void {
  const { vault } = till.counter;
  const unseal = vault.unseal.bind(vault);
  const locked = vi.spyOn(vault, 'unseal').mockImplementation((id, record) => {
    return id.startsWith('answer:') ? { ok: false, error: { code: 'seal_failed' } } : unseal(id, record);
  });
  return () => void locked.mockImplementation(unseal);
}

describe('an answer that was kept when the process ended', () => {
  it('and does not open leaves its order open, which goes on, and may open another time', async () => {
    const { till, operationId } = await endedWith(completed);
    const unlock = lockAnswers(till);
    expect(await till.resume(operationId)).toBe('unknown');
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'seal_failed' });
    const before = till.kinds(operationId);
    till.counter.orders.judgeAgain();
    expect(till.kinds(operationId)).toEqual(before);
    unlock();
    till.counter.orders.judgeAgain();
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('still says how long the service wants to be left alone with the order', async () => {
    const { till, operationId } = await endedWith((id) => processing(id, { 'retry-after': '300' }));
    expect(await till.resume(operationId)).toBe('accepted');
    const next = till.counter.orders.next(operationId);
    expect((next?.atMs ?? 0) - till.clock.nowMs()).toBeGreaterThan(280_000);
  });
});

describe('an answer that is bound to no request', () => {
  it('decides nothing of another order once it spoke of one, however often it comes', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const [first, second, third] = [till.place(), till.place({ quantity: 3 }), till.place({ quantity: 4 })];
    till.service.script({ ...refusal(409, 'card_unavailable'), leftOut: everyBinding }, 'again', 'again', 'again');
    expect(await till.resume(first)).toBe('attention');
    for (const operationId of [second, third, second]) expect(await till.resume(operationId)).toBe('unknown');
    expect([second, third].map((operationId) => till.lastVerdict(operationId))).toEqual([
      { outcome: 'unverified', reason: 'another_answer_reused' },
      { outcome: 'unverified', reason: 'another_answer_reused' },
    ]);
  });
});

describe('answers that cannot be verified', () => {
  it('have the keys read anew where one of several lacks its key, and only there', async () => {
    const till = await Till.open();
    const serviceKeys = { url: '/v1/keys', pins: [jwkThumbprint(till.service.publicKey)] };
    await till.run({ profile: till.service.profileWith({ serviceKeys }) });
    till.service.publishKeys({ ...till.service.publicKey, kid: 'service-1' });
    const operationId = till.place();
    const page = { status: 502, body: '<html></html>', unsigned: true } as const;
    till.service.script(page, { ...completed(operationId), unknownKey: true });
    await till.resume(operationId);
    const refresh = vi.spyOn(till.counter.session.serviceKeys, 'refresh');
    expect(await till.counter.orders.recheck(operationId)).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
    await till.resume(operationId);
    till.clock.skip(60_000);
    till.service.publishKeys(...['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })));
    expect(await till.counter.orders.recheck(operationId)).toBe(true);
    expect(till.stateOf(operationId)).toBe('completed');
  });

  it('are none of an order that is not known', async () => {
    const till = await Till.open();
    expect(await till.counter.orders.recheck(otherOperationId)).toBe(false);
  });

  it('since they came too late by this clock are judged each time: somebody may have put it right', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    await till.resume(operationId);
    // The next run knows nothing of the service's time, and nothing teaches it.
    await till.run();
    const failed = { status: 200, body: { operationId, status: 'failed' }, createdShiftSeconds: 900 };
    till.service.script(failed, 'drop');
    value(await till.counter.orders.read(operationId));
    expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'stale' });
    expect(await till.counter.orders.recheck(operationId)).toBe(false);
    till.clock.set(900_000);
    expect(await till.counter.orders.recheck(operationId)).toBe(true);
    expect(till.stateOf(operationId)).toBe('failed');
  });
});

describe('an answer with an order in it', () => {
  it.each([199, 300])('speaks of none where its status is %i', async (status) => {
    const till = await Till.open();
    const body = new TextEncoder().encode(JSON.stringify(completedOrder(otherOperationId)));
    const verified = { kind: 'verified', header: () => null, bound: new Set<string>(), createdAtSeconds: 1 } as const;
    const judged = { ...verified, status, body, serviceKeyId: 'service-1', signatureSha256: 'x' };
    expect(readAnswer(judged, till.counter.session, null)).toMatchObject({ order: null, named: null });
    expect(readAnswer({ ...judged, status: 299 }, till.counter.session, null)).toMatchObject({
      named: otherOperationId,
    });
  });
});
