import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

/** Words that the code had for a thing before its name in docs/glossary.md, and that name. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/custody/i, 'copy status'],
  [/\bdesks?\b|desk-|Desk(?!top)/, 'screen, counter'],
  [/ledger/i, 'local records, journal'],
  [/untold/i, 'unseen'],
  [/Wish/, 'sale, request, choice'],
  [/\bguarded\b/i, 'the name of what it does'],
  [/doctor/i, 'diagnostics'],
  [/\bpatient\b/i, 'retrying'],
  [/witness/i, 'checkpoint'],
  [/\b(opinion|ruling|taste|surgery|bedside)s?\b/i, 'interpretation, proof, choice'],
];

/** What is stored or printed keeps its word. */
const stored = /custody(-changed|-reconciled|Seq|[_"])|witness(-set|Seq|['`"])|[.{ ]witness\b/g;

const files = globSync('src-*/**/*.{ts,tsx,css,html}', { cwd: projectRoot });

/** Where a word stands, in a file or in its name. */
function found(word: RegExp): readonly string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(`${projectRoot}/${file}`, 'utf8').replaceAll(stored, '').split('\n');
    const at = lines.flatMap((line, index) => (word.test(line) ? [`${file}:${index + 1}`] : []));
    return word.test(file) ? [file, ...at] : at;
  });
}

describe('the code', () => {
  it.each(replaced)('does not say %s: it is %s', (word) => {
    expect(files.length).toBeGreaterThan(500);
    expect(found(word)).toEqual([]);
  });
});
