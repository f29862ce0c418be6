import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderBesideFailure, orderSchema, valueOf } from '../../support/outcome.ts';
import type { Counter } from '../service.ts';

const cardsSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.object({ en: z.string() }) })) });
/** The practice service has few of these. */
const scarceCard = 'Nintendo eShop 50 USD';

/** What a service refuses, and what becomes of a service that is away or cannot be verified. */
export function misfortunes(counter: Counter): void {
  afterEach(() => counter.sandbox.clearFaults());
  const buy = (operationId: string, ...more: readonly string[]) =>
    counter.run(counter.buy(1, '--operation-id', operationId, ...more));

  it('ends an order that asks for more than there is, for good', async () => {
    const { walletId } = counter.sale;
    const { items } = valueOf(await counter.run(['catalogue', walletId, '--search', scarceCard]), cardsSchema);
    const card = items.find(({ name }) => name.en.startsWith(scarceCard))?.id ?? '';
    const operationId = randomUUID();
    const args = ['buy', '--wallet', walletId, '--card', card, '--quantity', '99', '--operation-id', operationId];
    const refused = await counter.run(args);
    expect(failureOf(refused, 3)).toMatchObject({ code: 'quantity_unavailable', operationId, httpStatus: 409 });
    const order = orderBesideFailure(refused, 3);
    expect([order.state, order.attempts.length]).toEqual(['refused', 1]);
    // Final: resumed, it is not sent again.
    expect(orderBesideFailure(await counter.run(args), 3)).toEqual(order);
    expect(orderBesideFailure(await counter.run(['resume', operationId]), 3)).toEqual(order);
    expect((await counter.sandbox.sales()).some((sale) => sale.operationId === operationId)).toBe(false);
  });

  it.each([
    ['price_changed', 409],
    ['purchase_not_allowed', 403],
    ['insufficient_balance', 409],
    ['allowed_debt_consent_required', 402],
    ['validation_failed', 422],
    ['daily_limit_exceeded', 429],
    ['wallet_expired', 409],
  ])('passes on a verified refusal: %s', async (code, httpStatus) => {
    const operationId = randomUUID();
    await counter.sandbox.fault({ name: code, operation: 'createPartnerOrder' });
    const run = await buy(operationId);
    expect(failureOf(run, 3)).toMatchObject({ code, httpStatus, operationId });
    expect(orderBesideFailure(run, 3).state).toBe('refused');
  });

  it.each([
    ['resource_not_found', 404],
    ['insufficient_scope', 403],
    ['rate_limited', 429],
  ])('says that the service refused to read an order, and keeps what it knows: %s', async (code, httpStatus) => {
    const operationId = randomUUID();
    const bought = valueOf(await buy(operationId), orderSchema);
    await counter.sandbox.fault({ name: code, operation: 'getPartnerOrder' });
    const read = valueOf(await counter.run(['order', operationId, '--remote']), orderSchema);
    expect(read).toMatchObject({
      state: 'completed',
      invoiceId: bought.invoiceId,
      readError: { code, httpStatus, operationId },
    });
    expect(valueOf(await counter.runLocal(['order', operationId]), orderSchema).state).toBe('completed');
  });

  it('tells an order that the service failed from one that it refused', async () => {
    const operationId = randomUUID();
    await counter.sandbox.fault({ name: 'fail-order', operation: 'createPartnerOrder' });
    const run = await buy(operationId);
    expect([failureOf(run, 3).code, orderBesideFailure(run, 3).state]).toEqual(['order_failed', 'failed']);
  });

  it('leaves to a person what only a person can decide', async () => {
    const operationId = randomUUID();
    await counter.sandbox.fault({ name: 'idempotency_conflict', operation: 'createPartnerOrder' });
    const run = await buy(operationId, '--wait', '0');
    expect(failureOf(run, 5)).toMatchObject({ code: 'needs_attention', operationId });
    expect(orderBesideFailure(run, 5).state).toBe('attention');
    expect(failureOf(await counter.run(['resume', '--wait', '0']), 5).code).toBe('needs_attention');
  });

  it.each(['unsigned', 'bad-digest', 'bad-signature', 'unknown-key'])(
    'shows nothing of a read that it cannot verify: %s',
    async (name) => {
      await counter.sandbox.fault({ name, operation: 'getPartnerWallets' });
      const run = await counter.run(['wallets']);
      expect(failureOf(run, 7)).toEqual({ code: 'answer_unverified' });
      expect(run.stdout).not.toContain('value');
    },
  );

  it("says which permission a read lacks only by the service's word", async () => {
    await counter.sandbox.fault({ name: 'insufficient_scope', operation: 'getPartnerProfile' });
    expect(failureOf(await counter.run(['profile']), 3)).toMatchObject({ code: 'insufficient_scope', httpStatus: 403 });
  });

  it('says that a connection broke', async () => {
    await counter.sandbox.fault({ name: 'drop-before', operation: 'getPartnerWallets' });
    expect(failureOf(await counter.run(['wallets']), 7).code).toBe('connection_lost');
  });

  it('lists what is pending while the service is stopped', async () => {
    const operationId = randomUUID();
    await counter.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
    orderBesideFailure(await buy(operationId, '--wait', '0'), 4);
    await counter.sandbox.restart(async () => {
      const pending = await counter.runLocal(['orders', '--pending']);
      expect(
        valueOf(pending, z.object({ items: z.array(orderSchema) })).items.map((order) => order.operationId),
      ).toContain(operationId);
      expect(failureOf(await counter.run(['wallets']), 7)).toEqual({ code: 'service_unreachable' });
      expect(failureOf(await counter.run(['diagnose']), 7)).toEqual({ code: 'service_unreachable' });
      expect(orderBesideFailure(await counter.run(['resume', operationId, '--wait', '0']), 4).state).toBe('unknown');
    });
    expect(valueOf(await counter.run(['resume', operationId]), orderSchema).state).toBe('completed');
  });
}
