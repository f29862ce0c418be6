import type { Randomness } from '../core/ports.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';

/** When to go on with an operation: bounded at once, spread with jitter, and written down with the event that asks for it. */

const slowStepsMs = [5, 15, 60].map((minutes) => minutes * 60_000);
const hourMs = 3_600_000;

/** After the n-th attempt without a verified outcome (n from 1): 1 s doubling to 60 s, of which the upper half is random. */
export function backoffMs(attempts: number, randomness: Randomness): number {
  const fullMs = Math.min(1_000 * 2 ** Math.min(Math.max(attempts - 1, 0), 6), 60_000);
  return Math.round(fullMs / 2 + (fullMs / 2) * fraction(randomness));
}

/** `recoveryExhausted`: the service asks to be resumed slowly; after `exhausted` such answers in a row (from 1). */
export function slowMs(exhausted: number): number {
  return slowStepsMs[exhausted - 1] ?? hourMs;
}

/**
 * A `Retry-After` as milliseconds from `nowMs`, between 1 second and 5 minutes (RFC 9110 section 10.2.3: seconds or a
 * date); null when absent or unreadable. A number that would be days is taken for milliseconds, as some services mean it.
 */
export function retryAfterMs(value: string | null, unit: DeploymentProfile['retryAfterUnit'], nowMs: number): number | null {
  if (value === null) return null;
  const waitMs = /^\d{1,12}$/.test(value) ? numericMs(Number(value), unit) : Date.parse(value) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 1_000), 300_000);
}

function numericMs(value: number, unit: DeploymentProfile['retryAfterUnit']): number {
  return unit === 'milliseconds' || value > 86_400 ? value : value * 1_000;
}

function fraction(randomness: Randomness): number {
  const [byte = 0] = randomness.bytes(1);
  return byte / 255;
}
