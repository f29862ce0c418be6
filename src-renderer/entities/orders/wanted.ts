import type { OrderView } from '../../../src-shared/contract/schemas.ts';

const askBeforeMs = 2 * 60_000;

/** Whether it is time to ask if the customer still wants it: not where that decides nothing any more. */
export function asksWanted({ wantedDecides, wantedUntil }: OrderView, nowMs: number): boolean {
  return wantedDecides && Date.parse(wantedUntil) - nowMs < askBeforeMs;
}

export function isWantedOver({ wantedUntil }: OrderView, nowMs: number): boolean {
  return Date.parse(wantedUntil) < nowMs;
}
