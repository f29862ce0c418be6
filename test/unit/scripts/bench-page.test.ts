import { expect, test } from 'vitest';
import { sectionOf, withSection } from '../../../scripts/bench/speed-page.ts';

const row = { work: 'open', measured: '7 ms', limit: '5 ms at 10', toReach: '<= 1.5 x', isReached: true };
const quiet = { cores: 2, node: '24.21.0', loadBefore: 0.2 };

test('a section says on what it was measured, and beside what each figure stands', () => {
  const { title, text } = sectionOf('test/bench/large-journal.bench.ts', [row, { ...row, isReached: false }], quiet);
  expect(title).toBe('large-journal');
  expect(text.split('\n')).toEqual([
    'Node 24.21.0, 2 cores, no other work beside it.',
    '',
    '| work | measured | beside, in the same run | to reach | reached |',
    '| --- | --- | --- | --- | --- |',
    '| open | 7 ms | 5 ms at 10 | <= 1.5 x | yes |',
    '| open | 7 ms | 5 ms at 10 | <= 1.5 x | **no** |',
  ]);
  expect(sectionOf('a', [], { ...quiet, loadBefore: 2.34 }).text).toContain('2 cores, a load of 2.3 just before.');
});

test('the page keeps the sections of benches that did not run, in the order of their names', () => {
  const first = withSection('', { title: 'many', text: 'of many' });
  const both = withSection(first, { title: 'few', text: 'of few' });
  expect(both.slice(both.indexOf('## '))).toBe('## few\n\nof few\n\n## many\n\nof many\n');
  expect(withSection(both, { title: 'few', text: 'anew' })).toBe(both.replace('of few', 'anew'));
});
