import { expect, it } from 'vitest';
import { readable } from '../../../../../../src-main/hosts/cli/terminal/print.ts';

it('shows a table of the events of years: more rows than a call takes arguments', () => {
  const items = Array.from({ length: 250_000 }, (_, n) => ({ seq: n + 1 }));
  const lines = readable({ items }, { language: 'en' }).split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([250_001, '   seq', '250000']);
});
