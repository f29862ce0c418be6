import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HandClock } from '../support/hand-clock.ts';
import { read, send, verifyReply, type Reply } from './client.ts';
import { codeOf, credentialSchema, orderFor } from './shop.ts';
import { openTill, orderIn, type Till } from './till.ts';

let till: Till;

/** The service lives in a time that stands still until a test moves it. */
const time = new HandClock();
const startedAtMs = Date.now();
const nowMs = (): number => startedAtMs + time.nowMs();

beforeAll(async () => {
  till = await openTill({ nowMs, wait: (ms) => time.sleep(ms) });
});

afterEach(() => void till.service.controls.clearFaults());
afterAll(() => till.service.stop());

const held = (operationId: string) => till.service.controls.orders().find((order) => order.operationId === operationId);
const readOrder = (operationId: string) => read(till.partner, `/v1/orders/${operationId}`);
const statusAndCode = (reply: Reply) => [reply.status, reply.status < 400 ? orderIn(reply).status : codeOf(reply)];

describe('an outcome', () => {
  it('can be withheld any number of times, and comes with the codes', async () => {
    for (const name of ['accept-202', 'recovery-exhausted']) {
      const operationId = randomUUID();
      till.plant({ name, count: 5 });
      const statuses = [];
      for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await till.order(operationId)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 200]);
      expect(held(operationId)).toEqual({
        operationId,
        status: 'completed',
        quantity: 1,
        walletId: till.walletId,
        cardId: till.card.id,
        reported: true,
      });
    }
  });

  it('can have been reported elsewhere: 200, replayed and without codes, which a reveal gives', async () => {
    const first = randomUUID();
    till.plant('completed-elsewhere', {
      operation: 'createPartnerOrder',
      sequence: ['accept-202', 'completed-elsewhere'],
    });
    const second = randomUUID();
    expect((await till.order(second)).status).toBe(202);
    for (const operationId of [second, first]) {
      const reply = await till.order(operationId);
      await verifyReply(reply, till.partner.serviceKey, nowMs());
      expect([
        reply.status,
        reply.headers['idempotency-replayed'],
        orderIn(reply).status,
        orderIn(reply).soldCards,
      ]).toEqual([200, 'true', 'completed', undefined]);
      const path = `/v1/wallets/${till.walletId}/invoices/${orderIn(reply).invoiceId ?? ''}/cards/reveal`;
      const revealed = await send(till.partner, 'bodylessNonceMutation', 'POST', path);
      expect(z.object({ soldCards: z.array(credentialSchema) }).parse(revealed.json).soldCards).toHaveLength(1);
    }
  });

  it('can be refused now and executed later: at once or after a while, reported or not', async () => {
    const [now, later, unreported]: [string, string, string] = [randomUUID(), randomUUID(), randomUUID()];
    till.plant(
      { operation: 'createPartnerOrder', name: 'refused-yet-executed', ms: 0 },
      { operation: 'createPartnerOrder', name: 'refused-yet-executed', ms: 200, code: 'rate_limited' },
      {
        operation: 'createPartnerOrder',
        name: 'refused-yet-executed',
        ms: 0,
        code: 'insufficient_balance',
        reported: false,
      },
    );
    expect([statusAndCode(await till.order(now)), held(now)?.status]).toEqual([
      [503, 'dependency_unavailable'],
      'completed',
    ]);
    expect([statusAndCode(await till.order(later)), held(later)?.status, (await readOrder(later)).status]).toEqual([
      [429, 'rate_limited'],
      undefined,
      404,
    ]);
    expect(statusAndCode(await till.order(unreported))).toEqual([409, 'insufficient_balance']);
    await time.pass(199);
    expect((await readOrder(later)).status).toBe(404);
    await time.pass(1);
    await expect.poll(() => held(later)?.status).toBe('completed');
    expect(statusAndCode(await readOrder(later))).toEqual([200, 'completed']);
    expect((await till.order(later)).headers['idempotency-replayed']).toBe('true');
    expect(orderIn(await till.order(unreported)).soldCards).toHaveLength(1);
    expect(
      till.service.controls.sales().filter(({ operationId }) => [now, later, unreported].includes(operationId)),
    ).toHaveLength(3);
  });

  it('can be there and not yet be visible: for so many reads, or for a time after its acceptance', async () => {
    const [counted, timed, armedAtOrder] = [randomUUID(), randomUUID(), randomUUID()];
    await till.order(counted);
    till.plant({ name: 'not-yet-visible', reads: 2, operation: 'getPartnerOrder' });
    const reads = [await readOrder(counted), await readOrder(counted), await readOrder(counted)];
    expect(reads.map(statusAndCode)).toEqual([
      [404, 'resource_not_found'],
      [404, 'resource_not_found'],
      [200, 'completed'],
    ]);
    till.plant({ name: 'not-yet-visible', ms: 600 });
    await till.order(timed);
    expect((await readOrder(timed)).status).toBe(404);
    await time.pass(599);
    expect((await readOrder(timed)).status).toBe(404);
    await time.pass(1);
    expect((await readOrder(timed)).status).toBe(200);
    till.plant({ name: 'not-yet-visible', operation: 'createPartnerOrder' });
    await till.order(armedAtOrder);
    expect([(await readOrder(armedAtOrder)).status, (await readOrder(armedAtOrder)).status]).toEqual([404, 200]);
  });
});

