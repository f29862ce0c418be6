import { changedProfile } from '../deployment/change.ts';
import type { ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { verdictOf } from './probe.ts';
import type { ProbeName } from './probe.ts';
import type { ProbeFault, Surgery } from './surgery.ts';
import type { Variant } from './variants.ts';

export type Found =
  | { readonly kind: 'found'; readonly changes: readonly ProfileChange[]; readonly profile: DeploymentProfile }
  /** `fields` are those that were tried; `isWhole` says whether all of the question was. */
  | { readonly kind: 'nothing'; readonly fields: readonly string[]; readonly isWhole: boolean }
  | { readonly kind: 'ended'; readonly by: ProbeFault | 'busy' };

export interface Question {
  readonly name: ProbeName;
  readonly variants: readonly Variant[];
  /** Whether two fields at a time are tried after each by itself. */
  readonly inPairs?: boolean;
  /** The signature is accepted already, and a field in the request is not. */
  readonly isSigned?: boolean;
}

interface Candidate {
  readonly fields: readonly string[];
  readonly changes: readonly ProfileChange[];
}

/** Tries one variant after the other until the service accepts it, as far as the surgery lets it. */
export async function search(surgery: Surgery, profile: DeploymentProfile, { name, variants, inPairs = false, isSigned = false }: Question): Promise<Found> {
  const tried = new Set<string>();
  for (const { fields, changes } of [...variants.map(alone), ...(inPairs ? pairsOf(variants) : [])]) {
    const candidate = changedProfile(profile, changes);
    if (candidate === null) continue;
    if (surgery.left() === 0) return { kind: 'nothing', fields: [...tried], isWhole: false };
    fields.forEach((field) => tried.add(field));
    const probe = await surgery.try(candidate, name);
    if (!probe.ok) return { kind: 'ended', by: probe.error };
    const standing = verdictOf(probe.value.judged).kind;
    if (standing === 'accepted' || (standing === 'form' && !isSigned)) return { kind: 'found', changes, profile: candidate };
    if (standing === 'busy') return { kind: 'ended', by: standing };
  }
  return { kind: 'nothing', fields: [...tried], isWhole: true };
}

function alone({ field, changes }: Variant): Candidate {
  return { fields: [field], changes };
}

/** Two fields at a time, those first that were first one by one. */
function pairsOf(variants: readonly Variant[]): readonly Candidate[] {
  const ranked = variants.map((variant, index) => ({ variant, rank: variants.slice(0, index).filter(({ field }) => field === variant.field).length }));
  const pairs = ranked.flatMap((one, index) => ranked.slice(index + 1).filter(({ variant }) => variant.field !== one.variant.field).map((other) => ({
    fields: [one.variant.field, other.variant.field], changes: [...one.variant.changes, ...other.variant.changes], rank: one.rank + other.rank,
  })));
  return pairs.toSorted((a, b) => a.rank - b.rank);
}
