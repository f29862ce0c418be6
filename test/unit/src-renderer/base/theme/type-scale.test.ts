import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../../../../src-renderer');
const tokens = readFileSync(join(sources, 'base/theme/tokens.css'), 'utf8');
const namesOf = (of: RegExp): string[] => [...tokens.matchAll(of)].map(([, name = '']) => name);
const sizes = namesOf(/^ {2}(--text-[a-z0-9]+): [\d.]+rem;/gm);
const weights = namesOf(/^ {2}(--weight-[a-z]+): \d+;/gm);

/** A size or a weight that is none of those; what is as large as its surroundings is one of them already. */
function strangersIn(css: string): readonly string[] {
  const isToken = (value: string, names: readonly string[]): boolean => {
    const [, name = ''] = /^(?:min\(1em, )?var\((--[a-z0-9-]+)\)\)?$/.exec(value) ?? [];
    return value === 'inherit' || names.includes(name);
  };
  const rest = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/@font-face\s*\{[^{}]*\}/g, '');
  return [...rest.matchAll(/(?<![\w-])(font(?:-size|-weight)?):\s*([^;{}]+)/g)]
    .filter(([, property, value = '']) =>
      property === 'font'
        ? value.trim() !== 'inherit'
        : !isToken(value.trim(), property === 'font-size' ? sizes : weights),
    )
    .map(([declaration]) => declaration.trim());
}

describe('the style', () => {
  it('has six sizes of text and three weights', () => {
    expect([sizes.length, weights.length]).toEqual([6, 3]);
  });

  it.each(globSync('**/*.css', { cwd: sources }))('of %s uses no others', (file) => {
    expect(strangersIn(readFileSync(join(sources, file), 'utf8'))).toEqual([]);
  });

  it.each([
    '.a { font-weight: 600; }',
    '.a { font-weight: bold }',
    '.a { font-size: 0.8em; }',
    '.a { font-size: 15px; }',
    '.a { font-size: var(--space-4); }',
    '.a { font-size: var(--weight-bold); }',
    '.a { font-weight: var(--text-m); }',
    '.a { font: 600 1rem/1.2 var(--font); }',
    '@media (max-width: 899px) { .a { font-size: calc(var(--text-m) * 1.1); } }',
    '@font-face { font-weight: 100 900; } .a { font-weight: 100; }',
  ])('with %s would use another', (css) => {
    expect(strangersIn(css)).toHaveLength(1);
  });

  it.each([
    '.a { font-size: var(--text-2xl); font-weight: var(--weight-medium); }',
    '.a { font: inherit; }',
    '.a { font-size: min(1em, var(--text-s)) }',
    '/* font-weight: 600; */ .a { font-family: var(--font); font-variant-numeric: tabular-nums; }',
    '@font-face { font-weight: 100 900; }',
  ])('with %s uses no other', (css) => {
    expect(strangersIn(css)).toEqual([]);
  });
});
