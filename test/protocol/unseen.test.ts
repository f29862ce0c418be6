import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { read } from './client.ts';
import { walletSchema } from './shop.ts';
import { openTill, orderIn } from './till.ts';

type Till = Awaited<ReturnType<typeof openTill>>;

async function balanceOf(till: Till): Promise<Big> {
  const { json } = await read(till.partner, `/v1/wallets/${till.walletId}`);
  return new Big(walletSchema.parse(json).balance.amount);
}

describe('what happens to a wallet elsewhere', () => {
  it('changes its balance, is told to nobody but at the control port, and is there for whoever looks', async () => {
    const till = await openTill();
    const { controls, address } = till.service;
    const before = await balanceOf(till);
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${address.controlToken}`, 'content-type': 'application/json' };
      const url = address.controlUrl + path;
      return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const { walletId } = till;
    expect((await post('/unseen', { what: 'topUp', walletId, amount: '12.500' })).status).toBe(200);
    expect((await post('/unseen', { what: 'correction', walletId, amount: '-2.125' })).status).toBe(200);
    const sold: unknown = await (await post('/unseen', { what: 'soldElsewhere', walletId, quantity: 3 })).json();
    const { operationId, amount } = z.object({ operationId: z.uuid(), amount: z.string() }).parse(sold);
    expect((await balanceOf(till)).toFixed(3)).toBe(before.plus('12.500').minus('2.125').plus(amount).toFixed(3));
    expect(Number(amount)).toBeLessThan(0);
    expect(controls.unseen().map(({ what }) => what)).toEqual(['topUp', 'correction', 'soldElsewhere']);
    // It is an order and its cards like any other of the partner.
    expect(orderIn(await read(till.partner, `/v1/orders/${operationId}`))).toMatchObject({ status: 'completed' });
    const cards = await read(till.partner, `/v1/wallets/${walletId}/cards`);
    expect(JSON.stringify(cards.json).split(operationId)).toHaveLength(4);
    await till.service.stop();
  });

  it('is refused where the wallet does not bear it, and then nothing of it happened', async () => {
    const till = await openTill();
    const { controls } = till.service;
    const { walletId } = till;
    controls.wallets({ walletId, balance: '0.010' });
    expect(() => controls.changeUnseen({ what: 'soldElsewhere', walletId })).toThrow('does not bear');
    for (const amount of ['0.000', '-1.000', '1', 1])
      expect(() => controls.changeUnseen({ what: 'topUp', walletId, amount })).toThrow();
    expect([controls.unseen(), (await balanceOf(till)).toFixed(3)]).toEqual([[], '0.010']);
    await till.service.stop();
  });

  it('comes by chance with orders where somebody asks for that, and its sum is what the balance shows', async () => {
    const till = await openTill({ seed: 'unseen', unseenOneIn: 1 });
    const { controls } = till.service;
    const all = new Map(controls.balances().map(({ walletId, balance }) => [walletId, new Big(balance)]));
    let spent = new Big(0);
    for (let sale = 0; sale < 20; sale += 1) spent = spent.plus(orderIn(await till.order()).total?.amount ?? 0);
    const unseen = controls.unseen();
    expect(new Set(unseen.map(({ what }) => what))).toEqual(new Set(['topUp', 'correction', 'soldElsewhere']));
    for (const { walletId, balance } of controls.balances()) {
      const elsewhere = unseen.filter((one) => one.walletId === walletId);
      const expected = elsewhere
        .reduce((sum, { amount }) => sum.plus(amount), all.get(walletId) ?? new Big(0))
        .minus(walletId === till.walletId ? spent : 0);
      expect(balance).toBe(expected.toFixed(3));
    }
    controls.unseenAtRandom({ oneIn: null });
    await till.order();
    expect(controls.unseen()).toHaveLength(unseen.length);
    await till.service.stop();
  });
});
