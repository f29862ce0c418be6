import { keyEndWarningDays } from '../../../src-shared/contract/codes.ts';
import type { KeyValidity } from '../../../src-shared/contract/schemas.ts';
import type { Enrolment } from './enrolment.ts';

/**
 * When a key ends. Its window starts when staff activate it ("EnrollmentKeyRequest"), and nobody says when: it was
 * after the last time the service said "not active" and before the first time it said "active". Of that span the
 * earliest counts for warnings, and the latest for what is certain.
 */

export const dayMs = 86_400_000;
/**
 * How exactly the last "not active" is kept: a note for every poll would wear the disk, and earlier is on the safe
 * side.
 */
const noteEveryMs = 60_000;

/** Whether it is to be kept that the key was not active at this time of the service. */
export function isWorthNoting(lastNotActiveMs: number | null, atMs: number): boolean {
  return atMs - (lastNotActiveMs ?? 0) >= noteEveryMs;
}

/** How long the key of an enrolment is sure to be valid, and the warning that is due; null before it is active. */
export function validityOf({ activation, validDays }: Enrolment, nowMs: number): KeyValidity | null {
  if (activation === null) return null;
  const endsAtMs = activation.notActiveAtMs + validDays * dayMs;
  const leftMs = endsAtMs - nowMs;
  const warning = keyEndWarningDays.findLast((days) => leftMs <= days * dayMs);
  return {
    endsAt: new Date(endsAtMs).toISOString(),
    daysLeft: Math.max(Math.floor(leftMs / dayMs), 0),
    ...(warning === undefined ? {} : { warning }),
  };
}

/** Whether the key has ended whenever it was activated. */
export function hasSurelyEnded({ activation, validDays }: Enrolment, nowMs: number): boolean {
  return activation !== null && nowMs > activation.activeAtMs + validDays * dayMs;
}
