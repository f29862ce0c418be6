import type { ProfileChange } from '../deployment/change.ts';
import { requestSkewSeconds, type DeploymentProfile } from '../deployment/profile.ts';
import type { PartnerSession } from '../exchange/session.ts';
import { judgeAnyTime } from './answer-fit.ts';
import { allOf, type FirstProbes } from './check-context.ts';
import { verdictOf } from './probe.ts';
import { shapeOf } from './signature-shape.ts';

/**
 * How far the clocks are apart where answers hold in every way but their time: those that are bound to nothing unique.
 */
export function staleBy(
  { serviceKeys, clock }: PartnerSession,
  profile: DeploymentProfile,
  first: FirstProbes,
): number | null {
  const stale = allOf(first).find(({ judged }) => judged.kind === 'unverified' && judged.reason === 'stale');
  const judged = stale === undefined ? null : judgeAnyTime(profile, stale, serviceKeys.lookup);
  return judged?.kind === 'verified' && judged.createdAtSeconds !== null
    ? judged.createdAtSeconds * 1000 - clock.nowMs()
    : null;
}

/**
 * Where the service's time is known, what is stale by it and yet as fresh as answers usually may be took its time on
 * the line: the file lets answers be too young only. How far ahead requests may be dated stays as it was.
 */
export function tolerated(
  { serviceKeys, serviceClock }: PartnerSession,
  profile: DeploymentProfile,
  { read }: FirstProbes,
): readonly ProfileChange[] | null {
  const isStale = read.judged.kind === 'unverified' && read.judged.reason === 'stale';
  if (!isStale || serviceClock.offsetMs() === null || profile.answer.maxSkewSeconds >= usualSkewSeconds) return null;
  const judged = judgeAnyTime(profile, read, serviceKeys.lookup);
  if (judged.kind !== 'verified' || judged.createdAtSeconds === null) return null;
  const apartMs = Math.abs(judged.createdAtSeconds * 1000 - serviceClock.nowMs());
  return apartMs > usualSkewSeconds * 1000
    ? null
    : [
        { path: 'answer.maxSkewSeconds', to: usualSkewSeconds },
        { path: 'request.maxSkewSeconds', to: requestSkewSeconds(profile) },
      ];
}

/** What a file has that says nothing of it. */
const usualSkewSeconds = 60;

/**
 * Dated by this computer's clock a request was accepted, and by the time that the service signed into its answer the
 * next one was not: the service has two times.
 */
export function isDatedByTwo(profile: DeploymentProfile, { diagnostic, read }: FirstProbes): boolean {
  const apartMs = Math.abs(read.prepared.datedMs - diagnostic.prepared.datedMs);
  return (
    verdictOf(diagnostic.judged).kind === 'accepted' &&
    verdictOf(read.judged).kind === 'refused' &&
    apartMs > requestSkewSeconds(profile) * 1000 + longestCallMs
  );
}

/** Between the two calls at most; what is longer has ended the first. */
const longestCallMs = 120_000;

/**
 * How many seconds older than the answer before it an answer is, where it came after that one: nobody's clock does
 * this, and something that keeps answers does.
 */
export function keptFor({ answer }: DeploymentProfile, { diagnostic, read }: FirstProbes): number | null {
  if (diagnostic.judged.kind === 'unverified' || read.judged.kind !== 'unverified' || read.judged.reason !== 'stale')
    return null;
  const [before, after] = [diagnostic.judged.createdAtSeconds, shapeOf(read.raw)?.created ?? null];
  return before === null || after === null || before - after <= answer.maxSkewSeconds ? null : before - after;
}
