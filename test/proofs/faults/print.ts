import { markdownTable } from '../report.ts';
import { finders, idOf, plantedFaults, whyNot, type Finder, type PlantedFault } from './faults.ts';
import type { Kept } from './kept.ts';

/** The section of docs/proofs.md. */
export function sectionOf(kept: Kept): string {
  return [
    '## Which proof finds which fault',
    'What was looked for so far: by `npm run -s proof:faults -- --write`, and in the column of the proof that plants a fault by its own test in `npm test`, which plants it too.',
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
