import { markdownTable } from '../report.ts';
import { finders, idOf, plantedFaults, whyNot, type Finder, type PlantedFault } from './faults.ts';
import type { Kept } from './kept.ts';

/** The section of docs/proofs.md. */
export function sectionOf(kept: Kept): string {
  return [
    '## Which proof finds which fault',
    'Written by `npm run -s proof:faults -- --write` from what was looked for so far, each cell by running the proof, or the test of it, while the fault is planted.',
    '`—`: not run. *planted in the proof*: the fault stands in for more than one text of the product, so that no other proof can be given it. *needs a bundle*: the matrix runs what is built.',
    markdownTable(
      ['fault', 'planted by', ...finders],
      plantedFaults.map((fault) => [
        `\`${fault.name}\``,
        fault.home,
        ...finders.map((by) => cellOf(fault, by, kept[idOf(fault)]?.[by])),
      ]),
    ),
  ].join('\n\n');
}

function cellOf(fault: PlantedFault, by: Finder, isFound: boolean | undefined): string {
  if (isFound !== undefined) return isFound ? 'found' : 'not found';
  return whyNot(fault, by) ?? '—';
}
