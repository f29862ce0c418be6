import { markdownTable, textTable } from '../report.ts';
import { fields, type Field } from './fields.ts';
import type { Proof } from './prove.ts';
import type { Finding } from './run-profile.ts';

/** What was covered, and what became of a counter that has a field wrong. */
export function tablesOf(proof: Proof, form: 'text' | 'markdown'): string {
  const { rows, pairs, excluded, once } = proof.coverage;
  const alike = proof.findings.filter(({ task }) => task.mismatch === null);
  const ended = alike.filter(({ finding }) => finding === null).length;
  const table = form === 'text' ? textTable : markdownTable;
  const values = fields.reduce((sum, field) => sum + Object.keys(field.values).length, 0);
  return [
    `${String(fields.length)} fields with ${String(values)} values: ` +
      `${number(pairs)} of ${number(pairs)} possible pairs of values ` +
      `covered by ${String(rows.length)} profiles ` +
      `(by the first ${String(once)} already, and each twice by all); ` +
      `${String(excluded)} pairs excluded, because the schema refuses them.`,
    `With ${String(ended)} of ${String(alike.length)} a counter enrolled, bought, lost an answer, ` +
      'resumed, revealed and accounted for every card, over HTTP with a service of the same file.',
    'The other way round: one field at the counter is not what it is at its service. Each field must be felt, or it says why not:',
    table(
      ['field', 'values', 'wrong', 'felt', 'first at', 'why not'],
      fields.map((field) => rowOf(field, proof)),
    ),
  ].join('\n\n');
}

/** What went wrong; empty where the proof holds. */
export function faultsOf({ findings, unfelt }: Proof): string {
  const off = findings.filter(({ task, finding }) => task.mismatch === null && finding !== null);
  const lines = off.slice(0, 12).map(({ task, finding }) => {
    const chosen = Object.entries(task.choices).filter(([path, value]) =>
      fields.some((field) => field.path === path && Object.keys(field.values)[0] !== value),
    );
    return `FAILED at ${stepOf(finding)}\n  under ${chosen.map(([path, value]) => `${path}=${value}`).join(', ')}`;
  });
  return [
    ...lines,
    ...(off.length > lines.length ? [`FAILED  ${String(off.length - lines.length)} more`] : []),
    ...unfelt.map((path) => `NOT FELT  ${path}`),
  ].join('\n');
}

/** The section of docs/proofs.md; without times, so that writing it again changes only what changed. */
export function sectionOf(proof: Proof): string {
  return (
    '## Deployments\n\nWritten by ' +
    `\`npm run -s proof:deployments --${proof.effort.full ? ' --full' : ''} --write\`.\n\n` +
    tablesOf(proof, 'markdown')
  );
}

function rowOf({ path, values, felt }: Field, { findings }: Proof): (string | number)[] {
  const mismatched = findings.flatMap(({ task: { mismatch }, finding }) =>
    mismatch?.field.path === path && finding !== 'impossible' ? [finding] : [],
  );
  const [first] = mismatched.filter((finding) => finding !== null);
  return [
    path,
    Object.keys(values).length,
    mismatched.length,
    mismatched.filter((finding) => finding !== null).length,
    first?.step ?? '',
    felt === true ? '' : felt,
  ];
}

function stepOf(finding: Finding): string {
  return finding === null || finding === 'impossible' ? 'reading the file' : `${finding.step}: ${finding.why}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
