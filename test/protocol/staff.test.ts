import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digest, newKeyPair, read, send, transmit, verifyReply, type Reply } from './client.ts';
import { enrolmentCall, keyRequest, tokenOf } from './enrolled.ts';
import { buy, codeOf, firstFieldOf, orderFor, orderSchema, walk, walkCatalogue, walletSchema } from './shop.ts';
import { openTill, type Till } from './till.ts';

let till: Till;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.now();
  till = await openTill({ nowMs: () => nowMs });
});
afterEach(() => till.service.stop());

const answer = (reply: Reply): readonly unknown[] => [reply.status, reply.status < 400 ? 'ok' : codeOf(reply)];
const order = async (quantity = 1): Promise<readonly unknown[]> => {
  const { partner, walletId, card } = till;
  return answer(await buy(partner, walletId, orderFor(card, quantity)));
};
const readNow = (path: string): Promise<Reply> => read(till.partner, path);

describe('limit groups that staff set', () => {
  it('refuse every signed call beyond the limit until the window is over, and say when that is', async () => {
    till.service.controls.staff({ requests: { count: 2, seconds: 30 } });
    expect(answer(await readNow('/v1/profile'))).toEqual([200, 'ok']);
    nowMs += 10_000;
    expect(answer(await readNow('/v1/wallets'))).toEqual([200, 'ok']);
    const refused = await readNow('/v1/profile');
    await verifyReply(refused, till.partner.serviceKey, nowMs);
    expect([answer(refused), refused.headers['retry-after']]).toEqual([[429, 'rate_limited'], '20']);
    expect(await order()).toEqual([429, 'rate_limited']);
    nowMs += 20_000;
    expect(await order()).toEqual([201, 'ok']);
  });

  it('count order creation in a group of its own besides', async () => {
    till.service.controls.staff({ orders: { count: 1, seconds: 60 } });
    expect(await order()).toEqual([201, 'ok']);
    expect(await order()).toEqual([429, 'rate_limited']);
    expect(answer(await readNow('/v1/profile'))).toEqual([200, 'ok']);
    till.service.controls.staff({ orders: null });
    expect(await order()).toEqual([201, 'ok']);
  });

  it('leave the submission of a key alone', async () => {
    till.service.controls.staff({ requests: { count: 0, seconds: 60 } });
    const { address, controls } = till.service;
    const invited = { ...address, ...controls.invite() };
    const submitted = await enrolmentCall(invited, 'POST', '/keys', keyRequest(newKeyPair().publicKey));
    expect(submitted.status).toBe(200);
  });
});

describe('what a wallet may spend', () => {
  const price = (): number => Number(till.card.unitPrice?.amount);

  it('is refused beyond the daily limit until the next day', async () => {
    const dailyLimit = (price() * 2).toFixed(3);
    till.service.controls.wallets({ walletId: till.walletId, dailyLimit });
    expect(await order(2)).toEqual([201, 'ok']);
    expect(await order()).toEqual([429, 'daily_limit_exceeded']);
    nowMs += 24 * 60 * 60 * 1000;
    expect(await order()).toEqual([201, 'ok']);
    till.service.controls.wallets({ walletId: till.walletId, dailyLimit: null });
    expect(await order(2)).toEqual([201, 'ok']);
  });

  it('is refused beyond the spending allowance, which every sale uses up', async () => {
    till.service.controls.wallets({ walletId: till.walletId, allowance: (price() * 2).toFixed(3) });
    expect(await order()).toEqual([201, 'ok']);
    expect(await order(2)).toEqual([409, 'owner_limit_exceeded']);
    expect(await order()).toEqual([201, 'ok']);
    expect(await order()).toEqual([409, 'owner_limit_exceeded']);
  });
});