describe('a refusal', () => {
  it('says when to come again in seconds, or as a date', async () => {
    const codes = [
      'rate_limited',
      'dependency_unavailable',
      'request_timeout',
      'internal_error',
      'daily_limit_exceeded',
    ];
    for (const name of codes) {
      till.plant({ name, retryAfter: 7 }, { name, retryAfter: 90, retryAfterForm: 'http-date' });
      const seconds = await till.order();
      const date = await till.order();
      for (const reply of [seconds, date]) await verifyReply(reply, till.partner.serviceKey, nowMs());
      expect([codeOf(seconds), seconds.headers['retry-after']]).toEqual([name, '7']);
      expect(date.headers['retry-after']).toMatch(
        /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
      );
      // The date has no parts of a second.
      expect(Date.parse(date.headers['retry-after'] ?? '')).toBe(Math.floor(nowMs() / 1_000) * 1_000 + 90_000);
    }
    till.plant({ name: 'accept-202', retryAfterForm: 'http-date' });
    expect(Date.parse((await till.order()).headers['retry-after'] ?? '')).not.toBeNaN();
  });

  it('follows what changed just before a call: permissions, key, price, wallet, balance', async () => {
    const { controls } = till.service;
    const { walletId } = till;
    const table: readonly [unknown, readonly [number, string], () => unknown][] = [
      [
        'remove-scope',
        [403, 'insufficient_scope'],
        () =>
          controls.scopes({
            scopes: ['orders:create', 'orders:read', 'catalogue:read', 'wallets:read', 'profile:read', 'cards:reveal'],
          }),
      ],
      [
        { name: 'remove-scope', scope: 'orders:create' },
        [403, 'insufficient_scope'],
        () => controls.scopes({ scopes: ['orders:create', 'catalogue:read', 'wallets:read'] }),
      ],
      [
        'suspend-key',
        [401, 'invalid_credentials'],
        () => controls.keys({ suspended: false, keyId: till.partner.keyId }),
      ],
      [
        { name: 'change-price', cardId: till.card.id },
        [409, 'price_changed'],
        () => controls.prices({ cardId: till.card.id, factor: '1' }),
      ],
      [{ name: 'change-price', factor: 0.5 }, [409, 'price_changed'], () => controls.prices({ all: true, factor: 1 })],
      ['disable-wallet', [409, 'wallet_disabled'], () => controls.wallets({ walletId, status: 'enabled' })],
      [
        { name: 'disable-wallet', status: 'expired' },
        [409, 'wallet_expired'],
        () => controls.wallets({ walletId, status: 'enabled' }),
      ],
      ['empty-wallet', [409, 'insufficient_balance'], () => controls.wallets({ walletId, balance: '100.000' })],
    ];
    for (const [fault, refused, undo] of table) {
      const operationId = randomUUID();
      till.plant(fault);
      expect(statusAndCode(await till.order(operationId)), JSON.stringify(fault)).toEqual(refused);
      expect(statusAndCode(await till.order(operationId)), 'it stays changed').toEqual(refused);
      undo();
      expect((await till.order(operationId)).status, JSON.stringify(fault)).toBe(201);
    }
  });

  it('comes in a script between attempts at one order', async () => {
    const operationId = randomUUID();
    till.plant({ operation: 'createPartnerOrder', sequence: ['accept-202', 'price_changed', null] });
    expect([
      (await till.order(operationId)).status,
      (await till.order(operationId)).status,
      (await till.order(operationId)).status,
    ]).toEqual([202, 409, 200]);
    expect(held(operationId)).toMatchObject({ status: 'completed' });
  });
});

