import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Verified } from '../partner-api/judge.ts';
import { refusalOf } from '../partner-api/problem.ts';
import { retryAfterMs } from '../partner-api/retry-after.ts';
import type { PartnerSession } from './session.ts';

/** A service that counts requests says when it has had too many, and one that cannot keep up when to come again. */
export function rest({ budget, clock, profile, serviceClock }: PartnerSession, answer: Verified): void {
  if (answer.status !== 429 && answer.status !== 503) return;
  const askedMs =
    retryAfterMs(answer.header('retry-after'), profile, serviceClock.nowMs()) ??
    (answer.status === 429 ? restWithoutWordMs : null);
  if (askedMs !== null) budget.restUntil(clock.monotonicMs() + askedMs, refusalOf(answer));
}

const restWithoutWordMs = 2_000;

/** How long the service still wants the whole counter to leave it alone; 0 where it does not. */
export function restingMs({ budget, clock }: Pick<PartnerSession, 'budget' | 'clock'>): number {
  return Math.max(0, budget.restingUntilMs() - clock.monotonicMs());
}

/** A pause that a person who waits for a call hardly notices. */
const patienceMs = 5_000;

/**
 * Before a call that is no order: waits out a short pause that the service asked for. Where it is longer, gives the
 * refusal that asked for it, in place of asking again; null where the service may be asked.
 */
export async function refusalWhileResting(session: Pick<PartnerSession, 'budget' | 'clock'>): Promise<Failure | null> {
  for (let leftMs = restingMs(session); leftMs > 0; leftMs = restingMs(session)) {
    if (leftMs > patienceMs) return session.budget.restRefusal() ?? { code: 'rate_limited' };
    await session.clock.sleep(Math.ceil(leftMs));
  }
  return null;
}
