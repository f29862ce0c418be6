import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  components,
  craft,
  digest,
  newKeyPair,
  read,
  send,
  transmit,
  verifyReply,
  type Choices,
  type Crafted,
  type Kind,
  type Partner,
} from './client.ts';
import { enrol } from './enrolled.ts';
import { freshFolder, salesOf, startSandbox, type Sandbox } from './sandbox-process.ts';
import { buy, codeOf, firstFieldOf, orderFor, walkCatalogue, type Card } from './shop.ts';

let sandbox: Sandbox;
let partner: Partner;
let walletId: string;
let card: Card;

beforeAll(async () => {
  sandbox = await startSandbox();
  partner = await enrol(sandbox.address);
  walletId = sandbox.address.walletIds[0] ?? '';
  const { cards } = await walkCatalogue(partner, walletId);
  card = z.custom<Card>((value) => value !== undefined).parse(cards.find(({ available }) => available));
});

afterAll(() => sandbox.end());

const diagnostic = (choices: Choices = {}, body = '{}') =>
  send(partner, 'diagnostic', 'POST', '/v1/diagnostics/signature', body, choices);
const changed = (crafted: Crafted, name: string, value: string): Crafted => ({
  ...crafted,
  fields: crafted.fields.map((field) => (field.name === name ? { name, value } : field)),
});
const without = (crafted: Crafted, name: string): Crafted => ({
  ...crafted,
  fields: crafted.fields.filter((field) => field.name !== name),
});
const craftOrder = (choices: Choices = {}) =>
  craft(partner, 'orderMutation', 'POST', `/v1/wallets/${walletId}/orders`, orderFor(card), {
    fields: { 'idempotency-key': randomUUID() },
    ...choices,
  });

async function refusal(crafted: Crafted): Promise<string> {
  const reply = await transmit(partner.baseUrl, crafted);
  await verifyReply(reply, partner.serviceKey);
  return codeOf(reply);
}

