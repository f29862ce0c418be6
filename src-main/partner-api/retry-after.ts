import type { DeploymentProfile } from '../deployment/profile.ts';

/**
 * A `Retry-After` as milliseconds from `serviceNowMs`, between 1 second and 5 minutes (RFC 9110 section 10.2.3: seconds or a
 * date); null when absent or unreadable. A number that would be days is taken for milliseconds, as some services mean it.
 */
export function retryAfterMs(value: string | null, unit: DeploymentProfile['retryAfterUnit'], serviceNowMs: number): number | null {
  if (value === null) return null;
  const waitMs = /^\d{1,12}$/.test(value) ? numericMs(Number(value), unit) : dateMs(value) - serviceNowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 1_000), 300_000);
}

function numericMs(value: number, unit: DeploymentProfile['retryAfterUnit']): number {
  return unit === 'milliseconds' || value > 86_400 ? value : value * 1_000;
}

/** Only what looks like a date: `Date.parse` makes one of `-5` and `1.5` too. */
function dateMs(value: string): number {
  return /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
}
