import type { DeploymentProfile } from '../deployment/profile.ts';
import { operations } from '../partner-api/operations/table.ts';
import { fieldValue } from '../signatures/message.ts';
import { isBusyStatus } from './answer-source.ts';
import type { CheckContext, FirstProbes } from './check-context.ts';
import type { ProbeFault } from './probe-runner.ts';
import { verdictOf, type Probe, type ProbeName } from './probe.ts';
import { refusalTextOf, speaksOfLock } from './refusal-text.ts';
import { shapeOf } from './signature-shape.ts';
import { strippedHeaders } from './stripped-headers.ts';

/** Where nodes take turns, one of two that follow each other comes to the other node. */
const timesAgain = 2;
/** Finds what strikes each fourth call or more. What is rarer nobody can tell from an accident. */
const timesWell = 3;

/**
 * Whether a call that did not go through does so in the very same form: then no form is at fault, and none is tried.
 * Only where the two calls disagree, or both are refused.
 */
export async function comesAndGoes(
  context: CheckContext,
  base: DeploymentProfile,
  { diagnostic, read }: FirstProbes,
): Promise<boolean> {
  const doubtful = [diagnostic, read].filter(isDoubtful);
  const others = [diagnostic, read].filter((probe) => !isDoubtful(probe));
  const isEachRefused = doubtful.length === 2 && doubtful.every(({ judged }) => verdictOf(judged).kind === 'refused');
  const last = doubtful.at(-1);
  if (last === undefined || (!others.some(isThrough) && !isEachRefused)) return false;
  const { key } = context.counter;
  if (isEachRefused && 'key' in key && key.hasEnded()) return false;
  // Two calls came back alike already, and what is left of them may all be needed to find the form.
  const most = isEachRefused && !context.counter.acceptedBefore ? 1 : timesAgain;
  return goesThrough(context, base, last.name, outcomeOf(last), most);
}

/** Makes a call that failed again in the same form until it goes through; notes it where it does. */
export async function goesThrough(
  { probes, note }: CheckContext,
  base: DeploymentProfile,
  name: ProbeName,
  outcome: Outcome,
  most = timesAgain,
): Promise<boolean> {
  // The two that confirm a change come first.
  for (let times = 1; times <= most && probes.left() > 2; times += 1) {
    const again = await probes.try(base, name);
    if (!again.ok) return false;
    if (isThrough(again.value)) {
      const of = probes.tries(base, name);
      note('cameAndWent', { ...callOf(name), of, count: of - 1, ...outcome });
      return true;
    }
    if (isBusy(again.value) || speaksOfLock(refusalTextOf(again.value.judged))) return false;
  }
  return false;
}

export const tooMany = 429;

/**
 * Whether a read that went through does not always, or its answer is one that was kept. A word to slow down ends it: it
 * may be for these very calls.
 */
export async function differsAtTimes(
  { probes, note }: CheckContext,
  base: DeploymentProfile,
  read: Probe,
): Promise<'unsteady' | 'answer_changed' | null> {
  const { name } = read;
  for (let times = 1; times <= timesWell && probes.left() > 0; times += 1) {
    const again = await probes.try(base, name);
    if (again.ok && again.value.raw.status === tooMany) return null;
    if (again.ok && isTheSame(again.value, read)) {
      note('sameAnswer', callOf(name));
      return 'answer_changed';
    }
    if (again.ok ? isAsBefore(again.value, read) : !isOnTheWay(again.error)) continue;
    note('cameAndWent', {
      ...callOf(name),
      of: times + 1,
      count: 1,
      ...(again.ok ? outcomeOf(again.value) : { outcome: 'unanswered' }),
    });
    return 'unsteady';
  }
  return null;
}

/** The account may have been closed, or a permission taken, for every node or for some. */
function isAsBefore(again: Probe, before: Probe): boolean {
  const [now, then] = [verdictOf(again.judged), verdictOf(before.judged)];
  return now.kind === 'accepted' && then.kind === 'accepted' && now.refusal === then.refusal;
}

/** Each answer has a number of its own ("Common rules"): with its signature it is nobody's but one that was kept. */
function isTheSame({ raw }: Probe, before: Probe): boolean {
  return ['signature', 'x-request-id'].every((name) => {
    const value = fieldValue(raw.headers, name);
    return value !== null && value === fieldValue(before.raw.headers, name);
  });
}

/**
 * Whether an answer that is older than the one before it was kept on its way: asked again, the very same comes. A node
 * whose clock is behind signs a new one, behind by as much. Undefined where neither shows.
 */
export async function isKept(
  { probes }: CheckContext,
  base: DeploymentProfile,
  read: Probe,
): Promise<boolean | undefined> {
  const behind = behindBy(read);
  for (let times = 0; times < timesAgain && probes.left() > 0; times += 1) {
    const again = await probes.try(base, read.name);
    if (!again.ok || again.value.raw.status === tooMany) return undefined;
    if (isTheSame(again.value, read)) return true;
    const isStale = again.value.judged.kind === 'unverified' && again.value.judged.reason === 'stale';
    if (isStale && Math.abs(behindBy(again.value) - behind) <= sameSeconds) return false;
  }
  return undefined;
}

/** Whole seconds, twice. */
const sameSeconds = 3;

function behindBy({ prepared, raw }: Probe): number {
  return prepared.datedMs / 1000 - (shapeOf(raw)?.created ?? Number.NaN);
}

interface Outcome {
  readonly outcome: string;
  readonly detail?: string;
}

export function outcomeOf({ judged }: Probe): Outcome {
  const verdict = verdictOf(judged);
  if (verdict.kind === 'unbelieved') return { outcome: verdict.kind, detail: verdict.reason };
  const isRefused = verdict.kind === 'accepted' && verdict.refusal !== null;
  return { outcome: verdict.kind, ...(isRefused ? { detail: verdict.refusal } : {}) };
}

export function callOf(name: ProbeName): { readonly call: string } {
  const { method, path } = operations[name];
  return { call: `${method} ${path}` };
}

function isThrough({ judged }: Probe): boolean {
  return verdictOf(judged).kind === 'accepted';
}

function isBusy({ raw, judged }: Probe): boolean {
  return verdictOf(judged).kind === 'busy' || isBusyStatus(raw.status);
}

/** What was not accepted for no reason that the answer itself gives and that would be the same the next time. */
function isDoubtful(probe: Probe): boolean {
  const verdict = verdictOf(probe.judged);
  if (verdict.kind === 'refused') return !speaksOfLock(refusalTextOf(probe.judged)) && !strippedHeaders(probe).length;
  return verdict.kind === 'unbelieved' && !isBusy(probe) && chance.some((reason) => reason === verdict.reason);
}

const chance = ['signature_missing', 'signature_invalid', 'digest_mismatch'] as const;

/** What was not sent for a reason of this counter's own says nothing of the way. */
function isOnTheWay(fault: ProbeFault): boolean {
  return fault !== 'spent' && fault !== 'stopped' && fault !== 'resting';
}
