import { changedProfile, type ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { ProbeFault, ProbeRunner } from './probe-runner.ts';
import { verdictOf, type Probe, type ProbeName } from './probe.ts';
import { refusalTextOf, isAnswered, speaksOf, speaksOfLock, type RefusalText } from './refusal-text.ts';
import type { Variant } from './variants.ts';

export type Found =
  | { readonly kind: 'found'; readonly changes: readonly ProfileChange[] }
  /**
   * `fields` are those that were tried, `refusalText` the text of the last refusal; `isWhole` says whether all of the
   * question was tried, `hasOtherWords` whether a form was refused in other words than the first.
   */
  | {
      readonly kind: 'nothing';
      readonly fields: readonly string[];
      readonly isWhole: boolean;
      readonly hasOtherWords: boolean;
      readonly refusalText: RefusalText;
    }
  /** `locked`: the service began to refuse in another way than it did before anything was tried. */
  | { readonly kind: 'ended'; readonly by: ProbeFault | 'busy' | 'locked' };

export interface Question {
  readonly name: ProbeName;
  /** Other forms, given what was found to be right by then. */
  readonly variants: (profile: DeploymentProfile) => readonly Variant[];
  /** Forms that the service's own answers have: tried first, all together and one by one. */
  readonly hinted?: readonly Variant[];
  /** Whether two fields at a time are tried after each by itself. */
  readonly inPairs?: boolean;
  /** The signature is accepted already, and a field in the request is not. */
  readonly isSigned?: boolean;
  /** What the refusal that is to be cured says. */
  readonly refusalText: RefusalText;
}

interface Candidate {
  readonly fields: readonly string[];
  readonly changes: readonly ProfileChange[];
}

type Tried =
  | Exclude<Found, { kind: 'nothing' }>
  | { readonly kind: 'refused'; readonly refusalText: RefusalText }
  | { readonly kind: 'spent' }
  | null;

/**
 * Tries one variant after the other until the service accepts it, as far as the limits let it. Where a refusal speaks
 * of what was changed, and the next one of something else, the change is kept and the search goes on from there.
 */
export async function search(probes: ProbeRunner, profile: DeploymentProfile, question: Question): Promise<Found> {
  const trial = createTrial(probes, profile, question);
  let [kept, base, refusalText]: [Candidate, DeploymentProfile, RefusalText] = [
    { fields: [], changes: [] },
    profile,
    question.refusalText,
  ];
  for (;;) {
    const left = question.variants(base).filter(({ field }) => !kept.fields.includes(field));
    const candidates = [
      ...together(question.hinted ?? []),
      ...ranked([...(question.hinted ?? []), ...left], refusalText).map(alone),
    ].map((one) => joined(kept, one));
    const step = await firstStep(trial, candidates, kept, refusalText);
    if (step.kind === 'found') return shortest(trial, step.changes, step.fields);
    if (step.kind !== 'answered') {
      if (step.kind === 'ended' || question.inPairs !== true)
        return step.kind === 'ended' ? step : trial.nothing(refusalText);
      const pairs = await firstStep(
        trial,
        pairsOf(ranked(left, refusalText)).map((pair) => joined(kept, pair)),
        kept,
        '',
      );
      return pairs.kind === 'found' || pairs.kind === 'ended' ? pairs : trial.nothing(refusalText);
    }
    [kept, base, refusalText] = [
      step.candidate,
      changedProfile(profile, step.candidate.changes) ?? base,
      step.refusalText,
    ];
  }
}

type Step =
  | (Extract<Found, { kind: 'found' }> & { readonly fields: readonly string[] })
  | Extract<Found, { kind: 'ended' }>
  | { readonly kind: 'answered'; readonly candidate: Candidate; readonly refusalText: RefusalText }
  | { readonly kind: 'none' };

async function firstStep(
  trial: Trial,
  candidates: readonly Candidate[],
  kept: Candidate,
  refusalText: RefusalText,
): Promise<Step> {
  for (const candidate of candidates) {
    const tried = await trial.of(candidate);
    if (tried === null) continue;
    if (tried.kind === 'found') return { ...tried, fields: candidate.fields };
    if (tried.kind === 'ended') return tried;
    if (tried.kind === 'spent') return { kind: 'none' };
    const own = candidate.fields.filter((field) => !kept.fields.includes(field));
    if (isAnswered(refusalText, tried.refusalText, own))
      return { kind: 'answered', candidate, refusalText: tried.refusalText };
  }
  return { kind: 'none' };
}

/** Of several changes that were tried together those that are needed. */
async function shortest(trial: Trial, changes: readonly ProfileChange[], fields: readonly string[]): Promise<Found> {
  let needed = changes;
  if (fields.length > 1) {
    for (const field of fields) {
      const without = needed.filter(({ path }) => path !== field);
      if (without.length === 0 || without.length === needed.length) continue;
      const tried = await trial.of({ fields: without.map(({ path }) => path), changes: without });
      if (tried?.kind === 'ended') break;
      if (tried?.kind === 'found') needed = without;
    }
  }
  return { kind: 'found', changes: needed };
}

interface Trial {
  of(candidate: Candidate): Promise<Tried>;
  nothing(refusalText: RefusalText): Found;
}

function createTrial(
  probes: ProbeRunner,
  profile: DeploymentProfile,
  { name, isSigned = false, refusalText: firstText }: Question,
): Trial {
  const tried = new Set<string>();
  let [isWhole, hasOtherWords] = [true, false];
  const isAccepted = (probe: Probe): boolean => {
    const { kind } = verdictOf(probe.judged);
    return kind === 'accepted' || (kind === 'form' && !isSigned);
  };
  /** A refusal of another kind may be for the key that is locked by now: then what was refused before is so too. */
  const isLocked = async (probe: Probe): Promise<Extract<Found, { kind: 'ended' }> | null> => {
    const verdict = verdictOf(probe.judged);
    if (verdict.kind !== 'accepted' || verdict.refusal === null) return null;
    const before = await probes.try(profile, name);
    if (!before.ok) return { kind: 'ended', by: before.error };
    return isAccepted(before.value) ? { kind: 'ended', by: 'locked' } : null;
  };
  return {
    nothing: (refusalText) => ({ kind: 'nothing', fields: [...tried], isWhole, hasOtherWords, refusalText }),
    of: async ({ fields, changes }) => {
      const candidate = changedProfile(profile, changes);
      if (candidate === null) return null;
      if (probes.left() === 0) {
        isWhole = false;
        return { kind: 'spent' };
      }
      fields.forEach((field) => tried.add(field));
      const probe = await probes.try(candidate, name);
      if (!probe.ok) return { kind: 'ended', by: probe.error };
      if (isAccepted(probe.value)) return (await isLocked(probe.value)) ?? { kind: 'found', changes };
      const refusalText = refusalTextOf(probe.value.judged);
      if (refusalText !== firstText) hasOtherWords = true;
      const end = endIn(probe.value) ?? (speaksOfLock(refusalText) ? 'locked' : null);
      return end === null ? { kind: 'refused', refusalText } : { kind: 'ended', by: end };
    },
  };
}

/** A refusal of another kind, or one that the service did not sign: something in front of it has had enough. */
function endIn({ raw, judged }: Probe): 'busy' | 'locked' | null {
  const isUnsigned = judged.kind === 'unverified' && judged.reason === 'signature_missing';
  if (!isUnsigned && verdictOf(judged).kind !== 'busy') return null;
  return raw.status === 429 || raw.status >= 500 ? 'busy' : 'locked';
}

function alone({ field, changes }: Variant): Candidate {
  return { fields: [field], changes };
}

function joined(kept: Candidate, { fields, changes }: Candidate): Candidate {
  return { fields: [...kept.fields, ...fields], changes: [...kept.changes, ...changes] };
}

function together(hinted: readonly Variant[]): readonly Candidate[] {
  return hinted.length < 2
    ? []
    : [{ fields: hinted.map(({ field }) => field), changes: hinted.flatMap(({ changes }) => changes) }];
}

/** What the refusal speaks of comes first; else the order in which it was given. */
function ranked(variants: readonly Variant[], refusalText: RefusalText): readonly Variant[] {
  const named = variants.filter(({ field }) => speaksOf(refusalText, field));
  const unique = new Map([...named, ...variants].map((variant) => [JSON.stringify(variant.changes), variant]));
  return [...unique.values()];
}

/** Two fields at a time, those first that were first one by one. */
function pairsOf(variants: readonly Variant[]): readonly Candidate[] {
  const ranks = variants.map((variant, index) => ({
    variant,
    rank: variants.slice(0, index).filter(({ field }) => field === variant.field).length,
  }));
  const pairs = ranks.flatMap((one, index) =>
    ranks
      .slice(index + 1)
      .filter(({ variant }) => variant.field !== one.variant.field)
      .map((other) => ({
        fields: [one.variant.field, other.variant.field],
        changes: [...one.variant.changes, ...other.variant.changes],
        rank: one.rank + other.rank,
      })),
  );
  return pairs.toSorted((a, b) => a.rank - b.rank);
}
