import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HandClock } from '../support/hand-clock.ts';
import { craft, exchange, read, verifyReply } from './client.ts';
import { codeOf } from './shop.ts';
import { openTill, orderIn, type Till } from './till.ts';

let till: Till;

/** The service lives in a time that stands still, so that no answer is late by itself. */
const time = new HandClock();
const startedAtSeconds = Math.floor(Date.now() / 1000);
const nowMs = (): number => startedAtSeconds * 1000 + time.nowMs();

beforeAll(async () => {
  till = await openTill({ nowMs, wait: (ms, ended) => time.sleep(ms, ended) });
});

afterEach(() => void till.service.controls.clearFaults());
afterAll(() => till.service.stop());

const soldUnder = (operationId: string) =>
  till.service.controls.sales().filter((sale) => sale.operationId === operationId).length;
const errorOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error && 'code' in error ? error.code : error;
};

/** Until so much of what the service does later waits for its time. */
const waits = (count: number) => expect.poll(() => time.sleeping).toBe(count);

/** What arrives of an answer until it ends, breaks, or is more than so many bytes. */
async function listen(
  mostBytes = Infinity,
): Promise<{ readonly headers: object | undefined; readonly bytes: number; readonly broken: boolean }> {
  const { method, path, fields } = await craft(till.partner, 'safeRead', 'GET', '/v1/profile');
  const { hostname, port } = new URL(till.partner.baseUrl);
  return new Promise((resolve) => {
    let [bytes, headers]: [number, object | undefined] = [0, undefined];
    const outgoing = httpRequest({
      hostname,
      port,
      method,
      path,
      headers: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      agent: false,
    });
    const settle = (broken: boolean) => {
      outgoing.destroy();
      resolve({ headers, bytes, broken });
    };
    outgoing.on('response', (incoming) => {
      headers = incoming.headers;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) settle(false);
      });
      incoming.on('error', () => settle(true));
      incoming.on('end', () => settle(false));
    });
    outgoing.on('error', () => settle(true));
    outgoing.end();
  });
}

describe('a connection', () => {
  it('can be refused for a while, and be taken again on the same port', async () => {
    till.plant({ name: 'refuse-connection', ms: 300 });
    await waits(1);
    expect(await errorOf(read(till.partner, '/v1/profile'))).toBe('ECONNREFUSED');
    await time.pass(299);
    expect(await errorOf(read(till.partner, '/v1/profile'))).toBe('ECONNREFUSED');
    await time.pass(1);
    // The door looks again every 20 ms, should somebody else have been given the port meanwhile.
    await expect.poll(() => time.pass(20).then(() => errorOf(read(till.partner, '/v1/profile')))).toBe(undefined);
    expect((await read(till.partner, '/v1/profile')).status).toBe(200);
  });

  it('can be reset unread so many times, and then taken', async () => {
    till.plant({ name: 'refuse-connection', connections: 2 });
    const outcomes = [];
    for (let call = 0; call < 3; call += 1) outcomes.push(await errorOf(till.order()));
    expect(outcomes).toEqual(['ECONNRESET', 'ECONNRESET', undefined]);
  });

  it('can be refused from a certain call on, which is not processed', async () => {
    till.plant({ name: 'refuse-connection', connections: 1, operation: 'createPartnerOrder' });
    expect((await read(till.partner, '/v1/profile')).status).toBe(200);
    const operationId = randomUUID();
    expect([
      await errorOf(till.order(operationId)),
      await errorOf(till.order(operationId)),
      soldUnder(operationId),
    ]).toEqual(['ECONNRESET', 'ECONNRESET', 0]);
    expect((await till.order(operationId)).status).toBe(201);
  });

  it('is closed with the service also while it is refused', async () => {
    const other = await openTill();
    other.plant({ name: 'refuse-connection', ms: 60_000 });
    await other.service.stop();
    expect(await errorOf(read(other.partner, '/v1/profile'))).toBe('ECONNREFUSED');
  });
});

