import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import type { OrderState } from '../../../../../src-shared/contract/codes.ts';
import { everyBinding, type Reply, type Seen } from '../scripted-service.ts';
import { codes, completed, completedOrder, refusal, Till, value } from '../till.ts';

const notFound = refusal(404, 'resource_not_found');

/**
 * Answers reads: of the order that is being settled with `reply`, of any other as completed; and whatever is placed as
 * `placed` says.
 */
function answering(till: Till, operationId: OperationId, reply: Reply): { placed: (operationId: string) => Reply } {
  const world = { placed: (placed: string): Reply => completed(placed) };
  const answer = ({ target, headers }: Seen): Reply => {
    const read = /\/v1\/orders\/(.+)$/.exec(target)?.[1];
    if (read === undefined) return world.placed(headers['idempotency-key'] ?? '');
    return read === operationId ? reply : { status: 200, body: completedOrder(read, { soldCards: undefined }) };
  };
  till.service.script(...Array.from({ length: 80 }, () => answer));
  return world;
}

/** A counter with one completed order, and another whose answer got lost and that is not wanted any more. */
async function lapsed(
  options: { readonly withKnown: boolean; readonly profile?: object } = { withKnown: true },
): Promise<{ till: Till; operationId: OperationId; known: OperationId | null }> {
  const till = await Till.open();
  if (options.profile !== undefined) await till.run({ profile: till.service.profileWith(options.profile) });
  const known = options.withKnown ? till.place() : null;
  if (known !== null) {
    till.service.script(completed(known));
    await till.resume(known);
  }
  const operationId = till.place();
  till.service.script('drop');
  await till.resume(operationId);
  till.clock.skip(600_001);
  return { till, operationId, known };
}

async function settled(till: Till, operationId: OperationId, hours = 2): Promise<OrderState> {
  return till.resume(operationId, hours * 3_600_000);
}

