import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Clock, Transport } from '../../../../src-main/core/ports.ts';
import { journalKeyMemory, noKeyMemory } from '../../../../src-main/deployment/key-memory.ts';
import type { KeyMemory } from '../../../../src-main/deployment/key-memory.ts';
import { createServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import type { ServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf, signingKey } from '../../../../src-main/signatures/keys.ts';
import type { PrivateJwk } from '../../../../src-main/signatures/keys.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';
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

async function serveKeys(answer?: (response: ServerResponse) => void): Promise<KeyServer> {
  let told: { readonly body: unknown; readonly status: number } = { body: { keys: [] }, status: 200 };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (answer !== undefined) answer(response);
    else response.writeHead(told.status).end(typeof told.body === 'string' ? told.body : JSON.stringify(told.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${String(address.port)}`, requests, publish: (body, status = 200) => { told = { body, status }; } };
}

type MemoryOf = (nowMs: () => number) => KeyMemory;

function fetchedKeys(server: KeyServer, pins: readonly string[], memoryOf: MemoryOf = () => noKeyMemory): { readonly keys: ServiceKeys; readonly clock: ReturnType<typeof clockAt> } {
  const clock = clockAt();
  const profile = profileOf({ baseUrl: server.baseUrl, serviceKeys: { url: '/v1/keys', pins } });
  return { keys: createServiceKeys(profile, createHttpTransport(), clock, memoryOf(() => clock.nowMs())), clock };
}

/** The memory of one journal, which outlives the runs on it. */
function rememberingOnly(directory: string = tempFolder()): MemoryOf {
  return (nowMs) => {
    const journal = value(openJournal({ directory, clock: { nowMs, monotonicMs: nowMs, sleep: () => Promise.resolve() }, randomness: systemRandomness }));
    onTestFinished(() => journal.close());
    return journalKeyMemory(journal, 'https://service.example');
  };
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
  it('that left the set verify only what came before, and the one that came verifies from then on', async () => {
    const server = await serveKeys();
    const [old, next] = [generatePrivateKey(), generatePrivateKey()];
    const { keys, clock } = fetchedKeys(server, [old, next].map(jwkThumbprint), rememberingOnly());
    const known = (): boolean[] => ['service-1', 'service-2'].map((kid) => keys.lookup(kid) !== undefined);
    server.publish({ keys: [named(old, 'service-1')] });
    await keys.refresh();
    clock.advance(60_000);
    server.publish({ keys: [named(old, 'service-1'), named(next, 'service-2')] });
    await keys.refresh();
    expect(known()).toEqual([true, true]);
    clock.advance(60_000);
    server.publish({ keys: [named(next, 'service-2')] });
    await keys.refresh();
    expect(known()).toEqual([false, true]);
    expect(keys.lookupAt(clock.nowMs() - 1)('service-1')).toBeDefined();
    expect(keys.lookupAt(clock.nowMs() + 1)('service-1')).toBeUndefined();
  });

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

describe('a key that nobody pinned', () => {
  it('is believed once a person confirmed its thumbprint, also after a restart', async () => {
    const server = await serveKeys();
    const [first, second] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(first, 'service-1'), named(second, 'service-2')] });
    const [thumbprint, other] = [first, second].map(jwkThumbprint);
    const directory = tempFolder();
    let nowMs = 0;
    const open = (): { keys: ServiceKeys; close: () => void } => {
      const journal = value(openJournal({ directory, clock: { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => Promise.resolve() }, randomness: systemRandomness }));
      const profile = profileOf({ baseUrl: server.baseUrl, serviceKeys: { url: '/v1/keys', pins: [] } });
      return { keys: createServiceKeys(profile, createHttpTransport(), clockAt(), journalKeyMemory(journal, server.baseUrl)), close: () => journal.close() };
    };
    const run = open();
    expect(await run.keys.refresh()).toBe(false);
    expect(run.keys.lookup('service-1')).toBeUndefined();
    expect(run.keys.view()).toEqual({ believed: [], offered: [{ kid: 'service-1', thumbprint }, { kid: 'service-2', thumbprint: other }] });
    let refreshed = 0;
    run.keys.onRefreshed(() => { refreshed += 1; });
    const groups = (thumbprint ?? '').replaceAll(/(.{4})/g, '$1 ');
    expect(value(await run.keys.confirm(groups))).toEqual({ believed: [{ kid: 'service-1', thumbprint, confirmed: true }], offered: [{ kid: 'service-2', thumbprint: other }] });
    expect([refreshed, run.keys.lookup('service-1') !== undefined, run.keys.lookup('service-2') !== undefined]).toEqual([1, true, false]);
    run.close();
    nowMs = 1;
    const again = open();
    expect([again.keys.lookup('service-1') !== undefined, again.keys.lookup('service-2') !== undefined]).toEqual([true, false]);
    again.close();
  });

  it('cannot be confirmed where no such key is published, or where the profile holds the keys', async () => {
    const server = await serveKeys();
    const { keys } = fetchedKeys(server, []);
    expect(await keys.confirm(jwkThumbprint(generatePrivateKey()))).toEqual({ ok: false, error: { code: 'input_invalid', field: 'thumbprint' } });
    expect(server.requests).toHaveLength(1);
    expect(await inlineKeys([]).confirm('x')).toEqual({ ok: false, error: { code: 'not_allowed', field: 'thumbprint' } });
  });

  it('proves nothing any more once the confirmation was withdrawn, also of what came before, until it is confirmed again', async () => {
    const server = await serveKeys();
    const [jwk, pinned] = [generatePrivateKey(), generatePrivateKey()];
    server.publish({ keys: [named(jwk, 'service-1'), named(pinned, 'service-2')] });
    const thumbprint = jwkThumbprint(jwk);
    const directory = tempFolder();
    const { keys, clock } = fetchedKeys(server, [jwkThumbprint(pinned)], rememberingOnly(directory));
    value(await keys.confirm(thumbprint));
    clock.advance(1_000);
    expect(keys.withdraw(jwkThumbprint(pinned))).toEqual({ ok: false, error: { code: 'input_invalid', field: 'thumbprint' } });
    const left = { believed: [{ kid: 'service-2', thumbprint: jwkThumbprint(pinned), confirmed: false }], offered: [{ kid: 'service-1', thumbprint }] };
    expect(value(keys.withdraw(thumbprint.replaceAll(/(.{4})/g, '$1 ')))).toEqual(left);
    expect([keys.lookup('service-1'), keys.lookupAt(1_500)('service-1')]).toEqual([undefined, undefined]);
    expect(keys.lookup('service-2')).toBeDefined();
    value(await keys.confirm(thumbprint));
    expect(keys.lookup('service-1')).toBeDefined();
    expect(inlineKeys([]).withdraw('x')).toEqual({ ok: false, error: { code: 'not_allowed', field: 'thumbprint' } });
  });

  it('is not confirmed where that cannot be written down', async () => {
    const server = await serveKeys();
    const jwk = generatePrivateKey();
    server.publish({ keys: [named(jwk, 'service-1')] });
    const { keys } = fetchedKeys(server, [], () => ({ ...noKeyMemory, confirm: () => ({ ok: false, error: { code: 'journal_not_writable' } }) }));
    expect(await keys.confirm(jwkThumbprint(jwk))).toMatchObject({ ok: false, error: { code: 'journal_not_writable' } });
    expect(keys.lookup('service-1')).toBeUndefined();
  });

  it('is told of where it appears beside keys that are believed', async () => {
    const server = await serveKeys();
    const [pinned, rotated] = [generatePrivateKey(), generatePrivateKey()];
    const { keys } = fetchedKeys(server, [jwkThumbprint(pinned)]);
    const told: unknown[] = [];
    keys.onRead((view) => told.push(view.offered.map(({ kid }) => kid)));
    server.publish({ keys: [named(pinned, 'service-1'), named(rotated, 'service-2')] });
    await keys.refresh();
    expect(told).toEqual([['service-2']]);
  });
});

describe('a set of keys that means harm', () => {
  const good = generatePrivateKey();
  const offeredIn = async (body: unknown): Promise<readonly string[]> => {
    const server = await serveKeys();
    server.publish(body);
    return value(await fetchedKeys(server, []).keys.look())?.offered.map(({ kid }) => kid) ?? [];
  };

  it.each<readonly [string, object]>([
    ['a private member', { ...good, kid: 'bad' }],
    ['another curve', { kty: 'EC', crv: 'P-384', x: publicHalf(good).x, y: publicHalf(good).y, kid: 'bad' }],
    ['a point that is not on the curve', { ...publicHalf(good), y: publicHalf(good).x, kid: 'bad' }],
    ['a coordinate of another length', { ...publicHalf(good), x: publicHalf(good).x.slice(2), kid: 'bad' }],
    ['another use', named(good, 'bad', { use: 'enc' })],
    ['another algorithm', named(good, 'bad', { alg: 'ECDH-ES' })],
    ['a name that no signature can give', named(good, 'b\u0000d')],
    ['no name', publicHalf(good)],
    ['a name that is too long', named(good, 'b'.repeat(201))],
  ])('offers no key with %s, and the good one beside it', async (_name, bad) => {
    expect(await offeredIn({ keys: [bad, named(good, 'good')] })).toEqual(['good']);
  });

  it('offers neither of two under one name, and does not keep a pinned key from being believed', async () => {
    expect(await offeredIn({ keys: [named(good, 'twice'), named(generatePrivateKey(), 'twice')] })).toEqual([]);
    const server = await serveKeys();
    server.publish({ keys: [named(generatePrivateKey(), 'service-1'), named(good, 'service-1')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(good)]);
    await keys.refresh();
    expect(keys.lookup('service-1')?.jwk).toEqual(publicHalf(good));
    expect(keys.view()?.offered).toEqual([]);
  });

  it('of thousands of keys offers no more than a person can compare, at once', async () => {
    const startedMs = performance.now();
    const offered = await offeredIn({ keys: Array.from({ length: 1_500 }, (_, index) => named(good, `service-${index}`)) });
    expect(offered).toHaveLength(20);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it.each<readonly [string, (response: ServerResponse) => void, string]>([
    ['is too large', (response) => response.writeHead(200).end('x'.repeat(262_145)), 'answer_too_large'],
    ['leads elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/keys' }).end(), 'answer_unreadable'],
    ['is nested without end', (response) => response.writeHead(200).end(`{"keys":${'['.repeat(200_000)}`), 'answer_unreadable'],
    ['breaks off', (response) => { response.writeHead(200, { 'content-length': '100' }); response.write('{"keys":['); response.destroy(); }, 'connection_lost'],
    ['is no text', (response) => response.writeHead(200).end(Buffer.from([0xff, 0xfe])), 'answer_unreadable'],
  ])('that %s is none', async (_name, answer, code) => {
    const server = await serveKeys(answer);
    expect(await fetchedKeys(server, []).keys.look()).toMatchObject({ ok: false, error: { code } });
  });

  it('that never ends is given up', async () => {
    const waits: number[] = [];
    const profile = profileOf({ baseUrl: 'http://127.0.0.1:9', serviceKeys: { url: '/v1/keys', pins: [] } });
    const slow: Transport = { exchange: (_request, { waitMs }) => { waits.push(waitMs); return Promise.resolve({ ok: false, error: { code: 'answer_timeout' } }); } };
    expect(await createServiceKeys(profile, slow, clockAt()).look()).toEqual({ ok: false, error: { code: 'answer_timeout' } });
    expect(waits).toEqual([15_000]);
  });
});
