import { z } from 'zod';
import type { OrderOutcome } from '../../state/orders.ts';
import { faultKind, noParameters, type FaultKind } from './behaviour.ts';
import { readRetryAfter, retryAfterParameters } from './retry-after.ts';

const untilNextPost = z.strictObject(retryAfterParameters);

/** What an order comes to. */
export const orderFaults: readonly FaultKind[] = [
  openOutcome('accept-202', 'Accepts the order with 202 and no outcome; as often as it counts.', {
    status: 'processing',
    reported: false,
  }),
  openOutcome(
    'complete-unreported',
    'Completes the order behind a 202: the next POST is the first report, with the codes.',
    { status: 'completed', reported: false },
  ),
  openOutcome(
    'recovery-exhausted',
    'The service cannot learn the outcome: 202 recoveryExhausted; as often as it counts.',
    {
      status: 'recoveryExhausted',
      reported: false,
    },
  ),
  faultKind(
    'completed-elsewhere',
    'Completes the order and answers 200 with Idempotency-Replayed and no codes, as if an earlier answer had reported them.',
    noParameters,
    () => ({ point: 'outcome', outcome: { status: 'completed', reported: true, elsewhere: true } }),
  ),
  faultKind('fail-order', 'The order fails by a business rule: nothing is sold.', noParameters, () => ({
    point: 'outcome',
    outcome: { status: 'failed', reported: true },
  })),
  faultKind(
    'not-yet-visible',
    'The order exists, but so many reads of it, or all within ms of its acceptance, give resource_not_found (1 read when neither is given).',
    z.strictObject({ reads: z.int().min(0).optional(), ms: z.int().min(0).optional() }),
    ({ reads, ms }) => ({ point: 'visibility', reads: reads ?? (ms === undefined ? 1 : 0), ms: ms ?? 0 }),
  ),
];

function openOutcome(name: string, says: string, outcome: OrderOutcome): FaultKind {
  return faultKind(name, says, untilNextPost, (given) => ({ point: 'outcome', outcome, ...readRetryAfter(given) }));
}