describe('an answer', () => {
  it('can be reset before its headers, with the call processed or not', async () => {
    for (const processed of [false, true]) {
      const operationId = randomUUID();
      till.plant({ name: 'reset-before-headers', processed });
      expect([await errorOf(till.order(operationId)), soldUnder(operationId)]).toEqual([
        'ECONNRESET',
        processed ? 1 : 0,
      ]);
    }
  });

  it('can be cut in mid-body: headers, half of it or so many bytes, and a reset', async () => {
    const whole = (await till.readRaw()).bytes.length;
    till.plant('reset-mid-body', { name: 'reset-mid-body', afterBytes: 7 });
    expect(await listen()).toMatchObject({
      headers: { 'content-length': String(whole) },
      bytes: Math.floor(whole / 2),
      broken: true,
    });
    expect(await listen()).toMatchObject({ bytes: 7, broken: true });
  });

  it('can come late, in so many milliseconds, signed when it leaves or before it waited', async () => {
    for (const signedBefore of [false, true]) {
      till.plant({ name: 'delayed-answer', ms: 2000, signedBefore });
      const orderedAtMs = nowMs();
      const ordered = till.order();
      await waits(1);
      await time.pass(1999);
      expect(time.sleeping).toBe(1);
      await time.pass(1);
      const reply = await ordered;
      const { parameters } = await verifyReply(reply, till.partner.serviceKey, nowMs());
      expect([reply.status, parameters.created], String(signedBefore)).toEqual([
        201,
        Math.floor((signedBefore ? orderedAtMs : nowMs()) / 1000),
      ]);
    }
  });

  it('can be kept back until it is let go', async () => {
    till.plant({ name: 'delayed-answer', ms: 600_000 });
    const ordered = till.order();
    await waits(1);
    expect(till.service.controls.release()).toEqual({ released: 1 });
    expect((await ordered).status).toBe(201);
  });

  it('is late also for a client that gave up: the order is sold all the same', async () => {
    till.plant({ name: 'delayed-answer', ms: 300 });
    const operationId = randomUUID();
    const crafted = await craft(
      till.partner,
      'orderMutation',
      'POST',
      `/v1/wallets/${till.walletId}/orders`,
      till.body,
      { fields: { 'idempotency-key': operationId } },
    );
    const { hostname, port } = new URL(till.partner.baseUrl);
    const headers = Object.fromEntries(crafted.fields.map(({ name, value }) => [name, value]));
    const outgoing = httpRequest({ hostname, port, method: 'POST', path: crafted.path, headers, agent: false });
    const answered = new Promise((resolve, reject) =>
      outgoing.on('response', resolve).on('error', reject).end(crafted.body),
    );
    await waits(1);
    outgoing.destroy();
    await expect(answered).rejects.toThrow();
    await time.pass(300);
    expect(soldUnder(operationId)).toBe(1);
    expect((await till.order(operationId)).headers['idempotency-replayed']).toBe('true');
  });

  it('can drip without end', async () => {
    const whole = (await till.readRaw()).bytes.length;
    till.plant({ name: 'endless-body', everyMs: 1 });
    const heard = await listen(whole + 100);
    expect([heard.bytes > whole + 100, heard.broken]).toEqual([true, false]);
    expect(heard.headers).not.toHaveProperty('content-length');
  });

  it('can be larger than a client reads, and still be valid', async () => {
    till.plant('huge-body', { name: 'huge-body', bytes: 5000 });
    const [huge, smaller] = [await till.readRaw(), await till.readRaw()];
    await verifyReply(huge, till.partner.serviceKey, nowMs());
    expect([huge.bytes.length > 8 * 1024 * 1024, smaller.bytes.length]).toEqual([true, 5000]);
  });

  it('can be a page of a proxy, signed by nobody, with the call processed or not', async () => {
    for (const [processed, sold] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const operationId = randomUUID();
      till.plant({ name: 'html-502', processed });
      const page = await till.orderRaw(operationId);
      expect([page.status, page.headers['content-type'], page.headers['signature'], soldUnder(operationId)]).toEqual([
        502,
        'text/html; charset=utf-8',
        undefined,
        sold,
      ]);
      expect(page.bytes.toString()).toContain('<h1>502 Bad Gateway</h1>');
    }
    till.plant({ name: 'html-502', status: 504 });
    expect((await till.orderRaw()).status).toBe(504);
  });

  it('can send the client to another address', async () => {
    till.plant('redirect', { name: 'redirect', status: 302, location: 'https://elsewhere.example/x', processed: true });
    const [first, operationId] = [await till.orderRaw(), randomUUID()];
    expect([first.status, first.headers['location'], first.headers['signature']]).toEqual([
      307,
      'http://127.0.0.1:9/elsewhere',
      undefined,
    ]);
    const second = await till.orderRaw(operationId);
    expect([second.status, second.headers['location'], soldUnder(operationId)]).toEqual([
      302,
      'https://elsewhere.example/x',
      1,
    ]);
  });
});

describe('a proxy', () => {
  it('can deliver the same signed request twice: the client gets the answer to the second copy, or to the first', async () => {
    const operationId = randomUUID();
    till.plant('duplicated-request');
    const second = await till.order(operationId);
    await verifyReply(second, till.partner.serviceKey, nowMs());
    expect([second.status, codeOf(second), soldUnder(operationId)]).toEqual([409, 'replay_detected', 1]);
    till.plant({ name: 'duplicated-request', delivered: 'first' });
    expect(orderIn(await till.order()).soldCards).toHaveLength(1);
  });

  it('can drop a call on the floor before or after the service saw it', async () => {
    for (const [name, sold] of [
      ['drop-before', 0],
      ['drop-after-commit', 1],
    ] as const) {
      const operationId = randomUUID();
      till.plant(name);
      expect([await errorOf(till.order(operationId)), soldUnder(operationId)]).toEqual(['ECONNRESET', sold]);
    }
  });
});

describe('a script', () => {
  it('falls on call after call to its operation', async () => {
    till.plant({
      operation: 'createPartnerOrder',
      sequence: [
        'dependency_unavailable',
        null,
        { name: 'html-502', status: 503 },
        ['accept-202', 'drop-after-commit'],
      ],
    });
    const id = randomUUID();
    const statusOf = async (operationId: string) => (await till.orderRaw(operationId)).status;
    const first = [
      await statusOf(randomUUID()),
      (await till.readRaw()).status,
      await statusOf(randomUUID()),
      await statusOf(randomUUID()),
    ];
    expect(first).toEqual([503, 200, 201, 503]);
    expect(
      await errorOf(
        exchange(
          till.partner.baseUrl,
          await craft(till.partner, 'orderMutation', 'POST', `/v1/wallets/${till.walletId}/orders`, till.body, {
            fields: { 'idempotency-key': id },
          }),
        ),
      ),
    ).toBe('ECONNRESET');
    expect(till.service.controls.orders().find(({ operationId }) => operationId === id)).toMatchObject({
      status: 'processing',
      reported: false,
    });
    expect(till.service.controls.faults()).toMatchObject({
      pending: [],
      struck: { 'html-502': 1, 'accept-202': 1, dependency_unavailable: 1 },
    });
  });
});
