import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { tools } from '../../scripts/lib/tools.ts';
import { projectRoot } from '../support/project.ts';

const plantsFolder = 'test/fixtures/lint-violations';

/** What the one fault of each planted file is called. */
const plants: Readonly<Record<string, string>> = {
  'any-type.ts': 'typescript(no-unsafe-member-access)',
  'default-export.ts': 'import(no-default-export)',
  'file-imported-twice.ts': 'import(no-duplicates)',
  'floating-promise.ts': 'typescript(no-floating-promises)',
  'loose-equality.ts': 'eslint(eqeqeq)',
  'missing-case.ts': 'typescript(switch-exhaustiveness-check)',
  'own-enum.ts': 'typescript(TS1294)',
  'src-renderer/conditional-hook.tsx': 'react-hooks(rules-of-hooks)',
  'src-renderer/impure-component.tsx': 'react(purity)',
  'src-renderer/stale-effect.tsx': 'react-hooks(exhaustive-deps)',
  'src-renderer/state-in-effect.tsx': 'react(set-state-in-effect)',
  'unchecked-index.ts': 'typescript(TS2322)',
  'unused.ts': 'typescript(TS6133)',
  'wrong-type.ts': 'typescript(TS2322)',
};

test('types and lint find what is planted, and nothing else there', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(projectRoot, tools.oxlint), '--format', 'unix', plantsFolder],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  const found = [...stdout.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/(\S+)\]$/gm)].map(
    ([, file = '', rule = '']) => `${file.slice(plantsFolder.length + 1)}: ${rule}`,
  );
  expect(globSync('**/*.{ts,tsx}', { cwd: join(projectRoot, plantsFolder) }).sort()).toEqual(Object.keys(plants));
  expect(found.toSorted()).toEqual(Object.entries(plants).map(([file, rule]) => `${file}: ${rule}`));
  expect(status).toBe(1);
});

const sources = execFileSync('git', ['ls-files', 'src-*', 'scripts', 'test'], { cwd: projectRoot, encoding: 'utf8' })
  .trim()
  .split('\n');

test('nothing in the sources silences a check', () => {
  const silenced = sources.filter(
    (file) =>
      /\.(ts|tsx|mts|mjs|cjs)$/.test(file) &&
      /\/[/*]\s*(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck))/.test(
        readFileSync(join(projectRoot, file), 'utf8'),
      ),
  );
  expect(silenced).toEqual([]);
});

const widthMost = 120;

/**
 * The formatter breaks code and leaves comments as they are. A text is not cut in two; a pattern, and a text with
 * values in it, can be put together from parts.
 */
function longLinesOf(text: string, isTsx: boolean): readonly number[] {
  const lines = text.split('\n');
  const long = lines.flatMap((line, index) => (line.length > widthMost ? [index] : []));
  if (long.length === 0) return [];
  const file = ts.createSourceFile(
    '',
    text,
    ts.ScriptTarget.Latest,
    true,
    isTsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  return long
    .filter((index) => !isText(file, file.getPositionOfLineAndCharacter(index, widthMost)))
    .map((index) => index + 1);
}

/** Whether a text reaches over this position, or ends so near before it that only what closes it comes after. */
function isText(file: ts.SourceFile, position: number): boolean {
  const reaches = (node: ts.Node): boolean =>
    node.getStart(file) <= position &&
    position - closingMost <= node.getEnd() &&
    !ts.isTemplateExpression(node) &&
    (ts.isStringLiteralLike(node) || ts.isJsxText(node) || (ts.forEachChild(node, reaches) ?? false));
  return reaches(file);
}

const closingMost = 20;

test('no line of code or comment is longer than 120, but for texts', () => {
  const code = sources.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.includes('/fixtures/'));
  const found = code.flatMap((file) =>
    longLinesOf(readFileSync(join(projectRoot, file), 'utf8'), file.endsWith('x')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a comment', `// ${'word '.repeat(30)}`, [1]],
  ['a list', `const list = [${'one, '.repeat(40)}];`, [1]],
  ['a text', `const text = '${'word '.repeat(30)}';`, []],
  ['a text of several lines', `const text = \`\n${'word '.repeat(30)}\`;`, []],
  ['a text with a value in it', `const text = \`${'word '.repeat(30)}\${value}\`;`, [1]],
  ['a pattern', `const pattern = /${'word '.repeat(30)}/;`, [1]],
])('%s over 120 is seen as it should be', (_what, text, lines) => {
  expect(longLinesOf(text, false)).toEqual(lines);
});

const commentMost = 3;

/** Where a comment has more lines of text than three. Lines that begin with `//` and follow each other are one. */
function longCommentsOf(text: string): readonly number[] {
  const found: number[] = [];
  const noted = (at: number, lines: readonly string[]): void => {
    const said = lines.filter((line) => /[^\s/*]/.test(line));
    if (said.length > commentMost) found.push(text.slice(0, at).split('\n').length);
  };
  for (const { 0: comment, index } of text.matchAll(/^[ \t]*\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm))
    noted(index, comment.split('\n'));
  return found;
}

test('no comment is longer than three lines', () => {
  const code = sources.filter((file) => /\.(ts|tsx|css|mjs|cjs)$/.test(file) && !file.includes('/fixtures/'));
  const found = code.flatMap((file) =>
    longCommentsOf(readFileSync(join(projectRoot, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['three lines between marks', '/**\n * One.\n * Two.\n * Three.\n */\n', []],
  ['four lines between marks', 'const a = 1;\n\n/**\n * One.\n * Two.\n * Three.\n * Four.\n */\n', [3]],
  ['four that begin alike', '  // One.\n  // Two.\n  // Three.\n  // Four.\n', [1]],
  ['two by two', '// One.\n// Two.\n\n// Three.\n// Four.\n', []],
])('of %s it is seen', (_what, text, lines) => {
  expect(longCommentsOf(text)).toEqual(lines);
});
