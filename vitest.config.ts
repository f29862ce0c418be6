import { configDefaults, defineConfig } from 'vitest/config';

import { canOpenDisplays } from './test/e2e/display.ts';

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly timeoutMs: number;
  /** Whether every file has modules of its own; sharing them halves the time of tests that keep no state in a module. */
  readonly isolate?: boolean;
  /** One file after the other, where they would share a display. */
  readonly oneByOne?: boolean;
}

const nodeProject = ({ name, include, exclude = [], timeoutMs, isolate = true, oneByOne = false }: Project) => ({
  test: {
    name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], environment: 'node' as const, isolate, testTimeout: timeoutMs, hookTimeout: timeoutMs,
    // A machine that does other work besides may take more than the second that a poll has by itself.
    expect: { poll: { timeout: 15_000 } },
    // By itself vitest leaves a core free, which on a machine with two leaves one: these tests mostly wait for other processes.
    ...(oneByOne ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : { maxWorkers: '100%' }),
  },
});

/** Tests beside the unit tests that start the real service or other processes: too slow for `check`, which ends within a minute. */
const slow = ['test/unit/**/*.sandbox.test.ts', 'test/unit/**/*.slow.test.ts'];

/** `npm run check` runs `unit`; `npm test` runs them all. */
export default defineConfig({
  test: {
    projects: [
      nodeProject({ name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], exclude: slow, timeoutMs: 30_000, isolate: false }),
      nodeProject({ name: 'sandbox', include: ['test/protocol/**/*.test.ts', ...slow], timeoutMs: 60_000 }),
      nodeProject({ name: 'crash', include: ['test/crash/**/*.test.ts'], timeoutMs: 180_000 }),
      nodeProject({ name: 'proofs', include: ['test/proofs/**/*.test.ts', 'test/conformance/**/*.test.ts'], timeoutMs: 300_000 }),
      nodeProject({ name: 'acceptance', include: ['test/acceptance/**/*.test.ts'], timeoutMs: 180_000 }),
      nodeProject({ name: 'ui', include: ['test/ui/**/*.test.ts'], timeoutMs: 180_000, isolate: false }),
      nodeProject({ name: 'e2e', include: ['test/e2e/**/*.test.ts'], timeoutMs: 180_000, oneByOne: !canOpenDisplays() }),
    ],
  },
});
