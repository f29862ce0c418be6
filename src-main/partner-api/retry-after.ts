import type { DeploymentProfile } from '../deployment/profile.ts';

/** What a deployment says of `Retry-After`: its unit, and how long it may ask us to wait. */
export type RetryAfterTerms = Pick<DeploymentProfile, 'retryAfterUnit' | 'maximumRetryAfterSeconds'>;

/**
 * A `Retry-After` as milliseconds from `serviceNowMs`, between 1 second and the most that the profile lets the service
 * ask for (RFC 9110 section 10.2.3: seconds or a date); null when absent or unreadable.
 */
export function retryAfterMs(
  value: string | null,
  { retryAfterUnit, maximumRetryAfterSeconds }: RetryAfterTerms,
  serviceNowMs: number,
): number | null {
  if (value === null) return null;
  const waitMs = /^\d+$/.test(value)
    ? Number(value) * (retryAfterUnit === 'milliseconds' ? 1 : 1_000)
    : dateMs(value) - serviceNowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 1_000), maximumRetryAfterSeconds * 1_000);
}

/**
 * Only what looks like a date: `Date.parse` makes one of `-5` and `1.5` too. Its zone is always GMT (RFC 9110 section
 * 5.6.7); where it names none, `Date.parse` would take this computer's.
 */
function dateMs(value: string): number {
  return /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(`${value} GMT`) : Number.NaN;
}