describe('what staff switch off', () => {
  const codes = async (): Promise<readonly unknown[]> =>
    Promise.all(
      [
        readNow('/v1/profile'),
        readNow('/v1/wallets'),
        readNow(`/v1/wallets/${till.walletId}`),
        readNow(`/v1/orders/${randomUUID()}`),
        send(till.partner, 'diagnostic', 'POST', '/v1/diagnostics/signature', '{}'),
      ].map(async (reply) => answer(await reply)[1]),
    );

  it('refuses with the codes that each endpoint has', async () => {
    const { controls } = till.service;
    controls.staff({ bindingAuthorized: false });
    expect(await codes()).toEqual([
      'binding_not_authorized',
      'binding_not_authorized',
      'binding_not_authorized',
      'resource_not_found',
      'ok',
    ]);
    controls.staff({ bindingAuthorized: true, accountActive: false });
    expect(await codes()).toEqual(['ok', 'account_inactive', 'account_inactive', 'resource_not_found', 'ok']);
    controls.staff({ accountActive: true });
    expect(await codes()).toEqual(['ok', 'ok', 'ok', 'resource_not_found', 'ok']);
  });

  it('changes every wallet at once, where no wallet is named', async () => {
    const { controls } = till.service;
    controls.wallets({ all: true, dailyLimit: '0.000' });
    expect(await order()).toEqual([429, 'daily_limit_exceeded']);
    controls.wallets({ all: true, dailyLimit: null });
    expect(await order()).toEqual([201, 'ok']);
    expect(() => controls.wallets({ dailyLimit: null })).toThrow('either walletId or all');
  });

  it('takes a wallet out of the list and refuses it by its id', async () => {
    const { controls } = till.service;
    controls.wallets({ walletId: till.walletId, granted: false });
    const { items } = await walk(till.partner, '/v1/wallets', walletSchema);
    expect(items.map(({ id }) => id)).not.toContain(till.walletId);
    expect(await order()).toEqual([404, 'wallet_not_granted']);
    controls.wallets({ walletId: till.walletId, granted: true });
    expect(await order()).toEqual([201, 'ok']);
  });

  it('takes no key under an invitation that was revoked or has expired', async () => {
    const { address, controls } = till.service;
    const revoked = { ...address, ...controls.invite() };
    const short = { ...address, ...controls.invite({ validSeconds: 60 }) };
    expect(controls.revokeInvitation({ invitationId: revoked.invitationId })).toEqual({ revoked: true });
    nowMs += 61_000;
    for (const [invited, state] of [
      [revoked, 'revoked'],
      [short, 'expired'],
    ] as const) {
      const submitted = await enrolmentCall(invited, 'POST', '/keys', keyRequest(newKeyPair().publicKey));
      expect([submitted.status, codeOf(submitted)]).toEqual([401, 'invitation_invalid']);
      const shown = z.object({ state: z.string() }).parse((await enrolmentCall(invited, 'GET', '')).json);
      expect(shown.state).toBe(state);
    }
  });
});

describe('a refused signature', () => {
  it('says what is wrong with it, or not where staff chose that', async () => {
    const detailOf = async (): Promise<unknown> =>
      z
        .looseObject({})
        .parse((await send(till.partner, 'safeRead', 'GET', '/v1/profile', '', { nowMs: nowMs - 3_600_000 })).json)[
        'detail'
      ];
    expect(await detailOf()).toEqual(expect.any(String));
    till.service.controls.staff({ explains: false });
    expect(await detailOf()).toBeUndefined();
    till.service.controls.staff({ explains: true });
  });
});

describe('a repeated outcome', () => {
  it('comes with 201 where staff chose that, and with the header and no codes all the same', async () => {
    till.service.controls.staff({ replayStatus: 201 });
    const operationId = randomUUID();
    await till.order(operationId);
    const again = await till.order(operationId);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.headers['location']).toBe(`/v1/orders/${operationId}`);
    expect(orderSchema.parse(again.json)).toMatchObject({ operationId, status: 'completed' });
    expect(again.text).not.toContain('soldCards');
  });
});

