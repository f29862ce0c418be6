import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenMemory } from '../../../../../src-main/hosts/electron/screen-memory.ts';
import type { RememberedScreen } from '../../../../../src-shared/contract/remembered-screen.ts';
import { tempFolder } from '../../../../support/temp.ts';

const build = '/assets/first-a1.js';
const screen: RememberedScreen = {
  locked: true,
  start: {
    host: 'electron',
    mode: 'deployment',
    language: 'ar',
    theme: 'system',
    enrolment: { state: 'none' },
    online: true,
    version: '0.1.0',
  },
  staff: { people: [], me: null },
};

describe('what a counter remembers of its first screen', () => {
  it('is given once, to a page of the same build', () => {
    const memory = screenMemory(tempFolder());
    expect(memory.take(build)).toBeNull();
    memory.keep(build, screen);
    expect(JSON.parse(memory.take(build) ?? 'null')).toEqual(screen);
    expect(memory.take(build)).toBeNull();
  });

  it('is forgotten where another build asks for it', () => {
    const memory = screenMemory(tempFolder());
    memory.keep(build, screen);
    expect(memory.take('/assets/first-b2.js')).toBeNull();
    expect(memory.take(build)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['half of it', `{"build":"${build}","scr`],
    ['no screen', `{"build":"${build}"}`],
    ['another value', '7'],
    ['nobody', 'null'],
  ])('is nothing where its file holds %s', (_, text) => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'first-screen.json'), text);
    expect(screenMemory(folder).take(build)).toBeNull();
    expect(existsSync(join(folder, 'first-screen.json'))).toBe(false);
  });

  it('is nothing where something else lies in its place', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'first-screen.json'));
    const memory = screenMemory(folder);
    memory.keep(build, screen);
    expect(memory.take(build)).toBeNull();
  });

  it('can be read by its owner alone', () => {
    const folder = tempFolder();
    const memory = screenMemory(folder);
    memory.keep(build, screen);
    expect(statSync(join(folder, 'first-screen.json')).mode & 0o077).toBe(0);
    expect(readFileSync(join(folder, 'first-screen.json'), 'utf8')).toContain(build);
  });
});
