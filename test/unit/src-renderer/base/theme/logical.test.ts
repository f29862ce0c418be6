import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../../../../src-renderer');
/** Of these the second and the fourth value are the right and the left. */
const fourSided: readonly string[] = [
  'margin',
  'padding',
  'inset',
  'border-width',
  'border-style',
  'border-color',
  'scroll-margin',
  'scroll-padding',
];

function isPhysical(property: string, value: string): boolean {
  if (/^(?!--).*(?:^|-)(?:left|right)(?:-|$)/.test(property)) return true;
  if (['text-align', 'float', 'clear'].includes(property)) return /^(?:left|right)\b/.test(value);
  const [, right, , left = right] = value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return fourSided.includes(property) && left !== right;
}

/** Where a rule is for one direction alone, its sides are known. */
function declarationsIn(css: string): readonly (readonly [string, string])[] {
  const rest = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/[^{}]*\[dir=[^{}]*\{[^{}]*\}/g, '');
  return [...rest.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => [
    property,
    value.trim(),
  ]);
}

describe('the style', () => {
  it.each(globSync('**/*.css', { cwd: sources }))(
    'of %s names no side of the screen where the direction of the text has a name for it',
    (file) => {
      const physical = declarationsIn(readFileSync(join(sources, file), 'utf8')).filter(([property, value]) =>
        isPhysical(property, value),
      );
      expect(physical).toEqual([]);
    },
  );

  it.each([
    ['margin-left', '1px'],
    ['border-top-right-radius', '1px'],
    ['inset', '0 calc(1px + var(--a)) 0 0'],
    ['right', '0'],
    ['text-align', 'left'],
  ])('names one by %s: %s', (property, value) => {
    expect(isPhysical(property, value)).toBe(true);
  });

  it.each([
    ['padding', '1px var(--a) 2px var(--a)'],
    ['--tray-end', 'right'],
    ['padding', '1px 2px'],
    ['margin-inline-start', '1px'],
    ['text-align', 'start'],
  ])('names none by %s: %s', (property, value) => {
    expect(isPhysical(property, value)).toBe(false);
  });
});