describe('a signed request', () => {
  it('is refused without a signature', async () => {
    const crafted = await craftOrder();
    expect(await refusal(without(crafted, 'signature'))).toBe('invalid_credentials');
    expect(await refusal(without(crafted, 'signature-input'))).toBe('invalid_credentials');
  });

  it('is refused with any covered component tampered with, missing or repeated, and buys nothing', async () => {
    const before = await salesOf(sandbox);
    const signedAtMs = Date.now();
    const crafted = await craftOrder({ nowMs: signedAtMs });
    const other: Record<string, string> = {
      'x-service-date': new Date(signedAtMs - 1000).toISOString(),
      'content-type': 'application/json; charset=utf-8',
      'content-digest': digest(''),
      nonce: randomUUID(),
      'idempotency-key': randomUUID(),
      host: 'localhost',
    };
    for (const [name, value] of Object.entries(other)) {
      expect(await refusal(changed(crafted, name, value)), name).toBe('invalid_credentials');
      if (name === 'host') continue;
      expect(await refusal(without(crafted, name)), `no ${name}`).toBe('invalid_credentials');
      const twice = {
        ...crafted,
        fields: [...crafted.fields, ...crafted.fields.filter((field) => field.name === name)],
      };
      expect(await refusal(twice), `two ${name}`).toBe('invalid_credentials');
    }
    expect(await refusal({ ...crafted, path: `/v1/wallets/${sandbox.address.walletIds[1] ?? ''}/orders` })).toBe(
      'invalid_credentials',
    );
    expect(await refusal({ ...crafted, path: `${crafted.path}?x=1` })).toBe('invalid_credentials');
    expect(await refusal({ ...crafted, body: crafted.body.replace('"quantity":1', '"quantity":9') })).toBe(
      'invalid_credentials',
    );
    expect(await salesOf(sandbox)).toEqual(before);
  });

  it('is refused with another method than the signed one', async () => {
    const path = '/v1/diagnostics/signature';
    const crafted = await craft(partner, 'diagnostic', 'PUT', path, '{}');
    expect(await refusal({ ...crafted, method: 'POST' })).toBe('invalid_credentials');
  });

  it('is refused when the covered components are fewer, more, or in another order', async () => {
    const lists = [components.safeRead.slice(1), [...components.safeRead, 'host'], [...components.safeRead].reverse()];
    for (const list of lists) {
      const reply = await send(partner, 'safeRead', 'GET', '/v1/profile', '', { components: list });
      expect([reply.status, codeOf(reply)]).toEqual([401, 'invalid_credentials']);
    }
  });

  it('is refused when the signature parameters are not exactly those of the profile', async () => {
    const now = () => {
      const created = Math.floor(Date.now() / 1000);
      return { created, expires: created + 60, keyid: partner.keyId, alg: 'ecdsa-p256-sha256' };
    };
    const full = now();
    const { expires: _expires, ...noExpiry } = full;
    const { alg: _alg, ...noAlg } = full;
    for (const parameters of [
      noExpiry,
      noAlg,
      { ...full, tag: 'x' },
      { ...full, expires: full.created + 61 },
      { ...full, expires: full.created - 1 },
    ]) {
      expect((await diagnostic({ parameters })).status).toBe(401);
    }
    expect((await diagnostic({ parameters: now() })).status).toBe(200);
  });

  it('is refused when its clock is more than a minute off, and accepted within that', async () => {
    expect(codeOf(await diagnostic({ nowMs: Date.now() - 90_000 }))).toBe('invalid_credentials');
    expect(codeOf(await diagnostic({ nowMs: Date.now() + 90_000 }))).toBe('invalid_credentials');
    expect((await diagnostic({ nowMs: Date.now() + 30_000 })).status).toBe(200);
  });

  it('is refused with a date in another form', async () => {
    const seconds = `${new Date().toISOString().slice(0, 19)}Z`;
    expect(codeOf(await diagnostic({ fields: { 'x-service-date': seconds } }))).toBe('invalid_credentials');
  });

  it('is refused under a key that is unknown or is not the key that signed', async () => {
    expect(codeOf(await diagnostic({ keyId: randomUUID() }))).toBe('invalid_credentials');
    const impostor = { ...partner, privateKey: newKeyPair().privateKey };
    expect(codeOf(await send(impostor, 'diagnostic', 'POST', '/v1/diagnostics/signature', '{}'))).toBe(
      'invalid_credentials',
    );
  });

  it('is refused with a nonce in another form, naming the field', async () => {
    const reply = await diagnostic({ fields: { nonce: 'not-a-uuid' } });
    expect([reply.status, codeOf(reply), firstFieldOf(reply)]).toEqual([422, 'validation_failed', '/headers/nonce']);
  });

  it('is good once: the same bytes again are a replay, also after a restart', async () => {
    const folder = freshFolder();
    let own = await startSandbox(folder);
    const client = await enrol(own.address);
    const nonce = randomUUID();
    const attempt = () =>
      send({ ...client, baseUrl: own.address.baseUrl }, 'diagnostic', 'POST', '/v1/diagnostics/signature', '{}', {
        fields: { nonce },
      });
    expect((await attempt()).status).toBe(200);
    expect(codeOf(await attempt())).toBe('replay_detected');
    await own.end('SIGKILL');
    own = await startSandbox(folder);
    expect(codeOf(await attempt())).toBe('replay_detected');
    await own.end();
  });

  it('is refused with an order key in the quoted form, naming the field', async () => {
    const reply = await buy(partner, walletId, orderFor(card), randomUUID(), {
      fields: { 'idempotency-key': `"${randomUUID()}"` },
    });
    expect([reply.status, firstFieldOf(reply)]).toEqual([422, '/headers/idempotency-key']);
  });

  it('is refused without the permission it needs, and the policy version counts the changes', async () => {
    await sandbox.control('/scopes', { scopes: ['profile:read', 'diagnostics:use', 'orders:create'] });
    const reply = await read(partner, '/v1/wallets');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'insufficient_scope']);
    expect((await read(partner, `/v1/orders/${randomUUID()}`)).status).toBe(404);
    const seen = z
      .object({ policyVersion: z.int(), effectiveScopes: z.array(z.string()) })
      .parse((await diagnostic()).json);
    expect(seen).toEqual({ policyVersion: 2, effectiveScopes: ['profile:read', 'diagnostics:use', 'orders:create'] });
    const all = [
      'profile:read',
      'wallets:read',
      'catalogue:read',
      'orders:create',
      'orders:read',
      'cards:read',
      'cards:reveal',
      'diagnostics:use',
    ];
    expect((await sandbox.control('/scopes', { scopes: all })).json).toMatchObject({ policyVersion: 3 });
  });

  it('is refused from outside the networks of its key', async () => {
    const issued = z
      .object({ invitationId: z.uuid(), enrollmentTokenFile: z.string() })
      .parse((await sandbox.control('/invitations', {})).json);
    const elsewhere = await enrol({ ...sandbox.address, ...issued }, ['192.0.2.0/24']);
    const reply = await read(elsewhere, '/v1/profile');
    expect([reply.status, codeOf(reply)]).toEqual([403, 'source_ip_not_allowed']);
  });

  it('is refused with a query parameter that the endpoint does not take, naming it', async () => {
    for (const path of ['/v1/wallets?page=2', '/v1/wallets?cursor=a&cursor=b']) {
      const reply = await read(partner, path);
      expect([reply.status, codeOf(reply)], path).toEqual([422, 'validation_failed']);
      expect(firstFieldOf(reply)).toMatch(/^\/query\/(cursor|page)$/);
    }
  });

  it('is answered with a query that it does not take where the document has no refusal for that', async () => {
    expect((await read(partner, '/v1/profile?cursor=x')).status).toBe(200);
  });
});

