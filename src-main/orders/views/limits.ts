import type { OperationId } from '../../core/ids.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Circumstances } from '../machine/circumstances.ts';
import { settledBySeconds, type NotBoughtTerms } from '../machine/not-bought.ts';
import { isFinal, stateOf, unjudged, type Order } from '../machine/order.ts';
import { askedLeftMs } from '../machine/pause.ts';
import { circumstancesOf, notBoughtTermsOf } from '../records/terms.ts';

/** Times by this machine's clock; null where there is none or nobody knows it. */
export interface OrderLimits {
  /** Until then the service asked us to leave it alone. */
  readonly askedUntilMs: number | null;
  /** By then settling has ended, by proof or with a question to a person, if the service answers. */
  readonly endsByMs: number | null;
}

export const noLimits: OrderLimits = { askedUntilMs: null, endsByMs: null };

/** Until when an order is left alone, and by when it is decided. */
function limitsOf(order: Order, circumstances: Circumstances): OrderLimits {
  const { nowMs, serviceNowMs, notBoughtTerms } = circumstances;
  const askedMs = isFinal(stateOf(order, nowMs)) || unjudged(order) !== null ? 0 : askedLeftMs(order, circumstances);
  return {
    askedUntilMs: askedMs > 0 ? nowMs + askedMs : null,
    endsByMs: settledByMs(order, notBoughtTerms, nowMs, serviceNowMs),
  };
}

export function limitsNow(session: PartnerSession, operationId: OperationId, order: Order): OrderLimits {
  return limitsOf(order, circumstancesOf(session, operationId, order));
}

/** The same as far as the records tell it, without a service; `profile` null where no deployment was named. */
export function limitsInRecords(order: Order, profile: DeploymentProfile | null, nowMs: number): OrderLimits {
  const askedUntilMs =
    order.asked === null || isFinal(stateOf(order, nowMs)) ? 0 : order.asked.heardAtMs + order.asked.waitMs;
  return {
    askedUntilMs: askedUntilMs > nowMs ? askedUntilMs : null,
    endsByMs: profile === null ? null : settledByMs(order, notBoughtTermsOf(profile), nowMs, nowMs),
  };
}

/** When settling ends at the latest; `serviceNowMs` is the service's time as far as it is known. */
function settledByMs(order: Order, terms: NotBoughtTerms, nowMs: number, serviceNowMs: number): number | null {
  const seconds = stateOf(order, nowMs) === 'settling' ? settledBySeconds(order, terms) : null;
  return seconds === null ? null : nowMs + Math.max(0, seconds * 1000 - serviceNowMs);
}