describe('staff', () => {
  it('change prices in the catalogue and in what an order must say', async () => {
    const { controls } = till.service;
    controls.prices({ all: true, factor: '2' });
    const list = await read(
      till.partner,
      `/v1/wallets/${till.walletId}/catalog/subcategories/${till.card.subcategoryId}/cards`,
    );
    const price = z
      .object({
        items: z.array(
          z.object({ id: z.string(), unitPrice: z.object({ amount: z.string(), currency: z.string() }).optional() }),
        ),
      })
      .parse(list.json)
      .items.find(({ id }) => id === till.card.id)?.unitPrice;
    expect(Math.abs(Number(price?.amount) - 2 * Number(till.card.unitPrice?.amount))).toBeLessThan(0.0011);
    expect(codeOf(await till.order())).toBe('price_changed');
    const paid = await send(
      till.partner,
      'orderMutation',
      'POST',
      `/v1/wallets/${till.walletId}/orders`,
      orderFor({ ...till.card, unitPrice: price }),
      {
        fields: { 'idempotency-key': randomUUID() },
      },
    );
    expect(paid.status).toBe(201);
    controls.prices({ all: true, factor: '1' });
  });

  it('hear what is wrong with what they ask for', () => {
    const { controls } = till.service;
    expect(() => controls.prices({ factor: '2' })).toThrow('either cardId or all');
    expect(() => controls.prices({ all: true, factor: '0' })).toThrow();
    expect(() => controls.wallets({ walletId: till.walletId, balance: '1.5' })).toThrow();
    expect(() => controls.keys({})).toThrow();
  });
});

describe('an order that comes again before the time it was asked for', () => {
  const early = (operationId: string) =>
    till.service.controls.earlyResends().filter((resend) => resend.operationId === operationId);

  it('is counted, with the answer that asked; one in its time, and one that heard nothing of it, are not', async () => {
    const [tooSoon, unheard, inTime] = [randomUUID(), randomUUID(), randomUUID()];
    till.plant({ name: 'accept-202', operation: 'createPartnerOrder', retryAfter: 3_600 });
    const asked = await till.order(tooSoon);
    await till.order(tooSoon);
    expect(early(tooSoon)).toMatchObject([{ operationId: tooSoon, askedBy: asked.headers['x-request-id'] }]);
    till.plant({
      operation: 'createPartnerOrder',
      sequence: [
        [
          { name: 'accept-202', retryAfter: 3_600 },
          { name: 'stripped-components', without: 'retry-after' },
        ],
      ],
    });
    await till.order(unheard);
    await till.order(unheard);
    till.plant({ name: 'accept-202', operation: 'createPartnerOrder', retryAfter: 0 });
    await till.order(inTime);
    await till.order(inTime);
    expect([...early(unheard), ...early(inTime)]).toEqual([]);
  });

  it('is refused where that is wanted, as often as it comes, and not after that', async () => {
    till.service.controls.refuseEarly({ refuse: true });
    const operationId = randomUUID();
    till.plant({ name: 'accept-202', operation: 'createPartnerOrder', retryAfter: 3_600 });
    await till.order(operationId);
    for (let times = 0; times < 2; times += 1) {
      const reply = await till.order(operationId);
      expect([statusAndCode(reply), Number(reply.headers['retry-after']) > 3_500]).toEqual([
        [429, 'rate_limited'],
        true,
      ]);
    }
    till.service.controls.refuseEarly({ refuse: false });
    expect((await till.order(operationId)).status).toBe(200);
    expect(early(operationId)).toHaveLength(3);
  });
});
