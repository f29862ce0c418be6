import { expect, test } from 'vitest';
import { sectionIn, withSection } from '../../../../scripts/lib/section.ts';

test('a section is added once and then replaced, and what others wrote stays', () => {
  const first = withSection('# Proofs\n\nwords\n', 'one', 'first');
  const both = withSection(first, 'two', 'second');
  expect(both).toBe('# Proofs\n\nwords\n\n<!-- one -->\nfirst\n<!-- /one -->\n\n<!-- two -->\nsecond\n<!-- /two -->\n');
  expect(withSection(both, 'one', 'third $& $1')).toBe(both.replace('first', () => 'third $& $1'));
  expect(sectionIn(both, 'two')).toBe('second');
  expect(sectionIn(both, 'three')).toBe('');
});
