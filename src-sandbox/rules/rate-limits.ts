import type { Refusal } from '../wire/refusals.ts';
import { err, ok, type Result } from '../wire/result.ts';
import type { SignedCall } from './call.ts';
import type { SignedOperation } from './operations.ts';

/**
 * Limit groups that support sets: every signed call counts, and order creation in one of its own besides ("Limits").
 */
export function checkRates(operation: SignedOperation, { state, nowMs }: SignedCall): Result<true, Refusal> {
  const { requests, orders } = state.settings.staff();
  const restSeconds =
    state.limitGroups.admit('requests', requests, nowMs) ??
    (operation.name === 'createPartnerOrder' ? state.limitGroups.admit('orders', orders, nowMs) : null);
  if (restSeconds === null) return ok(true);
  return err({ code: 'rate_limited', retryAfter: { seconds: restSeconds, form: 'seconds' } });
}
