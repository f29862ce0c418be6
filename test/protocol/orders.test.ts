import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { read, send, verifyReply, type Partner, type Reply } from './client.ts';
import { enrol } from './enrolled.ts';
import { freshFolder, salesOf, startSandbox, type Sandbox } from './sandbox-process.ts';
import {
  buy,
  codeOf,
  credentialSchema,
  firstFieldOf,
  orderFor,
  orderSchema,
  walkCatalogue,
  walletSchema,
  type Card,
} from './shop.ts';

let sandbox: Sandbox;
let partner: Partner;
let walletId: string;
let cards: readonly Card[];
let card: Card;

const folder = freshFolder();
const found = (name: string): Card => {
  const match = cards.find((candidate) => candidate.name?.en === name);
  if (match === undefined) throw new Error(`no card ${name}`);
  return match;
};

beforeAll(async () => {
  sandbox = await startSandbox(folder);
  partner = await enrol(sandbox.address);
  walletId = sandbox.address.walletIds[0] ?? '';
  ({ cards } = await walkCatalogue(partner, walletId));
  card = found('PlayStation 10 USD (US)');
});

afterAll(() => sandbox.end());

const order = (reply: Reply) => orderSchema.parse(reply.json);
const balance = async (id = walletId) =>
  walletSchema.parse((await read(partner, `/v1/wallets/${id}`)).json).balance.amount;
const salesFor = async (operationId: string) =>
  (await salesOf(sandbox)).filter((sale) => sale.operationId === operationId);
const stateOf = async (operationId: string) => order(await read(partner, `/v1/orders/${operationId}`));

