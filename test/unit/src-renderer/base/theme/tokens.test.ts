import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../../../src-renderer/base/theme/tokens.css'), 'utf8');
type Colours = ReadonlyMap<string | undefined, { readonly light: string; readonly dark: string }>;
const [usualCss = '', moreCss = ''] = css.split('@media (prefers-contrast: more)');
const coloursOf = (part: string): Colours =>
  new Map(
    [...part.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name, light = '', dark = '']) => [name, { light, dark }],
    ),
  );
const usual = coloursOf(usualCss);
const more: Colours = new Map([...usual, ...coloursOf(moreCss)]);

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
  const between = (colours: Colours, one: string, other: string): number =>
    contrast(colours.get(one)?.[theme] ?? '', colours.get(other)?.[theme] ?? '');
  it.each(texts)('keeps text in %s readable on %s (4.5 to 1, and 7 to 1 for who asks for more)', (text, ground) => {
    expect(between(usual, text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(between(more, text, ground)).toBeGreaterThanOrEqual(7);
  });
  it.each(shapes)(
    'keeps the outline %s visible on %s (3 to 1, and 7 to 1 for who asks for more)',
    (outline, ground) => {
      expect(between(usual, outline, ground)).toBeGreaterThanOrEqual(3);
      expect(between(more, outline, ground)).toBeGreaterThanOrEqual(7);
    },
  );
  it.each(surfaces)('keeps the edges of cards and panels visible on %s for who asks for more (4 to 1)', (ground) => {
    expect(between(more, 'line', ground)).toBeGreaterThanOrEqual(4);
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
