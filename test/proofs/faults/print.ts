import { markdownTable } from '../report.ts';
import { finders, isTestedAtHome, plantedFaults, whyNot, type Finder, type PlantedFault } from './faults.ts';

const inTests = 'found in `npm test`';

/** The section of docs/proofs.md. */
export function sectionOf(known: (fault: PlantedFault, by: Finder) => boolean | null): string {
  const cellOf = (fault: PlantedFault, by: Finder): string => {
    const isFound = known(fault, by);
    if (isFound === null) return isTestedAtHome(fault, by) ? inTests : (whyNot(fault, by) ?? '—');
    return isFound ? 'found' : 'not found';
  };
  const rows = plantedFaults.map((fault) => [
    `\`${fault.name}\``,
    fault.home,
    ...finders.map((by) => cellOf(fault, by)),
  ]);
  const found = rows.filter((row) => row.includes('found') || row.includes(inTests));
  return [
    '## Which proof finds which fault',
    'Looked for by `npm run -s proof:faults`, written by `npm run -s proof:faults -- --write`.',
    `${String(rows.length)} faults, ${String(found.length)} of them found by one proof at least.`,
    [
      '`—`: not tried since its module changed. *found in `npm test`*: each time, by a test that plants it in this proof.',
      '*planted in the proof*: the fault stands in for more than one text, and no other proof can be given it.',
      '*needs a bundle*: the matrix runs what is built, and was not tried.',
      '*does not run it*: the proof loads another part of the product.',
      'Unit tests are those of the part that the fault lies in; without the fault they passed.',
    ].join('\n'),
    markdownTable(['fault', 'planted by', ...finders], rows),
  ].join('\n\n');
}
