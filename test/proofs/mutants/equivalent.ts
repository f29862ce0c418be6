import type { Mutant } from './mutant.ts';

/** A change that alters nothing that anybody could see, looked at by a person. */
export interface Equivalent extends Pick<Mutant, 'file' | 'within' | 'original' | 'replacement'> {
  readonly reason: string;
}

/** By file; a mutant is known by its line's text and its change, so that lines above it may come and go. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src-main/files/place.ts', within: 'return pattern.exec(text)?.[1] ?? null;',
    original: 'pattern.exec(text)?.[1]', replacement: 'pattern.exec(text)[1]', reason: 'what throws there is caught, and is no name either',
  },
  {
    file: 'src-main/signatures/base.ts',
    within: "const values = [...new URLSearchParams(request.query ?? '')].flatMap(([name, value]) => (formEncoded(name) === queryParam ? [value] : []));",
    original: "''", replacement: '"Stryker was here!"', reason: 'a query without the parameter and none at all are told the same',
  },
];

/** Why a mutant alters nothing, or null where nobody has shown that. */
export function equivalenceOf(mutant: Mutant, known: readonly Equivalent[] = equivalents): string | null {
  return known.find((one) => isOf(one, mutant))?.reason ?? null;
}

/** Entries that no mutant of the files that were tested whole has any more: the code they spoke of is gone. */
export function outdated(
  mutants: readonly Mutant[], known: readonly Equivalent[] = equivalents,
): readonly Equivalent[] {
  const files = new Set(mutants.map(({ file }) => file));
  return known.filter((one) => files.has(one.file) && !mutants.some((mutant) => isOf(one, mutant)));
}

function isOf(one: Equivalent, { file, within, original, replacement }: Mutant): boolean {
  return one.file === file && one.within === within && one.original === original && one.replacement === replacement;
}
