import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { askedLeftMs } from '../../../../../src-main/orders/machine/next-step.ts';
import { circumstancesOf } from '../../../../../src-main/orders/records/dispatch.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, completedOrder, processing, refusal, Till, value } from '../till.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

const asking = (status: number, code: string, seconds: number): ScriptedAnswer => ({
  ...refusal(status, code),
  headers: { 'retry-after': String(seconds) },
});

/** An order that the service accepted with a `Retry-After`. */
async function accepted(retryAfter: string): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(processing(operationId, { 'retry-after': retryAfter }), completed(operationId));
  expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
  return { till, operationId };
}

describe('a pause that the service asked for', () => {
  it.each([
    ['7', 7 * second],
    ['301', 301 * second],
    ['7200', 2 * hour],
    ['86400', day],
    ['90000', day],
  ])('of %s s is obeyed, by hand too, up to a day', async (retryAfter, waitMs) => {
    const { till, operationId } = await accepted(retryAfter);
    till.clock.skip(waitMs - second);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
    expect(await till.resume(operationId, 500, 'asAsked')).toBe('accepted');
    expect(till.counter.orders.next(operationId)?.atMs).toBeGreaterThan(till.clock.nowMs());
    expect(till.service.seen).toHaveLength(1);
    till.clock.skip(second);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('completed');
  });

  it('is as long as the profile allows at most', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ maximumRetryAfterSeconds: 3_600 }) });
    const operationId = till.place();
    till.service.script(processing(operationId, { 'retry-after': '86400' }), completed(operationId));
    await till.resume(operationId, 0, 'asAsked');
    till.clock.skip(hour);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('completed');
  });

  it('is known after a restart, and does not end because this clock was set forward while we run', async () => {
    const { till, operationId } = await accepted('7200');
    till.clock.set(day);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
    till.clock.set(-day);
    await till.run();
    till.clock.skip(hour);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
    till.clock.skip(hour);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('completed');
  });

  it('holds also where this clock is set back while we run, and no longer than it was asked for', async () => {
    const { till, operationId } = await accepted('7200');
    till.clock.set(-30 * day);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
    till.clock.skip(2 * hour);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('completed');
  });

  it('ends where a person says so, once', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      processing(operationId, { 'retry-after': '7200' }),
      processing(operationId, { 'retry-after': '60' }),
    );
    await till.resume(operationId, 0, 'asAsked');
    await till.resume(operationId, 10 * second, 'now');
    expect(till.service.seen).toHaveLength(2);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('accepted');
    expect(till.service.seen).toHaveLength(2);
  });

  it('that the signature does not cover is none', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      { ...processing(operationId, {}), uncovered: { 'retry-after': '7200' }, leftOut: ['retry-after'] },
      completed(operationId),
    );
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('unknown');
    expect(
      askedLeftMs(till.facts(operationId), circumstancesOf(till.counter.session, operationId, till.facts(operationId))),
    ).toBe(0);
    expect(await till.resume(operationId, 0, 'asAsked')).toBe('completed');
  });

  it.each<readonly [string, ScriptedAnswer]>([
    [
      'a 202 without an outcome',
      { status: 202, body: { status: 'recoveryExhausted' }, headers: { 'retry-after': '9000' } },
    ],
    [
      'a read that shows the order open',
      { status: 200, body: { status: 'processing' }, headers: { 'retry-after': '9000' } },
    ],
    [
      'a read that shows it completed',
      { status: 200, body: { status: 'completed' }, headers: { 'retry-after': '9000' } },
    ],
  ])('in %s is obeyed', async (_name, reply) => {
    const till = await Till.open();
    const operationId = till.place();
    const body = {
      ...completedOrder(operationId, { soldCards: undefined }),
      ...(typeof reply.body === 'object' ? reply.body : {}),
    };
    till.service.script(processing(operationId, {}), { ...reply, body });
    await till.resume(operationId, 0, 'asAsked');
    if (reply.status === 202) await till.resume(operationId, 0, 'asAsked');
    else value(await till.counter.orders.read(operationId));
    till.clock.skip(8_999 * second);
    await till.resume(operationId, 0, 'asAsked');
    expect(till.service.seen).toHaveLength(2);
  });
});

describe('a 429 or a 503 that asks for a pause', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'dependency_unavailable'],
  ] as const)('lets the whole counter rest: %i', async (status, code) => {
    const till = await Till.open();
    const sold = till.place();
    till.service.script(completed(sold, { soldCards: [] }));
    await till.resume(sold, 0, 'asAsked');
    const [asked, lost, fresh] = [till.place(), till.place(), till.place()];
    till.service.script('drop', asking(status, code, 40));
    await till.resume(lost, 0, 'asAsked');
    await till.resume(asked, 0, 'asAsked');
    const refused = { ok: false, error: { code, httpStatus: status } };
    till.clock.skip(30 * second);
    for (const operationId of [asked, lost, fresh]) await till.resume(operationId, 0, 'asAsked');
    expect(await till.counter.orders.read(lost)).toMatchObject(refused);
    expect(await till.counter.reveals.show(sold)).toMatchObject(refused);
    expect(await till.counter.catalogue.wallets()).toMatchObject(refused);
    expect(till.service.seen).toHaveLength(3);
    till.clock.skip(10 * second);
    till.service.script({ status: 200, body: { items: codes } }, completed(fresh));
    expect(value(await till.counter.reveals.show(sold))).toEqual(codes);
    expect(await till.resume(fresh, 0, 'asAsked')).toBe('completed');
  });

  it('keeps back what waits for its turn, and it goes on when the pause is over', async () => {
    const till = await Till.open();
    const pending = Array.from({ length: 60 }, () => till.place());
    const answers = (count: number): void =>
      till.service.script(
        ...Array.from(
          { length: count },
          () =>
            ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
              completed(headers['idempotency-key'] ?? ''),
        ),
      );
    till.service.script(...Array.from({ length: 8 }, () => asking(429, 'rate_limited', 5)));
    answers(60);
    await Promise.all(pending.map((operationId) => till.resume(operationId, 0, 'asAsked')));
    expect(till.service.seen.length).toBeLessThanOrEqual(8);
    await Promise.all(pending.map((operationId) => till.resume(operationId, 5 * minute, 'asAsked')));
    expect(pending.map((operationId) => till.stateOf(operationId))).toEqual(pending.map(() => 'completed'));
  });

  it('is waited out where it is short and a person waits for a read', async () => {
    const till = await Till.open();
    till.service.script(asking(429, 'rate_limited', 2), { status: 200, body: { items: [] } });
    expect(await till.counter.catalogue.wallets()).toMatchObject({ ok: false });
    const beforeMs = till.clock.nowMs();
    expect(value(await till.counter.catalogue.wallets()).items).toEqual([]);
    expect(till.clock.nowMs() - beforeMs).toBeGreaterThanOrEqual(1_900);
  });
});
