import { createPublicKey, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digest, exchange, read, serviceKeyOf, verifyReply, type Received, type Reply } from './client.ts';
import { freshFolder } from './sandbox-process.ts';
import { openTill, options, orderIn, start, type Till } from './till.ts';

let till: Till;

beforeAll(async () => {
  till = await openTill();
});

afterEach(() => void till.service.controls.clearFaults());
afterAll(() => till.service.stop());

const verified = async (reply: Reply | Received) => verifyReply(reply, till.partner.serviceKey);
const coveredBy = async (reply: Reply) =>
  (await verified(reply)).components.map(({ name, parameters }) => [name, ...Object.keys(parameters)].join(';'));

describe('an answer tampered with after it was signed', () => {
  it('has another status', async () => {
    till.plant('tampered-status', { name: 'tampered-status', status: 500 });
    const [accepted, broken] = [await till.order(), await till.order()];
    expect([accepted.status, broken.status]).toEqual([202, 500]);
    for (const reply of [accepted, broken])
      await expect(verified(reply)).rejects.toThrow('Signature verification failed');
  });

  it('has another body under the old digest, or under one that fits', async () => {
    till.plant('tampered-body', { name: 'tampered-body', digest: 'recomputed' });
    const [kept, recomputed] = [await till.order(), await till.order()];
    expect([orderIn(kept).status, orderIn(recomputed).status]).toEqual(['failed', 'failed']);
    await expect(verified(kept)).rejects.toThrow('the digest is not that of the body');
    expect(recomputed.headers['content-digest']).toBe(digest(recomputed.text));
    await expect(verified(recomputed)).rejects.toThrow('Signature verification failed');
  });

  it('differs in one byte where there is no completed order to change', async () => {
    const before = await till.readRaw();
    till.plant('tampered-body');
    const after = await till.readRaw();
    expect(after.bytes.length).toBe(before.bytes.length);
    expect([...after.bytes].filter((byte, index) => byte !== before.bytes[index])).toHaveLength(1);
  });

  it('has another digest, or another covered header', async () => {
    till.plant('tampered-digest', 'tampered-header', {
      name: 'tampered-header',
      header: 'x-request-id',
      value: 'mine',
    });
    const [digested, typed, identified] = [
      await till.order(),
      await read(till.partner, '/v1/profile'),
      await read(till.partner, '/v1/profile'),
    ];
    expect(digested.headers['content-digest']).not.toBe(digest(digested.text));
    expect([typed.headers['content-type'], identified.headers['x-request-id']]).toEqual([
      'application/problem+json',
      'mine',
    ]);
    till.plant('accept-202', 'tampered-header');
    const hurried = await till.order();
    expect([hurried.status, hurried.headers['retry-after']]).toEqual([202, '86400']);
    for (const reply of [typed, identified, hurried])
      await expect(verified(reply)).rejects.toThrow('Signature verification failed');
  });
});

describe('an answer signed in another way than it should be', () => {
  it('leaves out what it must cover, and is valid otherwise', async () => {
    const whole = await coveredBy(await till.order());
    expect(whole).toEqual(expect.arrayContaining(['@status', 'content-digest', 'nonce;req', 'idempotency-key;req']));
    till.plant(
      ...['content-digest', 'binding', '@status'].map((without) => ({ name: 'stripped-components', without })),
    );
    await expect(verified(await till.order())).rejects.toThrow('content-digest');
    expect(await coveredBy(await till.order())).toEqual(whole.filter((name) => !name.endsWith(';req')));
    await expect(verified(await till.order())).rejects.toThrow('@status');
  });

  it('is encoded as DER where r||s is due', async () => {
    till.plant('der-signature');
    const reply = await till.order();
    const bytes = Buffer.from(/:(.*):/.exec(reply.headers['signature'] ?? '')?.[1] ?? '', 'base64');
    expect([bytes[0], bytes.length > 64]).toEqual([0x30, true]);
    await expect(verified(reply)).rejects.toThrow();
  });

  it('has expired, comes from the future, or from a clock that is off either way', async () => {
    till.plant(
      'expired-signature',
      'created-in-future',
      { name: 'clock-off', seconds: -600 },
      { name: 'clock-off', seconds: 600 },
    );
    await expect(verified(await till.order())).rejects.toThrow('expired');
    await expect(verified(await till.order())).rejects.toThrow('future');
    const askedAtSeconds = Math.floor(Date.now() / 1000);
    const { parameters } = await verified(await till.order());
    expect(parameters.created).toBeGreaterThanOrEqual(askedAtSeconds - 600);
    expect(parameters.created).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) - 600);
    await expect(verified(await till.order())).rejects.toThrow('future');
    await verified(await till.order());
  });

  it('is coded with gzip, its digest over the coded bytes or over the plain ones', async () => {
    till.plant('gzip', { name: 'gzip', digestOf: 'plain' });
    const [coded, plain] = [await till.readRaw(), await till.readRaw()];
    for (const { headers, bytes } of [coded, plain]) {
      expect([
        headers['content-encoding'],
        z.object({ status: z.string() }).parse(JSON.parse(gunzipSync(bytes).toString())).status,
      ]).toEqual(['gzip', 'active']);
    }
    await verified(coded);
    await verified({ ...plain, bytes: gunzipSync(plain.bytes) });
    await expect(verified(plain)).rejects.toThrow('digest');
  });

  it('is signed with a key that is in no set', async () => {
    till.plant('unknown-key', 'bad-signature', 'unsigned', 'bad-digest');
    const [unknown, impostor, unsigned, wrong] = [
      await till.order(),
      await till.order(),
      await till.order(),
      await till.order(),
    ];
    expect([unknown.headers['signature-input'], impostor.headers['signature-input']]).toEqual([
      expect.stringContaining('"service-unknown"'),
      expect.stringContaining('"service-1"'),
    ]);
    expect(unsigned.headers).not.toHaveProperty('signature');
    for (const reply of [unknown, impostor, unsigned, wrong]) await expect(verified(reply)).rejects.toThrow();
  });
});

