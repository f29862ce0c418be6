import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digest, read, send, verifyReply, type Partner } from './client.ts';
import { enrol } from './enrolled.ts';
import { startSandbox, type Sandbox } from './sandbox-process.ts';
import { codeOf, problemSchema } from './shop.ts';

let sandbox: Sandbox;
let partner: Partner;

const statuses: Readonly<Record<string, number>> = {
  invalid_credentials: 401,
  invitation_invalid: 401,
  allowed_debt_consent_required: 402,
  insufficient_scope: 403,
  source_ip_not_allowed: 403,
  binding_not_authorized: 403,
  account_inactive: 403,
  purchase_not_allowed: 403,
  reveal_not_allowed: 403,
  wallet_not_granted: 404,
  resource_not_found: 404,
  card_not_found: 404,
  'purchase_not_allowed-409': 409,
  replay_detected: 409,
  idempotency_conflict: 409,
  insufficient_balance: 409,
  business_subscription_required: 409,
  wallet_disabled: 409,
  wallet_expired: 409,
  card_unavailable: 409,
  quantity_unavailable: 409,
  price_changed: 409,
  owner_limit_exceeded: 409,
  key_duplicate: 409,
  operation_processing: 409,
  validation_failed: 422,
  currency_not_supported: 422,
  key_proof_invalid: 422,
  invoice_reveal_limit_exceeded: 422,
  rate_limited: 429,
  daily_limit_exceeded: 429,
  internal_error: 500,
  dependency_unavailable: 503,
  request_timeout: 504,
};
const others = [
  'drop-before',
  'drop-after-commit',
  'accept-202',
  'complete-unreported',
  'unsigned',
  'bad-digest',
  'bad-signature',
  'unknown-key',
  'slow',
  'recovery-exhausted',
  'fail-order',
  'completed-elsewhere',
  'not-yet-visible',
  'refused-yet-executed',
  'duplicated-request',
  'refuse-connection',
  'reset-before-headers',
  'reset-mid-body',
  'delayed-answer',
  'endless-body',
  'huge-body',
  'gzip',
  'html-502',
  'redirect',
  'altered-body',
  'tampered-status',
  'tampered-body',
  'tampered-digest',
  'tampered-header',
  'stripped-components',
  'another-orders-answer',
  'replayed-answer',
  'rotated-key',
  'der-signature',
  'expired-signature',
  'created-in-future',
  'clock-off',
  'remove-scope',
  'suspend-key',
  'change-price',
  'disable-wallet',
  'empty-wallet',
];

beforeAll(async () => {
  sandbox = await startSandbox();
  partner = await enrol(sandbox.address);
});

const authorization = () => `Bearer ${sandbox.address.controlToken}`;

afterEach(() =>
  fetch(`${sandbox.address.controlUrl}/faults`, { method: 'DELETE', headers: { authorization: authorization() } }),
);
afterAll(() => sandbox.end());

const profile = () => read(partner, '/v1/profile');
const plant = (name: string, more: object = {}) => sandbox.control('/faults', { name, ...more });

