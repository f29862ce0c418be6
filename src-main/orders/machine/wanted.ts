import { wantedForMs } from './intent.ts';

/**
 * This machine's clock may be put back. What was written down as a time then lies too far off: a sale would stay wanted
 * for days and an order would wait as long. Records from a later time than now show it, and so does more time left than
 * was given.
 */

/** Clocks are corrected by less than this all the time. */
const toleranceMs = 60_000;

/** Whether something was recorded later than it is now. */
export function isClockSetBack(recordedAtMs: number, nowMs: number): boolean {
  return recordedAtMs > nowMs + toleranceMs;
}

interface Wanted {
  readonly wantedUntilMs: number;
  /** When the last event of the order was recorded. */
  readonly updatedAtMs: number;
}

/**
 * Whether the sale is wanted still. Where the clock cannot tell it is not: only a person knows whether the customer
 * waits.
 */
export function isWanted({ wantedUntilMs, updatedAtMs }: Wanted, nowMs: number): boolean {
  return (
    nowMs <= wantedUntilMs && wantedUntilMs - nowMs <= wantedForMs + toleranceMs && !isClockSetBack(updatedAtMs, nowMs)
  );
}

/**
 * Whether a sale whose latest event was recorded at `updatedAtMs` can still be wanted: whoever says so says it for so
 * long.
 */
export function mayBeWanted(updatedAtMs: number, nowMs: number): boolean {
  return nowMs <= updatedAtMs + wantedForMs + toleranceMs;
}

/**
 * When to go on by a schedule that was written down at `recordedAtMs`: at once where the clock was put back since. A
 * pause may be as long as the service asked for, so that its length alone shows nothing.
 */
export function dueAtMs(scheduledAtMs: number, recordedAtMs: number, nowMs: number): number {
  return isClockSetBack(recordedAtMs, nowMs) ? 0 : scheduledAtMs;
}
