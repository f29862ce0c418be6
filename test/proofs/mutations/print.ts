import { markdownTable, textTable } from '../report.ts';
import { keySetClasses } from './key-set.ts';
import { groups, untouchedClasses } from './mutant.ts';
import type { Proof } from './prove.ts';
import { families } from './samples.ts';

type Table = typeof markdownTable;

/** The tables of a proof, for the terminal or for the page. */
export function tablesOf(proof: Proof, form: 'text' | 'markdown'): string {
  const table: Table = form === 'text' ? textTable : markdownTable;
  const { tally, samples } = proof.run;
  const { tried, refused, untouched, signed } = tally.total;
  const kindsOf = (family: string): number =>
    family === 'key set' ? 1 : samples.filter((sample) => sample.family === family).length;
  const rows = [...families, 'key set'].map((family) => [
    `${family} (${String(kindsOf(family))})`,
    ...tally.row(family),
  ]);
  return [
    `${number(tried)} changed exchanges of ${String(samples.length + 1)} kinds of answer: ` +
      `${number(refused)} refused, ${number(untouched)} accepted as untouched, ` +
      `${number(signed)} signed anew by the service itself and accepted as what it signed, ` +
      `${number(tally.wrongCount)} wrongly accepted.`,
    'Tried/refused/accepted, by kind of answer (how many) and by what was changed:',
    table(['answer', ...groups], rows),
    'Changes that may be accepted, because the meaning is untouched; every other class is always refused:',
    table(['change', 'tried', 'accepted', 'why it means the same'], acceptedRows(proof)),
    'Properties of any input, none of which may crash or hang:',
    table(
      ['about', 'claim', 'cases', 'slowest'],
      proof.claims.map(({ area, claim, cases, slowestMs }) => [
        area,
        claim,
        cases,
        form === 'text' ? `${slowestMs.toFixed(1)} ms` : slowness(slowestMs),
      ]),
    ),
  ].join('\n\n');
}

/** What went wrong, for a person who has to find it; empty where the proof holds. */
export function faultsOf({ run, claims, options }: Proof): string {
  const again = `seed ${String(options.seed)}${options.full ? ', --full' : ''}`;
  const lines = [
    ...run.tally.wrong.slice(0, 20).map(({ kind, label, fault }) => `WRONG  ${kind}: ${label}: ${fault}`),
    ...(run.tally.wrongCount > 20 ? [`WRONG  ${number(run.tally.wrongCount - 20)} more`] : []),
    ...run.unseen.map((label) => `NEVER ACCEPTED  ${label}`),
    ...claims.flatMap(({ area, claim, failure }) => (failure === null ? [] : [`FAILS  ${area}: ${claim}: ${failure}`])),
  ];
  return lines.length === 0 ? '' : [...lines, `(${again})`].join('\n');
}

/**
 * The section of docs/proofs.md. It holds no times of one machine, so that writing it again changes only what changed.
 */
export function sectionOf(proof: Proof): string {
  const { seed, full } = proof.options;
  const command = `npm run -s proof:mutations --${full ? ' --full' : ''} --seed ${String(seed)} --write`;
  return `## Mutations\n\nWritten by \`${command}\`.\n\n${tablesOf(proof, 'markdown')}`;
}

function acceptedRows({ run }: Proof): (string | number)[][] {
  const keySet = Object.entries(keySetClasses).map(([name, why]) => [`key set: ${name}`, why] as const);
  return [...Object.entries(untouchedClasses), ...keySet].map(([label, why]) => {
    const counts = run.tally.classes.get(label);
    return [label, counts?.tried ?? 0, counts?.untouched ?? 0, why];
  });
}

function slowness(ms: number): string {
  return ms < 100 ? 'under 0.1 s' : ms < 1_000 ? 'under 1 s' : 'under 2 s';
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