describe('an order that is settled', () => {
  it('is proved not bought by the service itself, with what the proof rests on', async () => {
    const { till, operationId, known } = await lapsed();
    answering(till, operationId, notFound);
    expect(await settled(till, operationId)).toBe('notBought');
    const events = till.counter.localRecords.journal.events({ subject: operationId });
    expect(events.at(-1)).toMatchObject({ kind: 'order-not-bought', body: { knownOperationId: known } });
    expect(till.service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(till.counter.orders.next(operationId)).toBeNull();
    expect(till.counter.localRecords.records.pending()).toEqual([]);
    expect(till.counter.localRecords.journal.compareProjection()).toEqual([]);
    expect(till.place({ replaces: operationId })).toBeTruthy();
  });

  it('is proved so with the key that it was sent with, also where another is in use by now', async () => {
    const { till, operationId } = await lapsed();
    till.rotateKey();
    await till.run();
    answering(till, operationId, notFound);
    expect(await till.resume(till.place())).toBe('completed');
    expect(await settled(till, operationId)).toBe('notBought');
    expect(till.counter.keyring.entries().map(({ status }) => status)).toEqual(['retired', 'active']);
  });

  it('is so soon after it can be proved: the reads go out when they are worth most', async () => {
    const { till, operationId } = await lapsed();
    answering(till, operationId, notFound);
    const startedAtMs = till.clock.nowMs();
    await settled(till, operationId);
    expect(till.clock.nowMs() - startedAtMs).toBeLessThan(330_000);
  });

  it('goes on as what the service shows, however late', async () => {
    const { till, operationId } = await lapsed();
    till.service.script(
      notFound,
      notFound,
      { status: 200, body: { operationId, status: 'processing' } },
      completed(operationId),
    );
    expect(await settled(till, operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('is for a person where no other order is there to compare with, and still asked about until one is', async () => {
    const { till, operationId } = await lapsed({ withKnown: false });
    answering(till, operationId, notFound);
    expect(await settled(till, operationId, 0.5)).toBe('attention');
    expect(till.facts(operationId).attention).toBe('fence_no_known_order');
    expect(await till.resume(till.place())).toBe('completed');
    expect(await settled(till, operationId, 3)).toBe('notBought');
  });

  it('is for a person where the deployment gives no word', async () => {
    const { till, operationId } = await lapsed({ withKnown: true, profile: { fence: null } });
    answering(till, operationId, notFound);
    expect(await settled(till, operationId, 0.5)).toBe('attention');
    expect(till.facts(operationId).attention).toBe('fence_not_declared');
  });

  it('is for a person where the service knows nothing of an order that it completed', async () => {
    const { till, operationId } = await lapsed();
    till.service.script(...Array.from({ length: 60 }, () => notFound));
    expect(await settled(till, operationId, 0.5)).toBe('attention');
    expect(till.facts(operationId).attention).toBe('fence_known_order_missing');
  });

  it.each([
    ['refuses to tell', refusal(403, 'insufficient_scope'), 3],
    ['answers what cannot be verified', { ...notFound, forged: true as const }, 12],
    ['never decides', refusal(503, 'dependency_unavailable'), 12],
  ])('is for a person where the service %s, again and again', async (_name, reply, times) => {
    const { till, operationId } = await lapsed();
    answering(till, operationId, reply);
    const before = till.service.seen.length;
    expect(await settled(till, operationId, 12)).toBe('attention');
    expect(till.facts(operationId).attention).toBe('no_word');
    const attempts = till.facts(operationId).attempts.filter(({ call }) => call === 'getPartnerOrder');
    expect(attempts.length).toBeGreaterThanOrEqual(times);
    expect(till.service.seen.length - before).toBe(attempts.length);
  });

  it('is for a person where it was sent by a clock that was far ahead: no proof could be had before that time', async () => {
    const till = await Till.open();
    till.clock.skip(86_400_000);
    const operationId = till.place();
    till.service.script('drop', notFound);
    await till.resume(operationId);
    till.clock.skip(-86_400_000);
    expect(await till.resume(operationId)).toBe('attention');
    expect(viewOf(operationId, till.facts(operationId), till.clock.nowMs()).attention).toEqual({
      reason: 'fence_dated_ahead',
      differs: [],
      choices: ['resend', 'accept-not-bought', 'accept-as-bought'],
    });
    expect(till.counter.orders.next(operationId)).toMatchObject({ call: 'getPartnerOrder' });
    value(till.counter.orders.decide(operationId, 'resend'));
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
  });

  it('is asked about slowly once a person was asked, and leaves that by what the service shows', async () => {
    const { till, operationId } = await lapsed();
    answering(till, operationId, refusal(403, 'insufficient_scope'));
    await settled(till, operationId, 1);
    const next = till.counter.orders.next(operationId);
    expect(next).toMatchObject({ call: 'getPartnerOrder' });
    expect((next?.atMs ?? 0) - till.clock.nowMs()).toBeGreaterThan(600_000);
    expect(till.counter.localRecords.records.pending()).toEqual([operationId]);
  });

  it('that was proved not bought and is bought after all keeps its codes and is for a person', async () => {
    const { till, operationId } = await lapsed();
    const world = answering(till, operationId, notFound);
    await settled(till, operationId);
    world.placed = () => completed(operationId);
    await till.resume(till.place());
    expect(till.stateOf(operationId)).toBe('attention');
    expect(viewOf(operationId, till.facts(operationId), till.clock.nowMs()).attention).toEqual({
      reason: 'bought_after_all',
      differs: [],
      choices: ['accept-as-bought'],
    });
    value(till.counter.orders.decide(operationId, 'accept-as-bought'));
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });
});

describe('an order that was refused by an answer which is not bound to it', () => {
  const unbound = (reply: ReturnType<typeof refusal>) => ({ ...reply, leftOut: everyBinding });
  const soldOut = unbound(refusal(409, 'card_unavailable'));

  async function refused(profile: object = {}, refusing = soldOut): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] }, ...profile }) });
    const known = till.place();
    till.service.script(completed(known));
    await till.resume(known);
    const operationId = till.place();
    till.service.script(refusing);
    expect(await till.resume(operationId)).toBe('attention');
    return { till, operationId };
  }

  const viewIn = (till: Till, operationId: OperationId) =>
    viewOf(operationId, till.facts(operationId), till.clock.nowMs());

  it('is for a person, who sees the code, and is asked about at once', async () => {
    const { till, operationId } = await refused();
    expect(viewIn(till, operationId)).toMatchObject({
      attention: { reason: 'refusal_not_bound', choices: ['resend', 'accept-not-bought', 'accept-as-bought'] },
      refusal: { code: 'card_unavailable', httpStatus: 409, requestId: 'request-1' },
    });
    const next = till.counter.orders.next(operationId);
    expect(next?.call).toBe('getPartnerOrder');
    expect((next?.atMs ?? 0) - till.clock.nowMs()).toBeLessThanOrEqual(1_000);
  });

  it.each<readonly [string, (operationId: string) => Reply, OrderState]>([
    ['completed', (id) => ({ status: 200, body: completedOrder(id, { soldCards: undefined }) }), 'completed'],
    ['failed', (id) => ({ status: 200, body: { operationId: id, status: 'failed' } }), 'failed'],
    ['under way', (id) => ({ status: 200, body: { operationId: id, status: 'processing' } }), 'accepted'],
  ])('is settled by an order that is %s, though that is not bound either', async (_name, reply, state) => {
    for (const refusing of [soldOut, unbound(refusal(403, 'purchase_not_allowed')), unbound(refusal(418, 'teapot'))]) {
      const { till, operationId } = await refused({}, refusing);
      const order = reply(operationId);
      till.service.script(typeof order === 'string' ? order : { ...order, leftOut: everyBinding });
      till.clock.skip(1_000);
      expect(await till.resume(operationId)).toBe(state);
      expect(viewIn(till, operationId).attention).toBeUndefined();
    }
  });

  it('is proved not bought by "not found" that is bound, and by nothing less than the whole proof', async () => {
    const { till, operationId } = await refused();
    answering(till, operationId, notFound);
    const startedAtMs = till.clock.nowMs();
    expect(await till.resume(operationId, 120_000)).toBe('attention');
    expect(await settled(till, operationId)).toBe('notBought');
    expect(till.clock.nowMs() - startedAtMs).toBeGreaterThan(300_000);
    expect(viewIn(till, operationId).refusal).toMatchObject({ code: 'card_unavailable' });
    expect(till.service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('is for a person, with all that is known, where "not found" is not bound either', async () => {
    const { till, operationId } = await refused();
    answering(till, operationId, unbound(notFound));
    expect(await settled(till, operationId)).toBe('attention');
    expect(viewIn(till, operationId)).toMatchObject({
      attention: { reason: 'not_found_not_bound', choices: ['resend', 'accept-not-bought', 'accept-as-bought'] },
      refusal: { code: 'card_unavailable', httpStatus: 409 },
    });
    const next = till.counter.orders.next(operationId);
    expect((next?.atMs ?? 0) - till.clock.nowMs()).toBeGreaterThan(600_000);
    value(till.counter.orders.decide(operationId, 'accept-not-bought'));
    expect(till.stateOf(operationId)).toBe('notBought');
  });

  it('keeps its code where the deployment lets nothing be proved', async () => {
    const { till, operationId } = await refused({ fence: null });
    answering(till, operationId, notFound);
    expect(await settled(till, operationId)).toBe('attention');
    expect(viewIn(till, operationId)).toMatchObject({
      attention: { reason: 'fence_not_declared' },
      refusal: { code: 'card_unavailable' },
    });
  });

  it('tells of a gate what the service said, though its outcome stays open', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const operationId = till.place();
    till.service.script(unbound(refusal(403, 'insufficient_scope')));
    expect(await till.resume(operationId)).toBe('unknown');
    expect(viewIn(till, operationId).refusal).toMatchObject({ code: 'insufficient_scope', httpStatus: 403 });
  });

  it('never counts as not bought once the service was seen to hold it', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script({ status: 202, body: { operationId, status: 'processing' } }, refusal(418, 'teapot'));
    await till.resume(operationId);
    expect(await till.resume(operationId)).toBe('attention');
    answering(till, operationId, notFound);
    await settled(till, operationId);
    expect([till.stateOf(operationId), till.kinds(operationId).includes('order-not-bought')]).toEqual([
      'attention',
      false,
    ]);
  });
});

