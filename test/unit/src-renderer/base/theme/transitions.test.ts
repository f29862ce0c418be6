import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../../../../src-renderer');
/** Names that stand for more than one property. */
const shorthand = [
  /^(?:all|border|border-(?:color|width|style|block|inline|block-.*|inline-.*))$/,
  /^(?:margin|padding|inset|background|font|flex|gap|outline|overflow)$/,
];

function transitionsIn(css: string): readonly string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/transition(?:-property)?:\s*([^;{}]+);/g)].map(
    ([, value = '']) => value.trim(),
  );
}

function movesSeveral(value: string): boolean {
  return value.includes(',') || shorthand.some((name) => name.test(value.split(/\s+/)[0] ?? ''));
}

describe('a transition', () => {
  // react-aria hears once of an element that leaves the page while it moves, and keeps it where a second property was
  // under way.
  it.each(globSync('**/*.css', { cwd: sources }))('of %s moves one property', (file) => {
    expect(transitionsIn(readFileSync(join(sources, file), 'utf8')).filter(movesSeveral)).toEqual([]);
  });

  it.each([['color 1s, opacity 1s'], ['border-color 120ms'], ['all 1s']])('moves several by %s', (value) => {
    expect(movesSeveral(value)).toBe(true);
  });
});
