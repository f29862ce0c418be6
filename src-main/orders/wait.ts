import type { Verified } from '../partner-api/judge.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import type { OrderFacts } from './facts.ts';
import { backoffMs, retryAfterMs, slowMs } from './retry.ts';
import type { Verdict } from './verdict.ts';

type Timing = Pick<PartnerSession, 'profile' | 'clock' | 'serviceClock' | 'randomness'>;

/**
 * How long to leave an operation alone after an attempt; `verdict` and `verified` are null where no answer came. A service
 * that exhausted its recovery is asked slowly until it says something else (design, states table).
 */
export function waitAfter(session: Timing, verdict: Verdict | null, verified: Verified | null, facts: OrderFacts): number {
  const said = verdict?.outcome === 'accepted' ? verdict.recoveryExhausted : null;
  if (said ?? facts.recoveryExhausted) return slowMs(timesExhausted(facts) + (said === true ? 1 : 0));
  const asked = retryAfterMs(verified?.header('retry-after') ?? null, session.profile.retryAfterUnit, session.serviceClock.nowMs());
  return asked ?? backoffMs(facts.attempts.length, session.randomness, session.clock.nowMs() <= facts.wantedUntilMs);
}

function timesExhausted({ attempts }: OrderFacts): number {
  return attempts.filter(({ ended }) => typeof ended === 'object' && ended?.outcome === 'accepted' && ended.recoveryExhausted).length;
}
