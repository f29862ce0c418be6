import type { Verified } from '../../partner-api/judge.ts';
import { retryAfterMs } from '../../partner-api/retry-after.ts';
import { restingMs } from '../../partner-api/session.ts';
import type { PartnerSession } from '../../partner-api/session.ts';
import type { Order } from './order.ts';
import { notBoughtTermsOf, nextUsefulRead } from './not-bought.ts';
import { isAskedAfterRefusal } from './next-call.ts';
import { isClockSetBack, isWanted } from './wanted.ts';
import { backoffMs, hourMs, slowMs } from './backoff.ts';
import type { Verdict } from './verdict.ts';

type Timing = Pick<PartnerSession, 'profile' | 'clock' | 'serviceClock' | 'randomness'>;

/**
 * How long to leave an operation alone after an attempt; `verdict` and `verified` are null where no answer came. A service
 * that exhausted its recovery is asked slowly until it says something else (design, states table).
 */
export function waitAfter(session: Timing, verdict: Verdict | null, verified: Verified | null, facts: Order): number {
  const asked = askedMs(session, verified);
  // Where codes are still to come with the first report, a customer waits for them; an invoice comes when it comes.
  const isRepeated = facts.completed !== null && facts.completed.invoiceId === null;
  if (verdict?.outcome === 'completed' && !isRepeated) return asked ?? 0;
  const said = verdict?.outcome === 'accepted' ? verdict.recoveryExhausted : null;
  if (said ?? facts.recoveryExhausted) return Math.max(asked ?? 0, slowMs(timesExhausted(facts) + (said === true ? 1 : 0)));
  if (facts.attention !== null && !isAskedAfterRefusal(facts)) return Math.max(asked ?? 0, hourMs);
  const pauseMs = backoffMs(facts.attempts.length, session.randomness, isWanted(facts, session.clock.nowMs()));
  return asked ?? (verdict?.outcome === 'notFound' ? Math.min(pauseMs, untilUsefulMs(session, facts) ?? pauseMs) : pauseMs);
}

/** How long the service asks to be left alone with this order (`Retry-After`, where the signature covers it); null where it asks nothing. */
export function askedMs({ profile, serviceClock }: Pick<Timing, 'profile' | 'serviceClock'>, verified: Verified | null): number | null {
  return retryAfterMs(verified?.header('retry-after') ?? null, profile, serviceClock.nowMs());
}

/**
 * How long the service still wants to be left alone with an order, whoever asks: by its clock, which no setting of this
 * machine's clock moves while we run, and by this one. Neither counts where it was put back since. A pause of the whole
 * counter counts too.
 */
export function askedLeftMs({ clock, serviceClock, budget }: Pick<PartnerSession, 'clock' | 'serviceClock' | 'budget'>, { asked }: Pick<Order, 'asked'>): number {
  const restMs = restingMs({ budget, clock });
  if (asked === null) return restMs;
  const nowMs = clock.nowMs();
  const sinceHereMs = nowMs - asked.heardAtMs;
  const sinceThereMs = nowMs + (serviceClock.offsetMs() ?? 0) - (asked.untilMs - asked.waitMs);
  const passedMs = [sinceHereMs, sinceThereMs].filter((sinceMs) => !isClockSetBack(-sinceMs, 0));
  return Math.max(restMs, 0, ...passedMs.map((sinceMs) => asked.waitMs - sinceMs));
}

/** A read that does not find the order may prove something from a certain time on: then it is worth asking. */
function untilUsefulMs({ profile, serviceClock }: Timing, facts: Order): number | null {
  const usefulSeconds = nextUsefulRead(facts, notBoughtTermsOf(profile));
  const waitMs = usefulSeconds === null ? 0 : usefulSeconds * 1000 - serviceClock.nowMs();
  return waitMs > 0 ? waitMs : null;
}

function timesExhausted({ attempts }: Order): number {
  return attempts.filter(({ ended }) => typeof ended === 'object' && ended?.outcome === 'accepted' && ended.recoveryExhausted).length;
}