describe('placing an order', () => {
  it('sells: 201 with the codes, a debit, a sale', async () => {
    const operationId = randomUUID();
    const before = await balance();
    const body = orderFor(card, 3, { externalReference: 'Till 2 - #17' });
    const reply = await buy(partner, walletId, body, operationId);
    await verifyReply(reply, partner.serviceKey);
    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`/v1/orders/${operationId}`);
    expect(order(reply)).toMatchObject({ operationId, status: 'completed', walletId, cardId: card.id, quantity: 3 });
    const sold = order(reply).soldCards ?? [];
    expect(new Set(sold.flatMap(({ voucher, serialNumber }) => [voucher, serialNumber])).size).toBe(6);
    expect(await salesFor(operationId)).toEqual([
      {
        operationId,
        walletId,
        cardId: card.id,
        quantity: 3,
        bodySha256: createHash('sha256').update(body).digest('hex'),
        soldCardIds: sold.map(({ soldCardId }) => soldCardId),
      },
    ]);
    const spent = Math.round((Number(before) - Number(await balance())) * 1000);
    expect(spent).toBe(Math.round(Number(order(reply).total?.amount) * 1000));
  });

  it('answers the same order again with 200, the replay header and never the codes', async () => {
    const operationId = randomUUID();
    const body = orderFor(card);
    await buy(partner, walletId, body, operationId);
    const again = await buy(partner, walletId, body, operationId);
    const { components } = await verifyReply(again, partner.serviceKey);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(components.map(({ name }) => name)).toContain('idempotency-replayed');
    expect(order(again)).toMatchObject({ status: 'completed' });
    expect(order(again).soldCards).toBeUndefined();
    expect(await salesFor(operationId)).toHaveLength(1);
  });

  it('refuses the same operation id with another body or another wallet', async () => {
    const operationId = randomUUID();
    await buy(partner, walletId, orderFor(card), operationId);
    for (const [wallet, body] of [
      [walletId, orderFor(card, 2)],
      [sandbox.address.walletIds[1] ?? '', orderFor(card)],
    ] as const) {
      const reply = await buy(partner, wallet, body, operationId);
      expect([reply.status, codeOf(reply)]).toEqual([409, 'idempotency_conflict']);
    }
    expect(await salesFor(operationId)).toHaveLength(1);
  });

  it('sells once under concurrent requests, and reports the codes once', async () => {
    const operationId = randomUUID();
    const body = orderFor(card, 2);
    const replies = await Promise.all(Array.from({ length: 8 }, () => buy(partner, walletId, body, operationId)));
    expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ]);
    expect(replies.filter((reply) => order(reply).soldCards !== undefined)).toHaveLength(1);
    expect(await salesFor(operationId)).toHaveLength(1);
  });

  it('sells once across a kill of the service, which is then the same service again', async () => {
    const operationId = randomUUID();
    const body = orderFor(card);
    const first = order(await buy(partner, walletId, body, operationId));
    const before = await balance();
    await sandbox.end('SIGKILL');
    const { invitationId, walletIds } = sandbox.address;
    sandbox = await startSandbox(folder);
    expect(sandbox.address).toMatchObject({ invitationId, walletIds });
    partner = { ...partner, baseUrl: sandbox.address.baseUrl };
    const again = await buy(partner, walletId, body, operationId);
    await verifyReply(again, partner.serviceKey);
    expect(order(again)).toMatchObject({ status: 'completed', invoiceId: first.invoiceId });
    expect(await balance()).toBe(before);
    expect(await salesFor(operationId)).toHaveLength(1);
  });

  it('names the field of a body that is not exactly right, and sells nothing', async () => {
    const price = card.unitPrice ?? { amount: '', currency: '' };
    const faults: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ quantity: 0 }, '/quantity'],
      [{ quantity: 1.5 }, '/quantity'],
      [{ quantity: '1' }, '/quantity'],
      [{ quantity: 101 }, '/quantity'],
      [{ expectedUnitPrice: { ...price, amount: `${price.amount}0` } }, '/expectedUnitPrice/amount'],
      [{ expectedUnitPrice: { ...price, amount: price.amount.slice(0, -1) } }, '/expectedUnitPrice/amount'],
      [{ expectedUnitPrice: { ...price, amount: Number(price.amount) } }, '/expectedUnitPrice/amount'],
      [{ expectedTotal: { ...price, amount: '0.001' } }, '/expectedTotal/amount'],
      [{ expectedTotal: undefined }, '/expectedTotal'],
      [{ note: 'x' }, '/note'],
      [{ cardId: 'PS' }, '/cardId'],
      [{ externalReference: '' }, '/externalReference'],
      [{ externalReference: 'طلب' }, '/externalReference'],
      [{ externalReference: 'x'.repeat(101) }, '/externalReference'],
      [{ useAllowedDebt: 'yes' }, '/useAllowedDebt'],
    ];
    const before = await salesOf(sandbox);
    for (const [fault, pointer] of faults) {
      const reply = await buy(partner, walletId, orderFor(card, 1, fault));
      expect([reply.status, codeOf(reply), firstFieldOf(reply)], JSON.stringify(fault)).toEqual([
        422,
        'validation_failed',
        pointer,
      ]);
    }
    expect(codeOf(await buy(partner, walletId, '{'))).toBe('validation_failed');
    expect(await salesOf(sandbox)).toEqual(before);
  });

  it('refuses what the rules do not allow, with the code and status of the rule', async () => {
    const price = card.unitPrice ?? { amount: '', currency: '' };
    const outOfStock = found('PlayStation 110 USD (US)');
    const scarce = found('Nintendo eShop 50 USD (US)');
    const bounded = found('PlayStation 100 USD (US)');
    const fewAtLeast = found('PUBG Mobile 60 UC');
    const table: readonly [string, number, string, string?][] = [
      [orderFor(card, 1, { cardId: randomUUID() }), 404, 'resource_not_found'],
      [orderFor(card, 1, { expectedUnitPrice: card.businessPrice }), 409, 'price_changed'],
      [orderFor(card, 1, { expectedUnitPrice: { ...price, currency: 'JOD' } }), 422, 'currency_not_supported'],
      [orderFor(outOfStock), 409, 'card_unavailable'],
      [orderFor(scarce, 4), 409, 'quantity_unavailable'],
      [orderFor(bounded, 11), 422, 'validation_failed'],
      [orderFor(fewAtLeast, 4), 422, 'validation_failed'],
      [orderFor(card, 1, { cardId: found('noon 50 AED (UAE)').id }), 403, 'purchase_not_allowed'],
    ];
    for (const [body, status, code] of table) {
      const reply = await buy(partner, walletId, body);
      expect([reply.status, codeOf(reply)]).toEqual([status, code]);
    }
    const elsewhere = await buy(partner, randomUUID(), orderFor(card));
    expect([elsewhere.status, codeOf(elsewhere)]).toEqual([404, 'wallet_not_granted']);
  });

  it('leaves an operation id free after a refusal', async () => {
    const operationId = randomUUID();
    await buy(partner, walletId, orderFor(card, 1, { expectedUnitPrice: card.businessPrice }), operationId);
    expect((await read(partner, `/v1/orders/${operationId}`)).status).toBe(404);
  });

  it('uses allowed debt only with consent, and never more than it', async () => {
    const jordan = sandbox.address.walletIds[1] ?? '';
    const catalogue = await walkCatalogue(partner, jordan);
    const dear = catalogue.cards.find(({ name }) => name?.en === 'PlayStation 75 USD (US)');
    if (dear === undefined) throw new Error('no such card');
    expect((await buy(partner, jordan, orderFor(dear, 100))).status).toBe(201);
    const consent = { useAllowedDebt: true };
    const withoutConsent = await buy(partner, jordan, orderFor(dear, 30));
    expect([withoutConsent.status, codeOf(withoutConsent)]).toEqual([402, 'allowed_debt_consent_required']);
    expect(codeOf(await buy(partner, jordan, orderFor(dear, 60, consent)))).toBe('insufficient_balance');
    expect((await buy(partner, jordan, orderFor(dear, 30, consent))).status).toBe(201);
    expect(Number(await balance(jordan))).toBeLessThan(0);
  });
});

