import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../../src-main/core/ports.ts';
import { createServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf } from '../../../../src-main/signatures/keys.ts';
import { value } from '../orders/till.ts';
import { profileOf } from '../partner-api/partner.ts';
import { clockAt, fetchedKeys, named, serveKeys } from './key-server.ts';

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
    ['operations without verifying', named(good, 'bad', { key_ops: ['sign'] })],
    ['no operation at all', named(good, 'bad', { key_ops: [] })],
    ['an operation twice', named(good, 'bad', { key_ops: ['verify', 'verify'] })],
    ['operations that are no list', named(good, 'bad', { key_ops: 'verify' })],
    ['operations that are null', named(good, 'bad', { key_ops: null })],
    ['another algorithm', named(good, 'bad', { alg: 'ECDH-ES' })],
    ['a name that no signature can give', named(good, 'b\u0000d')],
    ['no name', publicHalf(good)],
    ['a name that is too long', named(good, 'b'.repeat(201))],
  ])('offers no key with %s, and the good one beside it', async (_name, bad) => {
    expect(await offeredIn({ keys: [bad, named(good, 'good')] })).toEqual(['good']);
  });

  it('offers a key that says it may verify', async () => {
    expect(
      await offeredIn({
        keys: [
          named(good, 'good', { key_ops: ['verify'] }),
          named(generatePrivateKey(), 'other', { key_ops: ['sign', 'verify'] }),
        ],
      }),
    ).toEqual(['good', 'other']);
  });

  it('offers neither of two under one name, and does not keep a pinned key from being trusted', async () => {
    expect(await offeredIn({ keys: [named(good, 'twice'), named(generatePrivateKey(), 'twice')] })).toEqual([]);
    const server = await serveKeys();
    server.publish({ keys: [named(generatePrivateKey(), 'service-1'), named(good, 'service-1')] });
    const { keys } = fetchedKeys(server, [jwkThumbprint(good)]);
    await keys.refresh();
    expect(keys.lookup('service-1')?.jwk).toEqual(publicHalf(good));
    expect(keys.view()?.offered).toEqual([]);
  });

  it('of thousands of keys offers no more than a person can compare', async () => {
    const offered = await offeredIn({
      keys: Array.from({ length: 1_500 }, (_, index) => named(good, `service-${index}`)),
    });
    expect(offered).toHaveLength(20);
  });

  it.each<readonly [string, (response: ServerResponse) => void, string]>([
    ['is too large', (response) => response.writeHead(200).end('x'.repeat(262_145)), 'answer_too_large'],
    [
      'leads elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/keys' }).end(),
      'answer_unreadable',
    ],
    [
      'is nested without end',
      (response) => response.writeHead(200).end(`{"keys":${'['.repeat(200_000)}`),
      'answer_unreadable',
    ],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"keys":[');
        response.destroy();
      },
      'connection_lost',
    ],
    ['is no text', (response) => response.writeHead(200).end(Buffer.from([0xff, 0xfe])), 'answer_unreadable'],
  ])('that %s is none', async (_name, answer, code) => {
    const server = await serveKeys(answer);
    expect(await fetchedKeys(server, []).keys.look()).toMatchObject({ ok: false, error: { code } });
  });

  it('that never ends is given up', async () => {
    const waits: number[] = [];
    const profile = profileOf({ baseUrl: 'http://127.0.0.1:9', serviceKeys: { url: '/v1/keys', pins: [] } });
    const slow: Transport = {
      exchange: (_request, { waitMs }) => {
        waits.push(waitMs);
        return Promise.resolve({ ok: false, error: { code: 'answer_timeout' } });
      },
    };
    expect(await createServiceKeys(profile, slow, clockAt()).look()).toEqual({
      ok: false,
      error: { code: 'answer_timeout' },
    });
    expect(waits).toEqual([15_000]);
  });
});
