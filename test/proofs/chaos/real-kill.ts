import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { beforeIntent, purchaseSteps } from '../../../src-main/orders/records/steps.ts';
import { orderSchema, shownCodes, valueOf } from '../../support/outcome.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import type { Coverage } from './coverage.ts';
import type { Findings } from './summary.ts';

const quantity = 2;

/** The moments at which a real process can be killed. */
export const killSteps = [beforeIntent, ...purchaseSteps] as const;

/** A kill between two steps is tried at this one. */
const otherMoment = 'answer-received';

/**
 * The steps at which a real process ends by SIGKILL, at the counter that is shipped and against the service that is
 * shipped.
 */
export async function killForReal(steps: readonly (string | null)[], coverage: Coverage): Promise<readonly Findings[]> {
  if (steps.length === 0) return [];
  const shop = await openShop();
  const failing: Findings[] = [];
  try {
    for (const step of steps) {
      const at = step ?? otherMoment;
      const problem = await killAt(shop, at).catch((error: unknown) =>
        error instanceof Error ? error.message : 'not an error',
      );
      coverage.add('real kills', step ?? 'at any other moment');
      if (problem !== null)
        failing.push({
          replay: `--real-kill ${at}`,
          violations: [{ bar: 'after a real kill', what: `${at}: ${problem}` }],
          stories: [],
        });
    }
  } finally {
    await shop.close();
  }
  return failing;
}

/** The codes are asked for anew only where the answer got lost, so it does at every kill. */
async function killAt(shop: Shop, step: string): Promise<string | null> {
  const operationId = randomUUID();
  await shop.sandbox.fault({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
  const killed = await shop.counter(shop.buy(operationId, quantity, '--reveal'), {
    env: { COUNTERFOIL_CRASH_AT: step },
  });
  await shop.sandbox.clearFaults();
  if (killed.signal !== 'SIGKILL') return `was not killed: ${killed.stderr}`;
  const order = valueOf(
    await shop.counter(
      step === beforeIntent ? shop.buy(operationId, quantity, '--reveal') : ['resume', operationId, '--reveal'],
    ),
    orderSchema,
  );
  const sold = (await shop.sandbox.sales())
    .filter((sale) => sale.operationId === operationId)
    .map((sale) => sale.quantity);
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
  if (sold.length !== 1 || sold[0] !== quantity) return `sold ${JSON.stringify(sold)}`;
  return order.state === 'completed' && shownCodes(order) === quantity
    ? null
    : `${order.state}, ${String(shownCodes(order))} codes`;
}
