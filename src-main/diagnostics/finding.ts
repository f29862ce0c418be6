import type { Cause, EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import { valueAt, type ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';

/** A field of the profile, what stands there and what the service goes by. */
export interface FieldChange extends ProfileChange {
  readonly from: unknown;
}

export interface Evidence {
  readonly kind: EvidenceKind;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** What did not arrive as it was sent, where it is one of these. */
export function changedOf(names: readonly string[]): Evidence {
  return { kind: names.length === 1 ? 'changedOnTheWay' : 'oneChanged', facts: { component: names.join(', ') } };
}

/** What was found: one cause, what shows it, and what would cure it. */
export interface Finding {
  readonly cause: Cause;
  /** Empty where no change of the profile cures it, or nobody but the service knows which. */
  readonly changes: readonly FieldChange[];
  /** Fields that are in question without a value that can be tried. */
  readonly fields: readonly string[];
  readonly evidence: readonly Evidence[];
  /** How many calls were made for it. */
  readonly calls: number;
  /** How far this computer's clock is behind (positive) or ahead of the service; null while not known. */
  readonly clockOffsetMs: number | null;
}

/** What a kind of answer does not name, it takes from the lists for all. */
export function fieldChanges(profile: DeploymentProfile, changes: readonly ProfileChange[]): readonly FieldChange[] {
  // What was found last counts, and what is back where it was is no change.
  const lastOf = new Map(changes.map((change) => [change.path, change]));
  return [...lastOf.values()]
    .map(({ path, to }) => ({
      path,
      from: valueAt(profile, path) ?? valueAt(profile, path.replace(/^answer\.kinds\.\w+/, 'answer')) ?? null,
      to,
    }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
