import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { EnrolmentSteps } from '../../../src-shared/contract/schemas.ts';
import type { Result } from '../../core/result.ts';

/** How long to wait between two questions whether a key is active: staff may take days. Times are monotonic. */
export interface PollPace {
  readonly intervalMs: number;
  /** Until then the service asked to be left alone. */
  readonly notBeforeMs: number;
}

const [mostMs, growth] = [60_000, 1.5];

export const firstPace: PollPace = { intervalMs: 2_000, notBeforeMs: 0 };

/** What to wait until the next question. */
export function pollPauseMs({ intervalMs, notBeforeMs }: PollPace, nowMs: number): number {
  return Math.max(intervalMs, notBeforeMs - nowMs);
}

export function slower(pace: PollPace): PollPace {
  return { ...pace, intervalMs: Math.min(mostMs, Math.round(pace.intervalMs * growth)) };
}

/** The service asked to be left alone for so long; no shorter pause ends a longer one. */
export function askedToWait(pace: PollPace, waitMs: number, nowMs: number): PollPace {
  return { ...pace, notBeforeMs: Math.max(pace.notBeforeMs, nowMs + waitMs) };
}

/** The invitation read only tells of an end, which is rare: it need not double every poll. */
const pollsPerInvitationRead = 10;

/** `poll` counts from 0. */
export function readsInvitation(poll: number): boolean {
  return poll % pollsPerInvitationRead === 0;
}

/** Whether there is nothing to wait for any more, or another second does not change it. */
export function endsWaiting(outcome: Result<EnrolmentSteps, Failure>): boolean {
  if (!outcome.ok) return isHopeless(outcome.error);
  const { state, waitsFor } = outcome.value;
  return waitsFor !== undefined || state === 'active' || state === 'refused' || state === 'expired';
}

function isHopeless({ code }: Failure): boolean {
  return (
    code === 'not_enrolled' ||
    code === 'answer_unreadable' ||
    code === 'seal_failed' ||
    code.startsWith('vault_') ||
    code.startsWith('journal_')
  );
}
