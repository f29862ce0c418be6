import type { UpdateWait } from '../../src-shared/contract/update-codes.ts';

/** What the counter is doing, as far as a restart could disturb it. */
export interface CounterFacts {
  /** Attempts that wait for an answer, reveals and enrolments included. */
  readonly inFlight: number;
  /** Orders whose result is not known yet. */
  readonly unsettled: number;
  /** A card is at the checkout, or codes are on the screen. */
  readonly isServing: boolean;
  readonly isDayClosed: boolean;
  /** A backup was made within a day, or there is nothing to back up. */
  readonly isBackedUp: boolean;
}

/** Why an update is not offered now; null when it may be. The day's end does not wait for the last unsettled order. */
export function whyNotNow({
  inFlight,
  unsettled,
  isServing,
  isDayClosed,
  isBackedUp,
}: CounterFacts): UpdateWait | null {
  if (inFlight > 0) return 'in_flight';
  if (isServing) return 'serving';
  if (unsettled > 0 && !isDayClosed) return 'unsettled';
  return isBackedUp ? null : 'not_backed_up';
}

/** What an administrator runs for a package that belongs to the package manager, as a shell takes it. */
export function administratorCommand(path: string): string {
  return `sudo apt install '${path.replaceAll("'", String.raw`'\''`)}'`;
}
