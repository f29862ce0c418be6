import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';

/** Rules for one direction or language that change what can be read: `every-screen.ts` relies on there being none. */
function colouredByLanguage(css: string): readonly string[] {
  const rules = css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']) =>
    /\[(?:dir|lang)\b|:(?:dir|lang)\(/.test(selector) &&
    /(?:color|background|fill|stroke|opacity|filter|font)/.test(body)
      ? [selector.trim()]
      : [],
  );
}

it('finds a colour that only one language has', () => {
  expect(colouredByLanguage("[dir='rtl'] .a { color: red; } .b { color: red } .c:lang(ar) { opacity: 0.5; }")).toEqual([
    "[dir='rtl'] .a",
    '.c:lang(ar)',
  ]);
});

it('colours know no language, so the contrast of a screen is looked at in one', () => {
  const files = globSync('src-renderer/**/*.css', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    colouredByLanguage(readFileSync(join(projectRoot, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  );
  expect(found).toEqual([]);
});
