import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../../../src-renderer/base/theme/tokens.css'), 'utf8');
const colours = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['paper', 'surface', 'sunken'];
const texts: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap(
    (surface) =>
      [
        ['ink', surface],
        ['ink-soft', surface],
      ] as const,
  ),
  ['ink-soft', 'accent-soft'],
  ['ink-soft', 'wait-soft'],
  ['accent', 'surface'],
  ['accent', 'accent-soft'],
  ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-soft'],
  ['wait', 'wait-soft'],
  ['bad', 'bad-soft'],
  ['bad', 'surface'],
  ['on-training', 'training'],
];
const shapes: readonly (readonly [string, string])[] = surfaces.flatMap(
  (surface) =>
    [
      ['line-strong', surface],
      ['focus', surface],
    ] as const,
);

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colour = (name: string): string => colours.get(name)?.[theme] ?? '';
  it.each(texts)('keeps text in %s readable on %s (4.5 to 1)', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapes)('keeps the outline %s visible on %s (3 to 1)', (outline, ground) => {
    expect(contrast(colour(outline), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('what moves on the screen', () => {
  const sources = join(import.meta.dirname, '../../../../../src-renderer');
  const files = globSync('**/*.css', { cwd: sources });
  // What follows a scroll moves with the finger and takes no time of its own.
  const moves = files.flatMap((file) =>
    [
      ...readFileSync(join(sources, file), 'utf8').matchAll(
        /(?:animation|transition): ([^;]+);(?!\s*animation-timeline: scroll)/g,
      ),
    ].flatMap(([, value = '']) => value.split(',').map((move) => `${file}: ${move.trim()}`)),
  );

  it.each(moves)('takes the time that reduced motion takes away: %s', (move) => {
    expect(/var\(--[a-z]+\)|\d+m?s/.exec(move)?.[0]).toBe('var(--quick)');
  });

  it('stands still where reduced motion is asked for', () => {
    expect(css).toMatch(/prefers-reduced-motion: reduce\) \{\s*:root \{\s*--quick: 0ms;/);
  });
});
