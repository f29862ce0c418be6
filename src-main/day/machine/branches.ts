import type { BranchEnd, TurningPoint } from './events.ts';

/** These records: how they came about, and how far they reach. */
export interface Chain {
  /** Every time that they were restored, copied or rolled back, the first one first. */
  readonly path: readonly TurningPoint[];
  /** Those of them at which a damaged record was salvaged, by number; none where nothing is said. */
  readonly salvagedAt?: readonly number[];
  readonly head: { readonly seq: number; readonly hash: string };
  /** The hash of an event; null where they hold none of this number. */
  readonly hashAt: (seq: number) => string | null;
}

/**
 * Up to which event of these records the Zs of a branch speak; 0 where nobody can tell. Where damage took the branch's
 * last event out of them, as far as the branch says.
 */
export function spokenForBy(end: BranchEnd, chain: Chain): number {
  const { path, lastSeq } = end;
  if (isOwnEnd(end, chain)) return lastSeq;
  const firstOther = path.findIndex((point, index) => chain.path[index]?.hash !== point.hash);
  const shared = firstOther === -1 ? path.length : firstOther;
  const partings = [path[shared], chain.path[shared]].flatMap((point) =>
    point === undefined ? [] : [point.boundarySeq],
  );
  return partings.length === 0 ? 0 : Math.min(...partings, lastSeq);
}

/**
 * Whether the Z of this end is one of these records. No event of its number is one that damage took: another branch has
 * one of another hash, or ends before.
 */
export function isOwnEnd({ lastSeq, headHash }: BranchEnd, { hashAt, head }: Chain): boolean {
  const found = hashAt(lastSeq);
  return lastSeq <= head.seq && (found === null || found === headHash);
}

/** Whether damage may have taken events that the Z of this end was made of. */
export function isDamagedSince({ lastSeq }: BranchEnd, { salvagedAt = [] }: Chain): boolean {
  return salvagedAt.some((seq) => seq > lastSeq);
}

/** The ends with that of these records, which takes the place of one on the same path. */
export function endsWith(ends: readonly BranchEnd[], own: BranchEnd): BranchEnd[] {
  const nameOf = ({ path }: BranchEnd): string => path.map(({ hash }) => hash).join(' ');
  return [...ends.filter((end) => nameOf(end) !== nameOf(own)), own];
}
