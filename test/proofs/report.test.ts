import { expect, test } from 'vitest';
import { markdownTable, textTable } from './report.ts';

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
