import { expect, it } from 'vitest';
import { foundByReference, wordsIn } from '../../../../../src-main/orders/records/reference-search.ts';

it('is found by its words, however many signs stand between them, and by nothing where nothing can be typed', () => {
  const found = foundByReference('till 4. / Noor ., noor', (text) => `<${text}>`);
  expect(found?.words).toEqual(['<till>', '<4>', '<noor>']);
  expect(found?.whole.startsWith('<till 4')).toBe(true);
  expect([foundByReference('-- / --', String), foundByReference(null, String), wordsIn('')]).toEqual([null, null, []]);
});
