import { everUnknown, isFinal, stateOf } from './facts.ts';
import type { OrderFacts } from './facts.ts';
import type { IntendedOrder } from './events.ts';
import type { OrderCall } from './verdict.ts';

/** What to do next with an operation, and when (this machine's time). */
export interface NextCall {
  readonly call: OrderCall;
  readonly atMs: number;
}

/**
 * The next call of an operation, or null where only a person can go on (design, states table and "Wanted"). `current` is
 * what a resend would carry now: where it differs from what was pinned, the order is read first.
 */
export function nextCall(facts: OrderFacts, current: IntendedOrder['pinned'] | null, nowMs: number): NextCall | null {
  const state = stateOf(facts, nowMs);
  if (isFinal(state) || state === 'attention' || current === null) return null;
  const read: NextCall = { call: 'getPartnerOrder', atMs: facts.retryAtMs };
  const place: NextCall = { call: 'createPartnerOrder', atMs: facts.retryAtMs };
  if (state === 'settling' || facts.thenRead) return read;
  if (state === 'accepted') return place;
  if (nowMs > facts.wantedUntilMs) return null;
  if (differsFromPinned(facts, current)) return everUnknown(facts) ? read : null;
  return place;
}

/** Law 2: a resend that would not be byte for byte the same request may not be sent unless the service holds the id. */
export function differsFromPinned({ intent: { pinned } }: OrderFacts, current: IntendedOrder['pinned']): boolean {
  return (
    pinned.deployment !== current.deployment || pinned.url !== current.url || pinned.contentType !== current.contentType ||
    pinned.idempotencyKey !== current.idempotencyKey || pinned.keyId !== current.keyId
  );
}
