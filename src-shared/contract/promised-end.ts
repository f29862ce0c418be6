import type { OrderView } from './schemas.ts';

/**
 * By when an order is decided, as far as that can be said: not where the service is asked only later than that, because
 * it was away.
 */
export function promisedEnd({
  nextAttemptAt,
  endsBy,
}: Pick<OrderView, 'nextAttemptAt' | 'endsBy'>): string | undefined {
  if (endsBy === undefined) return undefined;
  return nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > Date.parse(endsBy) ? undefined : endsBy;
}