describe('the control port', () => {
  it('lists every fault by name: all refusal codes and the wire faults', async () => {
    const described = z.object({
      name: z.string(),
      says: z.string().min(10),
      parameters: z.record(z.string(), z.unknown()),
    });
    const listed = z
      .object({ names: z.array(z.string()), faults: z.array(described) })
      .parse((await sandbox.control('/faults')).json);
    expect([...listed.names].sort()).toEqual([...Object.keys(statuses), ...others].sort());
    expect(listed.faults.map(({ name }) => name)).toEqual(listed.names);
    expect(listed.faults.find(({ name }) => name === 'delayed-answer')?.parameters).toMatchObject({
      ms: { type: 'integer' },
    });
  });

  it('refuses a fault that does not exist, and says which do', async () => {
    const reply = await plant('no-such-fault');
    expect(reply.status).toBe(400);
    expect(z.object({ faults: z.array(z.string()) }).parse(reply.json).faults).toContain('accept-202');
    expect((await plant('slow', { operation: 'noSuchOperation' })).status).toBe(400);
    expect((await plant('slow', { count: 0 })).status).toBe(400);
    expect((await plant('slow', { millis: 10 })).status).toBe(400);
    expect((await plant('delayed-answer')).status).toBe(400);
  });

  it('makes the next call refuse with any code and its status, signed, and only that call', async () => {
    for (const [name, status] of Object.entries(statuses)) {
      await plant(name);
      const reply = await profile();
      await verifyReply(reply, partner.serviceKey);
      expect([reply.status, codeOf(reply), problemSchema.parse(reply.json).status], name).toEqual([
        status,
        name.replace('-409', ''),
        status,
      ]);
      expect(reply.headers['content-type']).toBe('application/problem+json');
      expect(problemSchema.parse(reply.json).requestId).toBe(reply.headers['x-request-id']);
    }
    expect((await profile()).status).toBe(200);
  });

  it('keeps a fault for its operation, and for as many calls as it counts', async () => {
    await plant('rate_limited', { operation: 'getPartnerWallets', count: 2 });
    expect((await profile()).status).toBe(200);
    const limited = await read(partner, '/v1/wallets');
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1']);
    expect((await read(partner, '/v1/wallets')).status).toBe(429);
    expect((await read(partner, '/v1/wallets')).status).toBe(200);
  });

  it('checks the signature before a planted refusal', async () => {
    await plant('account_inactive');
    expect(
      codeOf(await send({ ...partner, keyId: sandbox.address.invitationId }, 'safeRead', 'GET', '/v1/profile')),
    ).toBe('invalid_credentials');
    expect(codeOf(await profile())).toBe('account_inactive');
  });

  it('can send an answer that no client may accept', async () => {
    await plant('unsigned');
    expect((await profile()).headers).not.toHaveProperty('signature');
    await plant('bad-digest');
    const wrong = await profile();
    expect(wrong.headers['content-digest']).not.toBe(digest(wrong.text));
    await plant('bad-signature');
    await expect(verifyReply(await profile(), partner.serviceKey)).rejects.toThrow('Signature verification failed');
    await plant('unknown-key');
    expect((await profile()).headers['signature-input']).toContain('keyid="service-unknown"');
  });

  it('can break the connection before a call or after it', async () => {
    for (const name of ['drop-before', 'drop-after-commit']) {
      await plant(name);
      await expect(profile()).rejects.toThrow();
    }
    expect((await profile()).status).toBe(200);
  });

  it('can keep a call waiting three seconds', async () => {
    await plant('slow');
    const startedAtMs = performance.now();
    expect((await profile()).status).toBe(200);
    expect(performance.now() - startedAtMs).toBeGreaterThan(2900);
  });

  it('can shift the clock of the service, both in what it accepts and in what it signs', async () => {
    await sandbox.control('/clock', { offsetSeconds: 600 });
    expect(codeOf(await profile())).toBe('invalid_credentials');
    const reply = await send(partner, 'safeRead', 'GET', '/v1/profile', '', { nowMs: Date.now() + 600_000 });
    expect(reply.status).toBe(200);
    await expect(verifyReply(reply, partner.serviceKey)).rejects.toThrow('created in the future');
    await sandbox.control('/clock', { offsetSeconds: 0 });
  });

  it('does not listen to a page in a browser', async () => {
    const answer = await fetch(`${sandbox.address.controlUrl}/sales`, {
      headers: { authorization: authorization(), origin: 'http://127.0.0.1:1' },
    });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['without its token', undefined],
    ['with another token', 'Bearer another'],
    ['with the token in another form', 'Basic TOKEN'],
    ['with half of it', 'Bearer TOKEN'.slice(0, -1)],
  ])('does nothing %s', async (_how, form) => {
    const given = form
      ?.replace('TOKEN', sandbox.address.controlToken)
      .replace('TOKE', sandbox.address.controlToken.slice(0, 10));
    const headers = { 'content-type': 'application/json', ...(given === undefined ? {} : { authorization: given }) };
    for (const path of ['/faults', '/sales', '/orders', '/scopes', '/nowhere']) {
      expect((await fetch(sandbox.address.controlUrl + path, { headers })).status, path).toBe(401);
      expect(
        (
          await fetch(sandbox.address.controlUrl + path, {
            method: 'POST',
            headers,
            body: JSON.stringify({ name: 'slow' }),
          })
        ).status,
        path,
      ).toBe(401);
    }
    expect((await sandbox.control('/faults')).json).toMatchObject({ pending: [] });
  });

  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '127.0.0.1.evil.example'])(
    'does nothing under the name of %s, which a page may have led here',
    async (host) => {
      const { hostname, port } = new URL(sandbox.address.controlUrl);
      const asked = request({
        hostname,
        port,
        path: '/sales',
        headers: { host: host === 'localhost' ? `localhost:${port}` : host, authorization: authorization() },
      }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(403);
    },
  );

  it('has another token at each start', async () => {
    const other = await startSandbox();
    expect(other.address.controlToken).not.toBe(sandbox.address.controlToken);
    await other.end();
  });
});
