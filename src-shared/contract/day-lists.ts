/** The lines that a report names, and how many there are. */
export interface CountedList<Line> {
  readonly lines: readonly Line[];
  readonly count: number;
}

/** A list of a report with the count that stands beside it; without one, all of them are named. */
export function counted<Line>(lines: readonly Line[], count = lines.length): CountedList<Line> {
  return { lines, count };
}
