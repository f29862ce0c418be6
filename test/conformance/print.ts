import { markdownTable, textTable } from '../proofs/report.ts';
import type { Conformance } from './prove.ts';

/** The tables, for the terminal or for the page. */
export function tablesOf({ suites, crossCheck: { directions, seen } }: Conformance, form: 'text' | 'markdown'): string {
  const table = form === 'text' ? textTable : markdownTable;
  const disagreements = [...seen].map(([{ library, what, why, section, ours }, times]) => [
    library,
    what,
    times,
    ...(form === 'text' ? [] : [said[ours]]),
    why,
    section,
  ]);
  return [
    'Suites: cases from the standards, and messages that must not be accepted.',
    table(
      ['suite', 'cases', 'passed'],
      suites.map(({ name, cases }) => [name, cases.length, cases.filter(({ fault }) => fault === null).length]),
    ),
    'Cross-check: generated messages, half of them changed on their way, each signed by the one and verified by both.',
    table(
      ['signed by', 'verified by', 'messages', 'agree: verified', 'agree: refused', 'explained', 'unexplained'],
      directions.map(({ signer, verifier, messages, verified, refused, explained, unexplained }) => [
        signer,
        verifier,
        messages,
        verified,
        refused,
        explained,
        unexplained.length,
      ]),
    ),
    'Disagreements, explained: without the trait the two agree.',
    table(
      ['library', 'trait', 'times', ...(form === 'text' ? [] : ['we']), 'why we are right', 'section'],
      disagreements,
    ),
  ].join('\n\n');
}

/** The section of docs/proofs.md. */
export function sectionOf(conformance: Conformance): string {
  const { seed, messages } = conformance.crossCheck.options;
  return (
    '## Conformance\n\nWritten by ' +
    `\`npm run -s conformance -- --seed ${String(seed)} --messages ${String(messages)} --write\`.\n\n` +
    tablesOf(conformance, 'markdown')
  );
}

const said = { accepts: 'accept', refuses: 'refuse', differs: 'have another base' } as const;
