import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

interface Row {
  readonly number: number;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  readonly shownOn: string;
  readonly untested: string;
}

const page = readFileSync(join(projectRoot, 'docs/hardening.md'), 'utf8');

describe('the table of hardening', () => {
  it('has the thirty rows, each once', () => {
    expect(rowsOf(page).map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_none, at) => at + 1));
  });

  it('names only tests that are there and run, and says truly what they were shown on', () => {
    expect(rowsOf(page).flatMap(faultsOf)).toEqual([]);
  });

  it('has a test on the package for each row', () => {
    expect(rowsOf(page).filter(({ shownOn }) => !shownOn.startsWith('package'))).toEqual([]);
  });

  const own = 'test/unit/hardening.test.ts';
  const never = 'test/unit/src-main/hosts/electron/never.test.ts';
  it.each([
    ['a file that is not there', `| 1 | a | b | \`test/unit/none.test.ts\`: x | unit | - |`],
    ['a title that is not there', `| 1 | a | b | \`${own}\`: has the thirty-one rows | unit | - |`],
    ['a title that is text elsewhere', `| 1 | a | b | \`${own}\`: the table of hardening | unit | - |`],
    ['a package that showed nothing', `| 1 | a | b | \`${own}\`: has the thirty rows, each once | package | - |`],
    ['a case that is not there', `| 1 | a | b | \`${never}\`: opens a door | unit | - |`],
    ['a title that names no case', `| 1 | a | b | \`${never}\`: $what | unit | - |`],
    ['a file that no test runs', '| 1 | a | b | `test/support/page.ts`: x | unit | - |'],
    ['no test', '| 1 | a | b | | unit | - |'],
    ['another system', `| 1 | a | b | \`${own}\`: has the thirty rows, each once | unit | soon |`],
    [
      'no unit test where another system is untested',
      '| 1 | a | b | `test/e2e/electron-host.test.ts`: sends its policy as a header | Electron | Windows |',
    ],
  ])('finds %s', (_what, line) => {
    expect(rowsOf(line).flatMap(faultsOf)).toHaveLength(1);
  });

  it('takes no test that is skipped for good', () => {
    expect(titlesIn("it.skip('a', f); it.todo('b'); it.skipIf(x)('c', f); it.each(y)('d', f);")).toEqual(['c', 'd']);
    expect(titlesIn("it.skip.each(y)('a', f); it.fails('b', f); describe.skip('c', () => { it('d', f); });")).toEqual(
      [],
    );
    expect(titlesIn("describe.skipIf(x).each(y)('a', () => { it('b', f); });")).toEqual(['b']);
  });

  it('knows the cases of a title that is one of their members', () => {
    const cases = "const all = [{ what: 'a' }, { what: 'b', other: 'c' }]; it.each(all)('$what', f);";
    expect(titlesIn(cases)).toEqual(['a', 'b']);
  });

  it('knows the stories that tests of several languages share', () => {
    expect(isRun('test/e2e/training.ts')).toBe(true);
    expect(isRun('test/e2e/electron-runtime.ts')).toBe(false);
  });
});

function rowsOf(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, number = '', , , named = '', shownOn = '', untested = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!/^\d+$/.test(number)) return [];
    const tests = named.split('<br>').flatMap((each) => {
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(each) ?? [];
      return file === '' ? [] : [{ file, title }];
    });
    return [{ number: Number(number), tests, shownOn, untested }];
  });
}

function faultsOf({ number, tests, shownOn, untested }: Row): readonly string[] {
  const kinds = new Set(tests.map(({ file }) => kindOf(file)));
  const known = ['package', 'Electron', 'unit'].filter((kind) => kinds.has(kind)).join(', ');
  // What is packaged for Windows is read back here.
  const isReadHere = kinds.has('unit') || tests.some(({ file }) => file === 'test/package/windows.test.ts');
  const elsewhere = untested.split(', ');
  const faults = tests
    .filter(({ file, title }) => !isRun(file) || !titlesOf(file).includes(title))
    .map(({ file, title }) => `${number}: there is no ${file}: ${title}`);
  if (tests.length === 0) faults.push(`${number}: no test`);
  else if (shownOn !== known) faults.push(`${number}: shown on ${known}, not ${shownOn}`);
  if (untested !== '-' && (elsewhere.some((system) => !/^(Windows|macOS)$/.test(system)) || !isReadHere))
    faults.push(`${number}: untested ${untested}`);
  return faults;
}

function kindOf(file: string): string {
  if (file.startsWith('test/package/')) return 'package';
  return file.startsWith('test/e2e/') ? 'Electron' : 'unit';
}

/** A test file, or what is in a file that a test beside it imports and that has tests of its own. */
function isRun(file: string): boolean {
  if (!existsSync(join(projectRoot, file))) return false;
  if (/\.test\.tsx?$/.test(file)) return true;
  const beside = join(projectRoot, dirname(file));
  const tests = readdirSync(beside).filter((name) => name.endsWith('.test.ts'));
  return (
    titlesOf(file).length > 0 &&
    tests.some((name) => readFileSync(join(beside, name), 'utf8').includes(`'./${basename(file)}'`))
  );
}

function titlesOf(file: string): readonly string[] {
  return titlesIn(readFileSync(join(projectRoot, file), 'utf8'));
}

/** What the tests of a file are called, but for those that never run. */
function titlesIn(source: string): readonly string[] {
  const titles: string[] = [];
  const parsed = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = namesOf(node.expression);
      if (called.some((name) => ['skip', 'todo', 'fails'].includes(name))) return;
      const [title] = node.arguments;
      if (/^(?:it|test)$/.test(called[0] ?? '') && title !== undefined && ts.isStringLiteralLike(title))
        titles.push(...casesOf(title.text, parsed));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return titles;
}

/** `it`, `skipIf` and `each` of `it.skipIf(x).each(y)`. */
function namesOf(called: ts.Expression): readonly string[] {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isPropertyAccessExpression(called)) return [...namesOf(called.expression), called.name.text];
  return ts.isCallExpression(called) ? namesOf(called.expression) : [];
}

/** A title such as `$what` says nothing by itself: then it is the cases that are called something. */
function casesOf(title: string, parsed: ts.SourceFile): readonly string[] {
  const [, member] = /^\$(\w+)$/.exec(title) ?? [];
  if (member === undefined) return [title];
  const cases: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText(parsed) === member &&
      ts.isStringLiteralLike(node.initializer)
    )
      cases.push(node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return cases;
}
