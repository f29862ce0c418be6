import { randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { read, send, verifyReply, type Partner } from './client.ts';
import { enrol } from './enrolled.ts';
import { startSandbox, type Sandbox } from './sandbox-process.ts';
import {
  buy,
  codeOf,
  credentialSchema,
  firstFieldOf,
  orderFor,
  orderSchema,
  subcategorySchema,
  walk,
  walkCatalogue,
  walletSchema,
} from './shop.ts';

let sandbox: Sandbox;
let partner: Partner;
let walletIds: readonly string[];

const maskedSchema = z.strictObject({
  soldCardId: z.uuid(),
  cardId: z.uuid(),
  name: z.object({ ar: z.string(), en: z.string() }),
  faceValue: z.string(),
  invoiceId: z.uuid(),
  operationId: z.uuid(),
  purchasedAt: z.iso.datetime(),
  maskedSerialNumber: z.string().length(4),
  lastRevealedAt: z.iso.datetime().optional(),
});

beforeAll(async () => {
  sandbox = await startSandbox();
  partner = await enrol(sandbox.address);
  ({ walletIds } = sandbox.address);
});

afterAll(() => sandbox.end());

const reveal = (path: string) => send(partner, 'bodylessNonceMutation', 'POST', path);

describe('reads', () => {
  it('give the profile and three wallets whose amounts have three decimals', async () => {
    expect((await read(partner, '/v1/profile')).json).toMatchObject({
      businessName: { ar: 'المنار للهواتف والألعاب', en: 'Al Manar Phones and Games' },
      status: 'active',
    });
    const { items } = await walk(partner, '/v1/wallets', walletSchema);
    expect(items.map(({ id }) => id)).toEqual(walletIds);
    expect(items.map(({ currency }) => currency)).toEqual(['KWD', 'JOD', 'USD']);
  });

  it('walk the whole catalogue over its pages: 120 cards in two languages', async () => {
    const { categories, subcategories, cards, pages } = await walkCatalogue(partner, walletIds[0] ?? '');
    expect([categories.length, subcategories.length, cards.length, new Set(cards.map(({ id }) => id)).size]).toEqual([
      6, 21, 120, 120,
    ]);
    expect(pages).toBe(22);
    expect(cards.filter(({ available }) => !available).length).toBeGreaterThanOrEqual(10);
    expect(cards.filter(({ unitPrice }) => unitPrice === undefined).length).toBeGreaterThanOrEqual(2);
    expect(cards.filter(({ hasSpecialOffer }) => hasSpecialOffer)).toHaveLength(12);
    expect(subcategories.some(({ isBestSelling }) => isBestSelling)).toBe(true);
  });

  it('show prices as each wallet pays them, with the display prices in their rules', async () => {
    const [kuwait, jordan, dollar] = await Promise.all(walletIds.map((id) => walkCatalogue(partner, id)));
    const prices = [kuwait, jordan, dollar].map((catalogue) => catalogue?.cards[0]?.unitPrice);
    expect(prices.map((price) => price?.currency)).toEqual(['KWD', 'JOD', 'USD']);
    expect(new Set(prices.map((price) => price?.amount)).size).toBe(3);
    for (const card of kuwait?.cards ?? []) {
      expect(card.specialOfferPrice !== undefined).toBe(card.hasSpecialOffer && card.unitPrice !== undefined);
      if (card.unitPrice === undefined) expect(card.available).toBe(false);
      if (card.personalPrice !== undefined)
        expect(new Big(card.personalPrice.amount).gt(card.businessPrice?.amount ?? 0)).toBe(true);
    }
  });

  it('refuse a cursor that this list did not give', async () => {
    const root = `/v1/wallets/${walletIds[0] ?? ''}/catalog`;
    const { subcategories } = await walkCatalogue(partner, walletIds[0] ?? '');
    const long = subcategories.find(({ name }) => name.en === 'Apple and iTunes');
    const first = z
      .object({ nextCursor: z.string() })
      .parse((await read(partner, `${root}/subcategories/${long?.id ?? ''}/cards`)).json);
    const used = encodeURIComponent(first.nextCursor);
    for (const path of [
      `${root}/categories?cursor=${used}`,
      `${root}/categories?cursor=x`,
      `${root}/categories?cursor=`,
    ]) {
      const reply = await read(partner, path);
      expect([reply.status, codeOf(reply), firstFieldOf(reply)], path).toEqual([
        422,
        'validation_failed',
        '/query/cursor',
      ]);
    }
  });

  it('refuse what is not there', async () => {
    const root = `/v1/wallets/${walletIds[0] ?? ''}`;
    for (const [path, code] of [
      [`/v1/wallets/${randomUUID()}`, 'wallet_not_granted'],
      [`${root}/catalog/categories/${randomUUID()}/subcategories`, 'resource_not_found'],
      [`${root}/catalog/subcategories/${randomUUID()}`, 'resource_not_found'],
      [`${root}/cards/${randomUUID()}`, 'card_not_found'],
    ] as const) {
      const reply = await read(partner, path);
      expect([reply.status, codeOf(reply)], path).toEqual([404, code]);
    }
  });

  it('give one subcategory as its list shows it', async () => {
    const { subcategories } = await walkCatalogue(partner, walletIds[0] ?? '');
    const one = await read(
      partner,
      `/v1/wallets/${walletIds[0] ?? ''}/catalog/subcategories/${subcategories[0]?.id ?? ''}`,
    );
    expect(subcategorySchema.parse(one.json)).toEqual(subcategories[0]);
  });
});

describe('owned cards', () => {
  it('are listed over pages, newest first, without a code', async () => {
    const walletId = walletIds[2] ?? '';
    const { cards } = await walkCatalogue(partner, walletId);
    const card = cards.find(({ name }) => name?.en === 'Steam 5 USD');
    if (card === undefined) throw new Error('no such card');
    const sold = [];
    for (const quantity of [40, 15])
      sold.push(...(orderSchema.parse((await buy(partner, walletId, orderFor(card, quantity))).json).soldCards ?? []));
    const { items, pages } = await walk(partner, `/v1/wallets/${walletId}/cards`, maskedSchema);
    expect([items.length, pages]).toEqual([55, 3]);
    expect(items.map(({ soldCardId }) => soldCardId)).toEqual(sold.map(({ soldCardId }) => soldCardId).reverse());
    const shown = JSON.stringify(items);
    expect(sold.some(({ serialNumber, voucher }) => shown.includes(serialNumber) || shown.includes(voucher))).toBe(
      false,
    );
    const last = sold.at(-1);
    const one = maskedSchema.parse(
      (await read(partner, `/v1/wallets/${walletId}/cards/${last?.soldCardId ?? ''}`)).json,
    );
    expect(last?.serialNumber.endsWith(one.maskedSerialNumber)).toBe(true);
  });

  it('are revealed one by one and by invoice, from their own wallet only, any number of times', async () => {
    const [walletId = '', other = ''] = walletIds;
    const { cards } = await walkCatalogue(partner, walletId);
    const card = cards.find(({ available }) => available);
    if (card === undefined) throw new Error('nothing to buy');
    const { soldCards = [], invoiceId = '' } = orderSchema.parse(
      (await buy(partner, walletId, orderFor(card, 2))).json,
    );
    const [first] = soldCards;
    for (let time = 0; time < 2; time += 1) {
      const reply = await reveal(`/v1/wallets/${walletId}/cards/${first?.soldCardId ?? ''}/reveal`);
      await verifyReply(reply, partner.serviceKey);
      expect(credentialSchema.parse(reply.json)).toMatchObject({
        serialNumber: first?.serialNumber,
        voucher: first?.voucher,
      });
    }
    expect(codeOf(await reveal(`/v1/wallets/${other}/cards/${first?.soldCardId ?? ''}/reveal`))).toBe('card_not_found');
    expect(codeOf(await reveal(`/v1/wallets/${other}/invoices/${invoiceId}/cards/reveal`))).toBe('resource_not_found');
    const withBody = await send(
      partner,
      'bodylessNonceMutation',
      'POST',
      `/v1/wallets/${walletId}/invoices/${invoiceId}/cards/reveal`,
      '{}',
    );
    expect(codeOf(withBody)).toBe('validation_failed');
  });
});
