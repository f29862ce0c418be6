import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { expectOneSale } from './one-sale.ts';

const rounds = 16;
/** A busy machine may throw every moment to the same side; then some more are drawn. */
const roundsAtMost = 40;
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
  const ends = new Set<string>();
  // Where nothing was ever killed, or only before anything had begun, this test would show nothing.
  const isShown = () => ends.has('before the intent') && ends.has('after the intent');
  for (let round = 0; round < rounds || (!isShown() && round < roundsAtMost); round += 1) {
    // Where every kill came too early, the next ones come later.
    const withinMs = wholeRunMs * (ends.has('after the intent') ? 1 : 1 + round / rounds);
    ends.add(await killedAfter((((round % rounds) + Math.random()) / rounds) * withinMs));
  }
  expect(isShown()).toBe(true);
});

/** Buys, kills the counter meanwhile, goes on, and says where the kill struck. */
async function killedAfter(killAfterMs: number): Promise<'not killed' | 'before the intent' | 'after the intent'> {
  const operationId = randomUUID();
  const arguments_ = shop.buy(operationId, quantity, '--reveal');
  const killed = await shop.counter(arguments_, { killAfterMs });
  const known = await shop.counter(['order', operationId]);
  const intended = known.exitCode === 0;
  if (!intended) expect(failureOf(known, 2).code, `killed after ${killAfterMs} ms`).toBe('operation_unknown');
  // Without an intent nothing was sent; a script that repeats its command buys then, and resumes otherwise.
  if (!intended) expect((await shop.sandbox.sales()).some((sale) => sale.operationId === operationId)).toBe(false);
  const goingOn = await shop.counter(intended ? ['resume', operationId, '--reveal'] : arguments_);
  const whole = [killed, goingOn].findLast((run) => run.signal !== 'SIGKILL' && !(run === goingOn && intended));
  if (whole !== undefined) wholeRunMs = whole.tookMs * 1.2;
  const order = valueOf(goingOn, orderSchema);
  expect([order.state, shownCodes(order)], `killed after ${killAfterMs} ms`).toEqual(['completed', quantity]);
  await expectOneSale(shop, order);
  if (killed.signal !== 'SIGKILL') return 'not killed';
  return intended ? 'after the intent' : 'before the intent';
}
