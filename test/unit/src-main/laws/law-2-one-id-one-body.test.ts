import { describe, expect, it } from 'vitest';
import type { Seen } from '../orders/scripted-service.ts';
import { completed, newOperationId, processing, refusal, Till, value, saleWith } from '../orders/till.ts';

// Law 2: one operation id, one body, for ever. A resend has the same `Idempotency-Key` in the same wire form, to the
// same address and path, with byte-identical body and a fresh nonce, date and signature. One attempt in flight. An id
// is never reused; a new try is a new operation that names the one it replaces, and needs that one to be final.

function lasting({ method, target, headers, body }: Seen) {
  return {
    method,
    target,
    body: body.toString('hex'),
    authority: headers['host'],
    idempotencyKey: headers['idempotency-key'],
    contentType: headers['content-type'],
    contentDigest: headers['content-digest'],
    contentLength: headers['content-length'],
  };
}

function fresh({ headers }: Seen): readonly (string | undefined)[] {
  return [headers['nonce'], headers['x-service-date'], headers['signature'], headers['signature-input']];
}

describe('law 2: one operation id, one body', () => {
  it('sends the same again after whatever happened between, also after a restart and from elsewhere in time', async () => {
    const till = await Till.open();
    const operationId = till.place({ externalReference: 'POS #7', useAllowedDebt: true });
    till.service.script(
      'drop',
      { ...processing(operationId), unsigned: true },
      refusal(503, 'dependency_unavailable'),
      refusal(429, 'rate_limited'),
      processing(operationId),
    );
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await till.resume(operationId);
      till.clock.skip(1_000);
      if (attempt % 2 === 0) await till.run();
    }
    till.service.script(completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    const [first, ...again] = till.service.seen;
    if (first === undefined) throw new Error('nothing was sent');
    expect(again).toHaveLength(5);
    for (const resend of again) expect(lasting(resend)).toEqual(lasting(first));
    expect(first.headers['idempotency-key']).toBe(operationId);
    expect(first.body.toString('utf8')).toBe(till.facts(operationId).intent.body);
    for (const index of [0, 1, 2, 3]) expect(new Set(till.service.seen.map((seen) => fresh(seen)[index])).size).toBe(6);
  });

  it('keeps the bytes of a quoted key in the form in which it was pinned', async () => {
    const till = await Till.open();
    const quoted = till.service.profileWith({ request: { idempotencyKey: 'quoted' } });
    await till.run({ profile: quoted });
    const operationId = till.place();
    till.service.script('drop', completed(operationId));
    expect(await till.resume(operationId, 60_000)).toBe('completed');
    expect(till.service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      `"${operationId}"`,
      `"${operationId}"`,
    ]);
  });

  it('keeps the pinned form also where the deployment wants another by now, and a read showed the order', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    await till.resume(operationId);
    till.newKey();
    await till.run({ profile: till.service.profileWith({ request: { idempotencyKey: 'quoted' } }) });
    till.service.script({ status: 200, body: { operationId, status: 'processing' } }, completed(operationId));
    expect(await till.resume(operationId, 3_600_000)).toBe('completed');
    const [first, read, resend] = till.service.seen;
    if (first === undefined || read === undefined || resend === undefined) throw new Error('too little was sent');
    expect([read.method, lasting(resend)]).toEqual(['GET', lasting(first)]);
  });

  it('has one attempt in flight for an operation', async () => {
    const till = await Till.open();
    const operationId = till.place();
    let [inFlight, most] = [0, 0];
    const turn = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inFlight -= 1;
      return processing(operationId, { 'retry-after': '1' });
    };
    till.service.script(turn, turn, turn, turn, turn, turn);
    await Promise.all([
      till.resume(operationId),
      till.resume(operationId, 1_500),
      till.resume(operationId),
      till.counter.orders.read(operationId),
    ]);
    expect(most).toBe(1);
    expect(till.service.seen.length).toBeGreaterThan(1);
  });

  it('never gives an id to another sale, also after a restart and when the first one is over', async () => {
    const till = await Till.open();
    const operationId = till.place();
    value(till.counter.orders.cancel(operationId));
    await till.run();
    const again = till.counter.orders.place(operationId, saleWith({ quantity: 1 }), { besidesPending: true });
    expect(again).toMatchObject({ ok: false, error: { code: 'operation_id_in_use' } });
    expect(value(till.counter.orders.place(operationId, saleWith(), { besidesPending: true })).cancelled).toBe(true);
    expect(await till.resume(operationId, 60_000)).toBe('cancelled');
    expect(till.service.seen).toHaveLength(0);
  });

  it('makes of a new try a new operation, which names the one it replaces and needs that one to be final', async () => {
    const till = await Till.open();
    const first = till.place();
    till.service.script(refusal(403, 'account_inactive'), refusal(409, 'card_unavailable'));
    const retry = () =>
      till.counter.orders.place(newOperationId(), saleWith({ replaces: first }), { besidesPending: true });
    expect(await till.resume(first)).toBe('blocked');
    expect(retry()).toMatchObject({ ok: false, error: { code: 'operation_not_final' } });
    expect(await till.resume(first)).toBe('refused');
    expect(value(retry()).intent.replaces).toBe(first);
    expect(await till.resume(first, 60_000)).toBe('refused');
    expect(till.service.seen).toHaveLength(2);
  });
});