describe('an order where nobody said how long the service remembers it', () => {
  const dayMs = 86_400_000;
  const unsaid = { fence: null, safeResendHours: null };
  const methods = (till: Till): readonly string[] => till.service.seen.map(({ method }) => method);

  async function lost(profile: object): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith(profile) });
    const operationId = till.place();
    till.service.script('drop');
    await till.resume(operationId);
    return { till, operationId };
  }

  it('is not sent again after a day, neither by itself nor because it is still wanted', async () => {
    const { till, operationId } = await lost(unsaid);
    till.clock.skip(dayMs + 60_000);
    value(till.counter.orders.keepWanted(operationId));
    expect(till.counter.orders.next(operationId)?.call).toBe('getPartnerOrder');
    answering(till, operationId, notFound);
    expect(await settled(till, operationId, 0.15)).toBe('unknown');
    expect(await settled(till, operationId)).toBe('attention');
    expect(new Set(methods(till).slice(1))).toEqual(new Set(['GET']));
  });

  it('is sent again within that day, as long as it is wanted', async () => {
    const { till, operationId } = await lost(unsaid);
    till.clock.skip(dayMs - 600_000);
    value(till.counter.orders.keepWanted(operationId));
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(methods(till)).toEqual(['POST', 'POST']);
  });

  it('is sent again by the word of a person', async () => {
    const { till, operationId } = await lost(unsaid);
    till.clock.skip(3 * dayMs);
    answering(till, operationId, notFound);
    expect(await settled(till, operationId)).toBe('attention');
    value(till.counter.orders.decide(operationId, 'resend'));
    expect(await till.resume(operationId)).toBe('completed');
    expect(methods(till).at(-1)).toBe('POST');
  });

  it('is sent again later where the service remembers longer, and not as late where it forgets sooner', async () => {
    for (const [safeResendHours, call] of [
      [72, 'createPartnerOrder'],
      [12, 'getPartnerOrder'],
    ] as const) {
      const { till, operationId } = await lost({ fence: null, safeResendHours });
      till.clock.skip((safeResendHours === 72 ? 2 : 0.75) * dayMs);
      value(till.counter.orders.keepWanted(operationId));
      expect(till.counter.orders.next(operationId)?.call).toBe(call);
    }
  });
});
