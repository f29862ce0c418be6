import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { craft, read, send, transmit, verifyReply } from './client.ts';
import { codeOf } from './shop.ts';
import { openTill, options, orderIn, start } from './till.ts';

describe('a service inside a proof', () => {
  it('lives in the time it is given: what it dates, what it takes for stale, and what it waits', async () => {
    let nowMs = Date.now();
    const waits: number[] = [];
    const till = await openTill({
      nowMs: () => nowMs,
      wait: (ms) => {
        waits.push(ms);
        nowMs += ms;
        return Promise.resolve();
      },
    });
    till.plant({ name: 'delayed-answer', ms: 30_000 });
    const late = await read(till.partner, '/v1/profile');
    await expect(verifyReply(late, till.partner.serviceKey, nowMs - 1_000)).rejects.toThrow('future');
    const { parameters } = await verifyReply(late, till.partner.serviceKey, nowMs);
    expect([waits, parameters.created]).toEqual([[30_000], Math.floor(nowMs / 1000)]);
    const beforeMs = nowMs;
    nowMs += 3_600_000;
    expect(codeOf(await send(till.partner, 'safeRead', 'GET', '/v1/profile', '', { nowMs: beforeMs }))).toBe(
      'invalid_credentials',
    );
    expect((await read(till.partner, '/v1/profile')).status).toBe(200);
    await till.service.stop();
  });

  it('draws the same again from the same seed, and something else at its next start', async () => {
    const [one, other] = [await openTill({ seed: 's' }), await openTill({ seed: 's' })];
    expect([other.walletId, other.card.id, other.partner.keyId]).toEqual([
      one.walletId,
      one.card.id,
      one.partner.keyId,
    ]);
    const [first, same] = [orderIn(await one.order()), orderIn(await other.order())];
    expect(same.soldCards?.[0]?.voucher).toBe(first.soldCards?.[0]?.voucher);
    await Promise.all([one.service.stop(), other.service.stop()]);
    const again = await start(options(one.dir, { seed: 's' }));
    const crafted = await craft(
      { ...one.partner, baseUrl: again.address.baseUrl },
      'orderMutation',
      'POST',
      `/v1/wallets/${one.walletId}/orders`,
      one.body,
      {
        fields: { 'idempotency-key': randomUUID() },
      },
    );
    const later = orderIn(await transmit(again.address.baseUrl, crafted));
    expect(later.status).toBe('completed');
    expect([later.invoiceId, later.soldCards?.[0]?.voucher]).not.toContain(first.invoiceId);
    await again.stop();
  });

  it('does by call what its control port does by HTTP', async () => {
    const till = await openTill();
    const { controls, address } = till.service;
    await till.order();
    const authorization = `Bearer ${address.controlToken}`;
    const overHttp = async (path: string) =>
      z.array(z.unknown()).parse(await (await fetch(address.controlUrl + path, { headers: { authorization } })).json());
    expect(await overHttp('/orders')).toEqual(controls.orders());
    expect(await overHttp('/sales')).toEqual(controls.sales());
    const post = (path: string, body: object) =>
      fetch(address.controlUrl + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const changes: readonly [string, object, unknown][] = [
      ['/keys', { suspended: true }, { changed: 1 }],
      ['/keys', { suspended: false }, { changed: 1 }],
      ['/prices', { all: true, factor: '1.1' }, { factor: '1.1' }],
      ['/wallets', { walletId: till.walletId, status: 'disabled', balance: '-1.000' }, { found: true }],
      ['/rotate', {}, { kid: 'service-2' }],
    ];
    for (const [path, body, answer] of changes) expect(await (await post(path, body)).json(), path).toEqual(answer);
    expect((await post('/prices', { factor: '1' })).status).toBe(400);
    const wallet = await read(till.partner, `/v1/wallets/${till.walletId}`);
    expect(wallet.json).toMatchObject({ status: 'disabled', balance: { amount: '-1.000' } });
    expect((await post('/faults', [{ name: 'slow' }, { sequence: ['unsigned', null] }])).status).toBe(200);
    expect(controls.faults().pending).toMatchObject([
      { name: 'slow', count: 1 },
      { sequence: [[{ name: 'unsigned' }], []] },
    ]);
    await fetch(`${address.controlUrl}/faults`, { method: 'DELETE', headers: { authorization } });
    expect(controls.faults().pending).toEqual([]);
    await till.service.stop();
  });
});
