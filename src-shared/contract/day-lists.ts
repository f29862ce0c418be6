/** The lines that a report names, and how many there are. */
export interface CountedList<Line> {
  readonly lines: readonly Line[];
  readonly count: number;
}

type Lists<Name extends string, Line> = Readonly<Record<Name, readonly Line[]>> &
  Readonly<Partial<Record<`${Name}Count`, number>>>;

/** A list of a report with the count of all, which stands beside it; without one, all of them are named. */
export function listIn<Name extends string, Line>(report: Lists<Name, Line>, name: Name): CountedList<Line> {
  const lines: readonly Line[] = report[name];
  const count: number | undefined = report[`${name}Count` as const];
  return { lines, count: count ?? lines.length };
}