describe('an answer that belongs elsewhere', () => {
  it('is the Order of another operation, signed for this request', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const sold = orderIn(await till.order(first));
    till.plant('another-orders-answer', { name: 'another-orders-answer', operationId: first, withCodes: false });
    const reply = await till.order(second);
    expect(await coveredBy(reply)).toContain('idempotency-key;req');
    expect(orderIn(reply)).toMatchObject({
      operationId: first,
      soldCards: sold.soldCards?.map(({ voucher }) => ({ voucher })),
    });
    const bare = await till.order();
    await verified(bare);
    expect([orderIn(bare).operationId, orderIn(bare).soldCards]).toEqual([first, undefined]);
    expect(till.service.controls.sales().map(({ operationId }) => operationId)).toContain(second);
  });

  it('is an order that nobody placed, where there is no other', async () => {
    const fresh = await openTill();
    fresh.plant('another-orders-answer');
    const operationId = randomUUID();
    const reply = await fresh.order(operationId);
    await verifyReply(reply, fresh.partner.serviceKey);
    expect(orderIn(reply).operationId).not.toBe(operationId);
    await fresh.service.stop();
  });

  it('is an old one, byte for byte', async () => {
    const older = await till.order();
    const newer = await till.order();
    till.plant(
      'replayed-answer',
      { name: 'replayed-answer', back: 3 },
      { name: 'replayed-answer', of: 'createPartnerOrder' },
    );
    for (const earlier of [newer, older]) {
      const reply = await till.order();
      expect([reply.text, reply.headers['signature'], reply.headers['x-request-id']]).toEqual([
        earlier.text,
        earlier.headers['signature'],
        earlier.headers['x-request-id'],
      ]);
      await expect(verified(reply)).rejects.toThrow('Signature verification failed');
    }
    expect(orderIn(await read(till.partner, '/v1/profile')).status).toBe('completed');
  });
});

describe('a rotation of the service keys', () => {
  const published = async (of: Till) => {
    const fields = [{ name: 'host', value: new URL(of.partner.baseUrl).host }];
    const { bytes } = await exchange(of.partner.baseUrl, { method: 'GET', path: '/v1/keys', fields, body: '' });
    return z.object({ keys: z.array(z.record(z.string(), z.string())) }).parse(JSON.parse(bytes.toString())).keys;
  };

  it('signs with a new key that is published from now on, beside the old one or instead of it', async () => {
    const own = await openTill();
    own.plant('rotated-key');
    const reply = await own.order();
    await expect(verifyReply(reply, own.partner.serviceKey)).rejects.toThrow();
    const keys = await published(own);
    expect(keys.map(({ kid }) => kid)).toEqual(['service-1', 'service-2']);
    const newKey = createPublicKey({ key: keys[1] ?? {}, format: 'jwk' });
    await verifyReply(reply, newKey);
    await verifyReply(await own.order(), newKey);
    expect(own.service.controls.rotate({ old: 'removed' })).toEqual({ kid: 'service-3' });
    expect((await published(own)).map(({ kid }) => kid)).toEqual(['service-3']);
    await own.service.stop();
    const again = await start(options(own.dir));
    await verifyReply(
      await read({ ...own.partner, baseUrl: again.address.baseUrl }, '/v1/profile'),
      serviceKeyOf(again.address),
    );
    expect(readFileSync(again.address.deploymentFile, 'utf8')).toContain('service-3');
    await again.stop();
  });

  it('is announced in the deployment profile: the set itself at once, or the pin of the next key ahead', async () => {
    const inline = await openTill();
    inline.plant({ name: 'rotated-key', old: 'removed' });
    const reply = await inline.order();
    await verifyReply(reply, serviceKeyOf(inline.service.address));
    await inline.service.stop();

    const dir = freshFolder();
    const first = await start(options(dir));
    await first.stop();
    const profile = z.looseObject({}).parse(JSON.parse(readFileSync(first.address.deploymentFile, 'utf8')));
    writeFileSync(
      first.address.deploymentFile,
      JSON.stringify({ ...profile, serviceKeys: { url: '/v1/keys', pins: [] } }),
    );
    const pinned = await start(options(dir));
    const pins = () =>
      z
        .object({ serviceKeys: z.object({ pins: z.array(z.string()) }) })
        .parse(JSON.parse(readFileSync(pinned.address.deploymentFile, 'utf8'))).serviceKeys.pins;
    const [current, next] = pins();
    pinned.controls.rotate({ old: 'removed' });
    expect([pins()[0] === current, pins()[0] === next]).toEqual([false, true]);
    await pinned.stop();
  });
});
