/** A line of `docs/speed.md`: what was done, what it took, beside what in the same run, and what is to be reached. */
export interface BenchRow {
  readonly work: string;
  readonly measured: string;
  readonly limit: string;
  readonly toReach: string;
  readonly isReached: boolean;
}

interface Conditions {
  readonly cores: number;
  readonly node: string;
  /** The processes that wanted a core in the minute before, on average. */
  readonly loadBefore: number;
}

export interface Section {
  readonly title: string;
  readonly text: string;
}

const head = `# Speed

Written by \`npm run -s bench -- --write\`, which measures each figure beside its limit in one run. A figure says nothing
on another machine; what it is beside does. A section is of one bench, and is written anew when that bench runs.
`;

export function sectionOf(file: string, rows: readonly BenchRow[], { cores, node, loadBefore }: Conditions): Section {
  const title = file.replace(/^.*\//, '').replace(/\.bench\.ts$/, '');
  const others = loadBefore < 0.5 ? 'no other work beside it' : `a load of ${loadBefore.toFixed(1)} just before`;
  const lines = rows.map((row) => {
    const cells = [row.work, row.measured, row.limit, row.toReach, row.isReached ? 'yes' : '**no**'];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const text = [
    `Node ${node}, ${cores} cores, ${others}.`,
    '',
    '| work | measured | beside, in the same run | to reach | reached |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  return { title, text };
}

/** The page with this section in the place of the one of the same title, in the order of titles. */
export function withSection(page: string, section: Section): string {
  const sections = page
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n')).trim() }))
    .filter(({ title }) => title !== section.title);
  const all = [...sections, section].toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return `${head}\n${all.map(({ title, text }) => `## ${title}\n\n${text}\n`).join('\n')}`;
}
