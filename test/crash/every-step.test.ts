import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { purchaseSteps } from '../../src-main/orders/records/steps.ts';
import { failureOf, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { expectOneSale } from './one-sale.ts';

const quantity = 2;
/** Codes are asked for only where the first answer did not bring them. */
const onlyAfterALostAnswer: readonly string[] = ['codes-requested', 'codes-sealed'];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('names every step of a purchase', async () => {
  const { items } = valueOf(await shop.counter(['journal', 'steps']), z.strictObject({ items: z.array(z.string()) }));
  expect(items).toEqual([...purchaseSteps]);
});

it('refuses a step that does not exist, before anything is recorded', async () => {
  const operationId = randomUUID();
  const run = await shop.counter(shop.buy(operationId, quantity), { env: { COUNTERFOIL_CRASH_AT: 'no-such-step' } });
  expect([run.exitCode, run.json]).toEqual([
    2,
    { ok: false, error: { code: 'input_invalid', field: 'COUNTERFOIL_CRASH_AT' } },
  ]);
  expect((await shop.counter(['order', operationId])).exitCode).toBe(2);
});

describe.each(purchaseSteps.filter((step) => !onlyAfterALostAnswer.includes(step)))('killed at %s', (step) => {
  it('resumes to one sale with its codes', async () => {
    await killAt(step, () => Promise.resolve());
  });
});

describe.each(purchaseSteps)("killed at %s after the service's answer got lost", (step) => {
  it('resumes to one sale with its codes', async () => {
    await killAt(step, () => shop.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' }));
  });
});

const withoutCodesOut = purchaseSteps.filter(
  (step) => purchaseSteps.indexOf(step) <= purchaseSteps.indexOf('verdict-recorded') || step === 'codes-unsealed',
);

it.each(withoutCodesOut)(
  'killed at %s, the same command buys no second time before anybody saw codes',
  async (step) => {
    await shop.sandbox.clearFaults();
    const before = (await shop.sandbox.sales()).length;
    const command = ['buy', '--wallet', shop.walletId, '--card', shop.cardId, '--quantity', '3', '--reveal'];
    const killed = await shop.counter(command, { env: { COUNTERFOIL_CRASH_AT: step } });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    const { code, operationId = '' } = failureOf(await shop.counter(command), 2);
    expect([code, (await shop.sandbox.sales()).length - before]).toEqual([
      'same_sale_pending',
      expect.toSatisfy((count: number) => count <= 1),
    ]);
    const resumed = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
    expect([resumed.state, shownCodes(resumed), (await shop.sandbox.sales()).length - before]).toEqual([
      'completed',
      3,
      1,
    ]);
  },
);

async function killAt(step: string, prepare: () => Promise<void>): Promise<void> {
  const operationId = randomUUID();
  await shop.sandbox.clearFaults();
  await prepare();
  const killed = await shop.counter(shop.buy(operationId, quantity, '--reveal'), {
    env: { COUNTERFOIL_CRASH_AT: step },
  });
  expect(killed.signal, killed.stderr).toBe('SIGKILL');
  const resumed = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
  expect([resumed.operationId, resumed.state, resumed.codes.length, shownCodes(resumed)]).toEqual([
    operationId,
    'completed',
    quantity,
    quantity,
  ]);
  await expectOneSale(shop, resumed);
}
