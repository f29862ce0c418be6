import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const pages = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const sources = globSync('{src-*,test,scripts}/**/*.{ts,tsx}', { cwd: projectRoot });

describe('the documentation', () => {
  it.each(pages)('%s names no file of the project that is not there', (page) => {
    const named = [...read(page).matchAll(/`((?:src-[a-z]+|test|scripts|docs)\/[^`\s*{}]*)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
    '%s names a source by how its path ends',
    (page) => {
      const named = [...read(page).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !sources.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
    },
  );

  // The guides are one line a paragraph, and the proofs write their own page.
  it.each(pages.filter((page) => !/for-|proofs/.test(page)))('%s has no line of prose over 120 characters', (page) => {
    const prose = read(page).replaceAll(/^```.*?^```$/gms, '');
    const long = prose.split('\n').filter((line) => line.length > 120 && !/^\s*[|!`]/.test(line));
    expect(long).toEqual([]);
  });

  it.each(pages)('%s links to nothing that is not there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(projectRoot, page, '..', path)))).toEqual([]);
  });

  it.each(['managers', 'cashiers'])('has the same parts for %s in each language', (reader) => {
    const [english, arabic] = [read(`docs/for-${reader}.md`), read(`docs/for-${reader}.ar.md`)].map(partsOf);
    expect(english?.length).toBeGreaterThan(20);
    expect(arabic).toEqual(english);
  });

  it('has every rule of the design that the code cites, under that name', () => {
    const sources = ['src-main', 'src-renderer', 'src-preload', 'src-sandbox'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const cited = new Set(
      sources.flatMap((file) =>
        [...read(file).matchAll(/\(design,[\s*/]+"([^"]+)"/g)].map(([, name = '']) => name.replaceAll(/[\s*]+/g, ' ')),
      ),
    );
    expect(cited.size).toBeGreaterThan(10);
    const page = read('docs/design.md');
    expect([...cited].filter((name) => !page.includes(`# ${name}\n`) && !page.includes(`**${name}.**`))).toEqual([]);
  });

  it('holds each promise of the README by a test of its own', () => {
    const promises = [...read('README.md').matchAll(/^(\d)\. \*\*(.+?)\.?\*\*/gm)].map(
      ([, number, name]) => `${number ?? ''}. ${name ?? ''}`,
    );
    const page = read('docs/promises.md');
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(promises);
    for (const [index] of promises.entries()) expect(page).toContain(`laws/law-${index + 1}-`);
    expect(promises).toHaveLength(8);
  });

  it('says in the changelog what is new in this version, each change in two lines at most', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    const page = read('CHANGELOG.md');
    expect(/^## (\S+)/m.exec(page)?.[1]).toBe(version);
    const changes = page.split(/^(?=- |#|\*\*)/m).filter((part) => part.startsWith('- '));
    expect(changes.length).toBeGreaterThan(50);
    expect(changes.filter((change) => change.trimEnd().split('\n').length > 2)).toEqual([]);
  });
});

/** What each line of a guide is: a heading, a step, a point, a row. */
function partsOf(page: string): readonly string[] {
  return page.split('\n').flatMap((line) => /^(?:##? |\d\. |- |\||!\[)/.exec(line)?.[0] ?? []);
}
