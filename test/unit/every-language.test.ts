import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { projectRoot } from '../support/project.ts';

/** Tests with a file for each language, so that they run beside one another. */
const families = [
  'test/e2e/lessons',
  'test/e2e/shop',
  'test/e2e/training',
  'test/ui/lessons',
  'test/ui/renderer/screens',
];

describe('every language', () => {
  it.each(families)('has a file of its own of %s', (family) => {
    const files = globSync(`${family}-*.test.ts`, { cwd: projectRoot });
    expect(files.toSorted()).toEqual(languageCodes.map((code) => `${family}-${code}.test.ts`).sort());
    for (const code of languageCodes)
      expect(readFileSync(`${projectRoot}/${family}-${code}.test.ts`, 'utf8')).toContain(`In('${code}');`);
  });

  it('has no other family of files than those', () => {
    const codes = languageCodes.join(',');
    const found = globSync(`test/**/*-{${codes}}.test.ts`, { cwd: projectRoot });
    expect([...new Set(found.map((file) => file.replace(/-[a-z]+\.test\.ts$/, '')))].sort()).toEqual(families);
  });

  it('is known by its facts: no source asks whether it is one by name, but of the languages of the service', () => {
    const byName = new RegExp(`(?<!\\.service) [!=]== '(?:${languageCodes.join('|')})'`);
    const sources = globSync('src-{main,renderer,shared,preload}/**/*.{ts,tsx}', { cwd: projectRoot });
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => byName.test(readFileSync(`${projectRoot}/${file}`, 'utf8')))).toEqual([]);
  });

  it('is tested wherever the screens and their words are: no test lists the languages by hand', () => {
    const byHand = new RegExp(`\\[\\s*'(${languageCodes.join('|')})',\\s*'(${languageCodes.join('|')})'\\s*\\]`);
    const tests = globSync('test/{ui,unit/src-renderer,unit/src-shared/words}/**/*.ts', { cwd: projectRoot });
    expect(tests.filter((file) => byHand.test(readFileSync(`${projectRoot}/${file}`, 'utf8')))).toEqual([]);
  });
});
