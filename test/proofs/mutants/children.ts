import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface Stryker {
  activeMutant?: string | undefined;
  readonly currentTestId?: string;
  mutantCoverage?: {
    readonly static: Record<string, number>;
    readonly perTest: Record<string, Record<string, number>>;
  };
}

declare global {
  /** Where Stryker's own setup, which runs before this one, and the code that it changed meet. */
  var __stryker__: Stryker | undefined;
}

/**
 * Takes a mutant along into the processes that a test starts, and brings back what they ran: Stryker itself knows of
 * the test's own process alone. One that is killed leaves nothing behind.
 */
const variables = ['NODE_OPTIONS', 'MUTANTS_COVERAGE', '__STRYKER_ACTIVE_MUTANT__'] as const;
let folder: string | undefined;
let before: readonly (string | undefined)[];

beforeEach(() => {
  before = variables.map((name) => process.env[name]);
  const mutant = globalThis.__stryker__?.activeMutant;
  if (mutant !== undefined) {
    put([undefined, undefined, mutant]);
    return;
  }
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-mutants-'));
  const hook = pathToFileURL(join(import.meta.dirname, 'coverage-hook.ts')).href;
  put([`--import=${hook}`, folder, undefined]);
});

afterEach(() => {
  put(before);
  const left = folder;
  if (left === undefined) return;
  folder = undefined;
  const files = readdirSync(left).map((name) => readFileSync(join(left, name), 'utf8'));
  rmSync(left, { recursive: true });
  const stryker = globalThis.__stryker__;
  if (stryker?.currentTestId === undefined) return;
  const { perTest } = (stryker.mutantCoverage ??= { static: {}, perTest: {} });
  const own = (perTest[stryker.currentTestId] ??= {});
  for (const text of files) {
    const names: unknown = JSON.parse(text);
    if (!Array.isArray(names)) throw new Error('no list of mutants');
    for (const name of names) own[String(name)] = 1;
  }
});

/** What ran as the modules were loaded; whatever a file runs between its tests concerns all of those. */
let loaded: ReadonlySet<string>;
const ownTests: string[] = [];

beforeAll(() => {
  loaded = new Set(Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {}));
});

beforeEach(() => {
  ownTests.push(globalThis.__stryker__?.currentTestId ?? '');
});

afterAll(() => {
  const stryker = globalThis.__stryker__;
  if (stryker === undefined) return;
  // Modules that the next run loads into this thread must be without it.
  stryker.activeMutant = undefined;
  const { static: outside = {}, perTest = {} } = stryker.mutantCoverage ?? {};
  for (const name of Object.keys(outside).filter((each) => !loaded.has(each))) {
    for (const test of ownTests) (perTest[test] ??= {})[name] = outside[name] ?? 1;
    Reflect.deleteProperty(outside, name);
  }
});

function put(values: readonly (string | undefined)[]): void {
  variables.forEach((name, index) => {
    const value = values[index];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  });
}
