import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CounterOptions } from '../support/counter.ts';
import { failureOf, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { betweenSaleAndAnswer, expectOneSale } from './one-sale.ts';

const rounds = 16;
const quantity = 1;

let shop: Shop;
/**
 * How long the latest whole run took, generously: a busy machine takes longer or shorter from one round to the next.
 */
let wholeRunMs = 0;
beforeAll(async () => {
  shop = await openShop();
  const run = await shop.counter(shop.buy(randomUUID(), quantity, '--reveal'));
  valueOf(run, orderSchema);
  wholeRunMs = run.tookMs * 1.2;
});
afterAll(() => shop.close());

const title = 'sells once and keeps the codes, whenever the counter is killed from outside';
it(`${title} (${rounds} moments spread over a purchase)`, async () => {
  for (let round = 0; round < rounds; round += 1)
    await killedAt({ killAfterMs: ((round + Math.random()) / rounds) * wholeRunMs });
});

it('sells once and keeps the codes, killed as soon as it is started', async () => {
  expect(await killedAt({ killWhen: () => Promise.resolve() })).toBe('before the intent');
});

it('sells once and keeps the codes, killed between the sale and its answer', async () => {
  expect(await killedAt({ killWhen: await betweenSaleAndAnswer(shop) })).toBe('after the intent');
});

type Moment = Pick<CounterOptions, 'killAfterMs' | 'killWhen'>;

/** Buys, kills the counter meanwhile, goes on, and says where the kill struck. */
async function killedAt(moment: Moment): Promise<'not killed' | 'before the intent' | 'after the intent'> {
  const said = `killed after ${moment.killAfterMs ?? 'some'} ms`;
  const operationId = randomUUID();
  const arguments_ = shop.buy(operationId, quantity, '--reveal');
  const killed = await shop.counter(arguments_, moment);
  const known = await shop.counter(['order', operationId]);
  const intended = known.exitCode === 0;
  if (!intended) expect(failureOf(known, 2).code, said).toBe('operation_unknown');
  // Without an intent nothing was sent; a script that repeats its command buys then, and resumes otherwise.
  if (!intended) expect((await shop.sandbox.sales()).some((sale) => sale.operationId === operationId)).toBe(false);
  const goingOn = await shop.counter(intended ? ['resume', operationId, '--reveal'] : arguments_);
  const whole = [killed, goingOn].findLast((run) => run.signal !== 'SIGKILL' && !(run === goingOn && intended));
  if (whole !== undefined) wholeRunMs = whole.tookMs * 1.2;
  const order = valueOf(goingOn, orderSchema);
  expect([order.state, shownCodes(order)], said).toEqual(['completed', quantity]);
  await expectOneSale(shop, order);
  if (killed.signal !== 'SIGKILL') return 'not killed';
  return intended ? 'after the intent' : 'before the intent';
}
