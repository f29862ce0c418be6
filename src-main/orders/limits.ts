import type { DeploymentProfile } from '../deployment/profile.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import { isFinal, stateOf, unjudged } from './machine/order.ts';
import type { Order } from './machine/order.ts';
import { notBoughtTermsOf, settledBySeconds } from './machine/not-bought.ts';
import type { NotBoughtTerms } from './machine/not-bought.ts';
import { askedLeftMs } from './machine/pause.ts';

/** Times by this machine's clock; null where there is none or nobody knows it. */
export interface OrderLimits {
  /** Until then the service asked us to leave it alone. */
  readonly askedUntilMs: number | null;
  /** By then settling has ended, by proof or with a question to a person, if the service answers. */
  readonly endsByMs: number | null;
}

export const noLimits: OrderLimits = { askedUntilMs: null, endsByMs: null };

/** Until when an order is left alone, and by when it is decided. */
export function limitsOf(session: PartnerSession, facts: Order): OrderLimits {
  const nowMs = session.clock.nowMs();
  const askedMs = isFinal(stateOf(facts, nowMs)) || unjudged(facts) !== null ? 0 : askedLeftMs(session, facts);
  return { askedUntilMs: askedMs > 0 ? nowMs + askedMs : null, endsByMs: settledByMs(facts, notBoughtTermsOf(session.profile), nowMs, session.serviceClock.nowMs()) };
}

/** The same as far as the records tell it, without a service; `profile` null where no deployment was named. */
export function limitsInRecords(facts: Order, profile: DeploymentProfile | null, nowMs: number): OrderLimits {
  const askedUntilMs = facts.asked === null || isFinal(stateOf(facts, nowMs)) ? 0 : facts.asked.heardAtMs + facts.asked.waitMs;
  return { askedUntilMs: askedUntilMs > nowMs ? askedUntilMs : null, endsByMs: profile === null ? null : settledByMs(facts, notBoughtTermsOf(profile), nowMs, nowMs) };
}

/** When settling ends at the latest; `serviceNowMs` is the service's time as far as it is known. */
function settledByMs(facts: Order, word: NotBoughtTerms, nowMs: number, serviceNowMs: number): number | null {
  const seconds = stateOf(facts, nowMs) === 'settling' ? settledBySeconds(facts, word) : null;
  return seconds === null ? null : nowMs + Math.max(0, seconds * 1000 - serviceNowMs);
}