describe('an order without an outcome', () => {
  it('is accepted with 202, is moved by no read, and completes at the next POST with its codes', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'accept-202', operation: 'createPartnerOrder', count: 2 });
    const body = orderFor(card);
    for (const attempt of [
      await buy(partner, walletId, body, operationId),
      await buy(partner, walletId, body, operationId),
    ]) {
      expect([
        attempt.status,
        order(attempt).status,
        attempt.headers['retry-after'],
        attempt.headers['location'],
      ]).toEqual([202, 'processing', '1', `/v1/orders/${operationId}`]);
    }
    expect([(await stateOf(operationId)).status, (await stateOf(operationId)).status]).toEqual([
      'processing',
      'processing',
    ]);
    expect(await salesFor(operationId)).toHaveLength(0);
    const completed = await buy(partner, walletId, body, operationId);
    expect([completed.status, order(completed).soldCards?.length, completed.headers['idempotency-replayed']]).toEqual([
      200,
      1,
      undefined,
    ]);
    expect((await buy(partner, walletId, body, operationId)).headers['idempotency-replayed']).toBe('true');
    expect(await stateOf(operationId)).not.toHaveProperty('soldCards');
  });

  it('may complete behind the answer: a read shows it, and the next POST is the first report', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'complete-unreported' });
    const first = await buy(partner, walletId, orderFor(card), operationId);
    expect([first.status, order(first).status]).toEqual([202, 'processing']);
    expect(await stateOf(operationId)).toMatchObject({ status: 'completed' });
    expect(order(await buy(partner, walletId, orderFor(card), operationId)).soldCards).toHaveLength(1);
  });

  it('may stay unknown to the service itself, and complete later', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'recovery-exhausted' });
    const first = await buy(partner, walletId, orderFor(card), operationId);
    expect([first.status, order(first).status]).toEqual([202, 'recoveryExhausted']);
    const seen = await read(partner, `/v1/orders/${operationId}`);
    expect([order(seen).status, seen.headers['retry-after']]).toEqual(['recoveryExhausted', '1']);
    expect(order(await buy(partner, walletId, orderFor(card), operationId))).toMatchObject({ status: 'completed' });
  });

  it('may fail: nothing is sold, and it stays failed', async () => {
    const operationId = randomUUID();
    const before = await balance();
    await sandbox.control('/faults', { name: 'fail-order' });
    const first = await buy(partner, walletId, orderFor(card), operationId);
    expect([first.status, order(first).status]).toEqual([200, 'failed']);
    const again = await buy(partner, walletId, orderFor(card), operationId);
    expect([order(again).status, again.headers['idempotency-replayed']]).toEqual(['failed', 'true']);
    expect([await balance(), await salesFor(operationId)]).toEqual([before, []]);
  });
});

describe('a lost answer', () => {
  it('leaves one sale whose codes only a reveal gives', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'drop-after-commit' });
    await expect(buy(partner, walletId, orderFor(card, 2), operationId)).rejects.toThrow();
    expect(await salesFor(operationId)).toHaveLength(1);
    const again = await buy(partner, walletId, orderFor(card, 2), operationId);
    expect([again.status, again.headers['idempotency-replayed'], order(again).soldCards]).toEqual([
      200,
      'true',
      undefined,
    ]);
    const path = `/v1/wallets/${walletId}/invoices/${order(again).invoiceId ?? ''}/cards/reveal`;
    const revealed = await send(partner, 'bodylessNonceMutation', 'POST', path);
    await verifyReply(revealed, partner.serviceKey);
    const { soldCards } = z
      .strictObject({ invoiceId: z.uuid(), soldCards: z.array(credentialSchema) })
      .parse(revealed.json);
    expect(soldCards.map(({ soldCardId }) => soldCardId)).toEqual((await salesFor(operationId))[0]?.soldCardIds);
  });

  it('counts as the first report also when an accepted order completes in it', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'accept-202' });
    await buy(partner, walletId, orderFor(card), operationId);
    await sandbox.control('/faults', { name: 'drop-after-commit' });
    await expect(buy(partner, walletId, orderFor(card), operationId)).rejects.toThrow();
    const again = await buy(partner, walletId, orderFor(card), operationId);
    expect([order(again).status, order(again).soldCards, again.headers['idempotency-replayed']]).toEqual([
      'completed',
      undefined,
      'true',
    ]);
  });

  it('lost before the service saw it leaves nothing', async () => {
    const operationId = randomUUID();
    await sandbox.control('/faults', { name: 'drop-before' });
    await expect(buy(partner, walletId, orderFor(card), operationId)).rejects.toThrow();
    expect((await read(partner, `/v1/orders/${operationId}`)).status).toBe(404);
    expect((await buy(partner, walletId, orderFor(card), operationId)).status).toBe(201);
  });
});
