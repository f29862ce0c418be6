import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderBesideFailure, orderSchema, shownCodes, valueOf } from '../../support/outcome.ts';
import type { Counter } from '../service.ts';

const ordersSchema = z.strictObject({ items: z.array(orderSchema), nextCursor: z.string().optional() });
const everyScope = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
];

/** Orders whose first answer does not end them. Each test leaves none pending. */
export function unsettled(counter: Counter): void {
  afterEach(async () => {
    await counter.sandbox.clearFaults();
    await counter.sandbox.scopes(everyScope);
    expect(valueOf(await counter.runLocal(['orders', '--pending']), ordersSchema)).toEqual({ items: [] });
  });
  const ordering = (name: string) => counter.sandbox.fault({ name, operation: 'createPartnerOrder' });
  const buy = (operationId: string, ...more: readonly string[]) =>
    counter.run(counter.buy(1, '--operation-id', operationId, ...more));
  const resume = async (operationId: string) => valueOf(await counter.run(['resume', operationId]), orderSchema);
  const salesOf = async (operationId: string) =>
    (await counter.sandbox.sales()).filter((sale) => sale.operationId === operationId).length;

  it('leaves an accepted order for later with --wait 0, and never cancels it', async () => {
    const operationId = randomUUID();
    await ordering('accept-202');
    const run = await buy(operationId, '--wait', '0');
    expect(orderBesideFailure(run, 4)).toMatchObject({
      operationId,
      state: 'accepted',
      codes: [],
      attempts: [{ httpStatus: 202, judgement: 'accepted' }],
    });
    expect(failureOf(run, 4)).toMatchObject({ code: 'not_settled', operationId });
    expect(
      valueOf(await counter.runLocal(['orders', '--pending']), ordersSchema).items.map((order) => order.operationId),
    ).toEqual([operationId]);
    expect(failureOf(await counter.run(['cancel', operationId]), 2).code).toBe('not_cancellable');
    expect((await resume(operationId)).state).toBe('completed');
    expect(await salesOf(operationId)).toBe(1);
  });

  it('waits for an accepted order as long as it is allowed to', async () => {
    const operationId = randomUUID();
    await ordering('accept-202');
    const order = valueOf(await buy(operationId, '--wait', '120', '--reveal'), orderSchema);
    expect([order.state, order.attempts.length, shownCodes(order)]).toEqual(['completed', 2, 1]);
  });

  it('calls a lost answer unknown, cancels nothing, and finds the sale again', async () => {
    const operationId = randomUUID();
    await ordering('drop-after-commit');
    expect(orderBesideFailure(await buy(operationId, '--wait', '0'), 4)).toMatchObject({
      state: 'unknown',
      attempts: [{ httpStatus: null, judgement: 'lost' }],
    });
    expect(failureOf(await counter.run(['cancel', operationId]), 2).code).toBe('not_cancellable');
    const { items } = valueOf(await counter.run(['resume', '--reveal']), ordersSchema);
    expect(items.map((order) => [order.operationId, order.state, shownCodes(order)])).toEqual([
      [operationId, 'completed', 1],
    ]);
    expect(await salesOf(operationId)).toBe(1);
  });

  it.each(['unsigned', 'bad-digest', 'bad-signature', 'unknown-key'])(
    'accepts no answer that it cannot verify, and resumes: %s',
    async (name) => {
      const operationId = randomUUID();
      await ordering(name);
      expect(orderBesideFailure(await buy(operationId, '--wait', '0'), 4)).toMatchObject({
        state: 'unknown',
        attempts: [{ httpStatus: 201, judgement: 'unverified' }],
      });
      expect((await resume(operationId)).state).toBe('completed');
      expect(await salesOf(operationId)).toBe(1);
    },
  );

  it('asks before it sells the same again while the first sale is open', async () => {
    const operationId = randomUUID();
    await ordering('drop-after-commit');
    orderBesideFailure(await buy(operationId, '--wait', '0'), 4);
    expect(failureOf(await counter.run(counter.buy(1)), 2)).toEqual({ code: 'same_sale_pending', operationId });
    expect(valueOf(await counter.run(counter.buy(1, '--beside-pending')), orderSchema).state).toBe('completed');
    await resume(operationId);
  });

  it('is blocked by a missing permission, and goes on when it is there', async () => {
    const [operationId, given] = [randomUUID(), randomUUID()];
    await counter.sandbox.scopes(everyScope.filter((scope) => scope !== 'orders:create'));
    const run = await buy(operationId, '--wait', '0');
    expect(orderBesideFailure(run, 4).state).toBe('blocked');
    expect(failureOf(run, 4)).toMatchObject({ code: 'not_settled', operationId, httpStatus: 403 });
    expect(run.stderr).toContain('insufficient_scope');
    orderBesideFailure(await buy(given, '--wait', '0'), 4);
    expect(valueOf(await counter.run(['cancel', given]), orderSchema).state).toBe('cancelled');
    await counter.sandbox.scopes(everyScope);
    expect((await resume(operationId)).state).toBe('completed');
    expect(failureOf(await counter.run(['resume', given]), 3)).toEqual({ code: 'order_cancelled', operationId: given });
    expect([await salesOf(operationId), await salesOf(given)]).toEqual([1, 0]);
  });

  it('says that an order was bought also where its codes may not be shown', async () => {
    const operationId = randomUUID();
    await counter.sandbox.scopes(everyScope.filter((scope) => scope !== 'cards:reveal'));
    await ordering('completed-elsewhere');
    const codesError = { code: 'insufficient_scope', httpStatus: 403 };
    expect(valueOf(await buy(operationId, '--reveal'), orderSchema)).toMatchObject({ state: 'completed', codesError });
    expect(valueOf(await counter.run(['resume', operationId, '--reveal']), orderSchema)).toMatchObject({
      state: 'completed',
      codesError,
    });
    await counter.sandbox.scopes(everyScope);
    expect(shownCodes(valueOf(await counter.run(['resume', operationId, '--reveal']), orderSchema))).toBe(1);
  });

  it('waits out a rate limit', async () => {
    const operationId = randomUUID();
    await ordering('rate_limited');
    expect(orderBesideFailure(await buy(operationId, '--wait', '0'), 4).state).toBe('waiting');
    expect((await resume(operationId)).state).toBe('completed');
  });

  it('ends with the worst of several orders', async () => {
    const [accepted, refused] = [randomUUID(), randomUUID()];
    await ordering('accept-202');
    orderBesideFailure(await buy(accepted, '--wait', '0'), 4);
    await ordering('accept-202');
    const both = await counter.run(['resume', '--wait', '0', '--now']);
    expect(failureOf(both, 4)).toMatchObject({ code: 'not_settled', operationId: accepted });
    await ordering('insufficient_balance');
    expect(failureOf(await buy(refused), 3)).toMatchObject({
      code: 'insufficient_balance',
      operationId: refused,
      httpStatus: 409,
    });
    await resume(accepted);
  });
}
