import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Clock } from '../../../../src-main/core/ports.ts';
import { createServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import type { ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf, signingKey } from '../../../../src-main/signatures/keys.ts';
import type { PrivateJwk } from '../../../../src-main/signatures/keys.ts';
import { profileOf } from '../partner-api/partner.ts';

function clockAt(): Clock & { advance(ms: number): void } {
  let nowMs = 1_000;
  return { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => Promise.resolve(), advance: (ms) => { nowMs += ms; } };
}

const named = (jwk: PrivateJwk, kid: string, more: object = {}) => ({ ...publicHalf(jwk), kid, ...more });

function inlineKeys(keys: readonly object[]): ServiceKeys {
  return createServiceKeys(profileOf({ baseUrl: 'https://service.example', serviceKeys: { jwks: { keys } } }), createHttpTransport(), clockAt());
}

interface KeyServer { readonly baseUrl: string; readonly requests: string[]; publish(body: unknown, status?: number): void }

async function serveKeys(): Promise<KeyServer> {
  let told: { readonly body: unknown; readonly status: number } = { body: { keys: [] }, status: 200 };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(told.status).end(typeof told.body === 'string' ? told.body : JSON.stringify(told.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${String(address.port)}`, requests, publish: (body, status = 200) => { told = { body, status }; } };
}

function fetchedKeys(server: KeyServer, pins: readonly string[]): { readonly keys: ServiceKeys; readonly clock: ReturnType<typeof clockAt> } {
  const clock = clockAt();
  const profile = profileOf({ baseUrl: server.baseUrl, serviceKeys: { url: '/v1/keys', pins } });
  return { keys: createServiceKeys(profile, createHttpTransport(), clock), clock };
}

describe('service keys in the profile', () => {
  it('verify what they signed', () => {
    const jwk = generatePrivateKey();
    const keys = inlineKeys([named(jwk, 'service-1', { use: 'sig', alg: 'ES256' })]);
    expect(keys.lookup('service-1')?.verify('text', signingKey('service-1', jwk).sign('text'))).toBe(true);
    expect(keys.lookup('service-2')).toBeUndefined();
  });

  it('are left out when they cannot be used for it', () => {
    const jwk = generatePrivateKey();
    const keys = inlineKeys([{ kty: 'RSA', kid: 'rsa' }, named(jwk, 'enc', { use: 'enc' }), publicHalf(jwk), named(jwk, 'good')]);
    expect(['rsa', 'enc', 'good'].map((kid) => keys.lookup(kid) !== undefined)).toEqual([false, false, true]);
  });

  it('are not believed when two share a name', () => {
    expect(inlineKeys([named(generatePrivateKey(), 'twice'), named(generatePrivateKey(), 'twice')]).lookup('twice')).toBeUndefined();
  });

  it('are never fetched', async () => {
    expect(await inlineKeys([]).refresh()).toBe(false);
  });
});

describe('service keys at an address', () => {
  it('are believed where they are pinned, and only there', async () => {
    const server = await serveKeys();
    const [pinned, stranger] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(pinned, 'service-1'), named(stranger, 'service-2')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(pinned)]);
    expect(keys.lookup('service-1')).toBeUndefined();
    expect(await keys.refresh()).toBe(true);
    expect([keys.lookup('service-1') !== undefined, keys.lookup('service-2') !== undefined]).toEqual([true, false]);
    expect(server.requests).toEqual(['/v1/keys']);
  });

  it('are read at most once a minute', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    expect(await keys.refresh()).toBe(false);
    server.publish({ keys: [named(jwk, 'service-1')] });
    clock.advance(59_999);
    expect(await keys.refresh()).toBe(false);
    clock.advance(1);
    expect(await keys.refresh()).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('serve everyone who asked while they were under way', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    expect(await Promise.all([keys.refresh(), keys.refresh()])).toEqual([true, true]);
    expect(server.requests).toHaveLength(1);
  });

  it('stay known after they were withdrawn', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(jwk)]);
    await keys.refresh();
    server.publish({ keys: [] });
    clock.advance(60_000);
    await keys.refresh();
    expect(keys.lookup('service-1')).toBeDefined();
  });

  it.each([
    ['another status', { keys: [] }, 404],
    ['no JSON', '<html>', 200],
    ['no key set', { keys: 'none' }, 200],
  ])('are none in an answer with %s', async (_, body, status) => {
    const server = await serveKeys();
    server.publish(body, status);
    expect(await fetchedKeys(server, []).keys.refresh()).toBe(false);
  });
});
