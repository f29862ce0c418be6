import { expect, test } from 'vitest';
import { markdownTable, textTable, withSection } from './report.ts';

test('a section is added once and then replaced, and what others wrote stays', () => {
  const first = withSection('# Proofs\n\nwords\n', 'one', 'first');
  const both = withSection(first, 'two', 'second');
  expect(both).toBe('# Proofs\n\nwords\n\n<!-- one -->\nfirst\n<!-- /one -->\n\n<!-- two -->\nsecond\n<!-- /two -->\n');
  expect(withSection(both, 'one', 'third $& $1')).toBe(both.replace('first', () => 'third $& $1'));
});

test('a table has a row for each line, in Markdown and in text', () => {
  expect(markdownTable(['what', 'n'], [['a|b', 1]])).toBe('| what | n |\n| --- | --- |\n| a\\|b | 1 |');
  expect(
    textTable(
      ['what', 'n'],
      [
        ['ab', 1],
        ['c', 100],
      ],
    ),
  ).toBe('what  n\n----  ---\nab      1\nc     100');
});
