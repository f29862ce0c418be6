import type { Mutant } from './mutant.ts';

/** A change that alters nothing that anybody could see, looked at by a person. */
export interface Equivalent extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  /** The code that the change is made in, `original` in it: so much that it stands in the file once. */
  readonly within: string;
  readonly reason: string;
}

/** The changes of one line that alter nothing for the same reason. */
export function alike(
  file: string,
  within: string,
  reason: string,
  changes: readonly (readonly [original: string, replacement: string])[],
): readonly Equivalent[] {
  return changes.map(([original, replacement]) => ({ file, within, original, replacement, reason }));
}