describe('an answer', () => {
  it('covers the request that it answers, and what it carries', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'accept-202' });
    const reply = await buy(partner, walletId, orderFor(card), operationId);
    const { components: covered, parameters } = await verifyReply(reply, partner.serviceKey);
    expect(covered.map(({ name, parameters: own }) => (own['req'] === true ? `${name};req` : name))).toEqual([
      '@status',
      'content-digest',
      'content-type',
      'x-request-id',
      'location',
      'retry-after',
      '@method;req',
      '@authority;req',
      '@path;req',
      '@query;req',
      'nonce;req',
      'content-digest;req',
      'idempotency-key;req',
    ]);
    expect(Object.keys(parameters)).toEqual(['created', 'keyid', 'alg']);
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is signed for every kind of call, also to an address that does not exist', async () => {
    const kinds: readonly [Kind, string, string, string][] = [
      ['safeRead', 'GET', '/v1/profile', ''],
      ['diagnostic', 'POST', '/v1/diagnostics/signature', '{}'],
      ['bodylessNonceMutation', 'POST', `/v1/wallets/${walletId}/cards/${randomUUID()}/reveal`, ''],
      ['safeRead', 'GET', '/v2/nothing', ''],
      ['safeRead', 'DELETE', '/v1/profile', ''],
    ];
    for (const [kind, method, path, body] of kinds)
      await verifyReply(await send(partner, kind, method, path, body), partner.serviceKey);
  });

  it('reports in the diagnostic what the service saw', async () => {
    const reply = await diagnostic();
    expect(reply.json).toMatchObject({
      routeId: 'runPartnerSignatureDiagnostic',
      method: 'POST',
      authority: new URL(partner.baseUrl).host,
      path: '/v1/diagnostics/signature',
      canonicalQuery: '',
      requestKind: 'orderMutation',
      requiredScope: 'diagnostics:use',
      coveredComponents: components.diagnostic,
      keyId: partner.keyId,
    });
    expect(codeOf(await diagnostic({}, '{ }'))).toBe('validation_failed');
  });

  it('gives the key set that signs, at its public address', async () => {
    const reply = await read(partner, '/v1/keys');
    await verifyReply(reply, partner.serviceKey);
    expect(reply.json).toEqual({ keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', kid: 'service-1' })] });
    expect(reply.text).not.toContain('"d"');
  });
});