describe('the catalogue', () => {
  it('leaves out names, languages and values that the document does not require', async () => {
    const [kwd = '', jod = '', usd = ''] = till.service.address.walletIds;
    const { cards } = await walkCatalogue(till.partner, kwd);
    expect(cards.filter(({ name }) => name === undefined)).toHaveLength(1);
    expect(cards.filter(({ name }) => name !== undefined && name.en === undefined)).toHaveLength(1);
    expect(cards.filter(({ name }) => name !== undefined && name.ar === undefined)).toHaveLength(1);
    expect(cards.filter(({ faceValue }) => faceValue === undefined).length).toBeGreaterThan(0);
    const dated = async (walletId: string): Promise<boolean> =>
      (await walkCatalogue(till.partner, walletId)).cards.every(
        ({ unitPrice }) => unitPrice === undefined || unitPrice.asOf !== undefined,
      );
    expect([await dated(kwd), await dated(jod), await dated(usd)]).toEqual([false, false, true]);
  });
});

describe('a query that nobody asked for', () => {
  it('is refused where the document has a 422, and not looked at elsewhere', async () => {
    const { walletId } = till;
    const asked = async (path: string): Promise<readonly unknown[]> =>
      answer(await readNow(`${path}?cursor=x&colour=red`));
    for (const path of ['/v1/profile', `/v1/wallets/${walletId}`]) expect(await asked(path), path).toEqual([200, 'ok']);
    expect(await asked(`/v1/orders/${randomUUID()}`)).toEqual([404, 'resource_not_found']);
    for (const path of ['/v1/wallets', `/v1/wallets/${walletId}/cards`]) {
      expect(await asked(path), path).toEqual([422, 'validation_failed']);
    }
    const lists = await readNow('/v1/wallets?colour=red');
    expect(firstFieldOf(lists)).toBe('/query/colour');
  });
});

describe('an error before any route', () => {
  /** What a server answers to these bytes, as text. */
  const rawAnswer = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(till.partner.baseUrl);
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });

  it.each([
    ['no HTTP at all', 400, 'this is not HTTP\r\n\r\n'],
    ['headers beyond the limit', 431, `GET /v1/profile HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['an address that cannot be decoded', 400, 'GET /v1/wallets/%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ])('is a signed problem: %s', async (_name, status, bytes) => {
    const text = await rawAnswer(bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    expect(first.split(' ')[1]).toBe(String(status));
    const fields = lines.map((line) => ({
      name: (line.split(':')[0] ?? '').toLowerCase(),
      value: line.slice(line.indexOf(':') + 1).trim(),
    }));
    const headers = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(headers['content-digest']).toBe(digest(body));
    const target = new URL('http://a/v1/profile').href;
    const request = { kind: 'request' as const, method: 'GET', targetUri: target, fields: [] };
    const bound = (headers['signature-input'] ?? '').includes(';req');
    if (!bound)
      await verifyReply({ status, headers, json: null, text: body, fields, request }, till.partner.serviceKey, nowMs);
    expect(headers['signature']).toMatch(/^sig1=:/);
    expect(z.object({ code: z.string(), status: z.int() }).parse(JSON.parse(body))).toEqual({
      code: 'validation_failed',
      status,
    });
  });
});

describe('the token of an enrolment', () => {
  it.each(['Enrollment', 'enrollment', 'ENROLLMENT'])('is taken under the scheme written %s', async (scheme) => {
    const { address } = till.service;
    const path = `/v1/enrollments/${address.invitationId}`;
    const fields = [
      { name: 'host', value: new URL(address.baseUrl).host },
      { name: 'authorization', value: `${scheme} ${tokenOf(address)}` },
    ];
    expect((await transmit(address.baseUrl, { method: 'GET', path, fields, body: '' })).status).toBe(200);
  });
});

describe('the kind of a diagnostic', () => {
  it('is not that of a request without a body', async () => {
    const reply = await send(till.partner, 'diagnostic', 'POST', '/v1/diagnostics/signature', '{}');
    expect(z.object({ requestKind: z.string() }).parse(reply.json).requestKind).toBe('orderMutation');
    expect((await read(till.partner, '/v1/profile')).status).toBe(200);
  });
});
