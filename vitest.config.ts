import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { canOpenDisplays } from './test/e2e/display.ts';
import { patienceMs, stepPatienceMs } from './test/support/patience.ts';
import { roomForTheYoung } from './test/support/room.ts';

const cores = availableParallelism();
/** These wait for other processes, and for the time that a person or a service would take, longer than they work. */
const waiting = 2 * cores;

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /**
   * Whether every file has modules of its own; sharing them halves the time of tests that keep no state in a module.
   */
  readonly isolate?: boolean;
  /** How many files at a time; by itself as many as there are cores, which is one more than vitest takes. */
  readonly files?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const nodeProject = ({ name, include, exclude = [], isolate = true, files = cores, env = {} }: Project) => ({
  test: {
    name,
    include: [...include],
    exclude: [...configDefaults.exclude, ...exclude],
    environment: 'node' as const,
    isolate,
    execArgv: [...roomForTheYoung],
    env,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    // A failure that happens once in a hundred runs must say all that it saw.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: stepPatienceMs } },
    // Projects that run as many files at a time can run together.
    maxWorkers: files,
    sequence: { groupOrder: files },
  },
});

/** What the driver of SQLite was built as for the Electron of the tests, where it was. */
const binding = process.env['ELECTRON_SQLITE_BINDING'];
const electronBinding = binding === undefined ? {} : { SQLITE_NATIVE_BINDING: binding };

const inElectron = (name: string) =>
  nodeProject({
    name,
    include: [`test/${name}/**/*.test.ts`],
    files: canOpenDisplays() ? waiting : 1,
    env: electronBinding,
  });

/**
 * Files that wait for a service or walk every screen. Begun last, as small as some are, the end of a run would be
 * theirs alone.
 */
const longest = [
  /\/(lessons|screens|training|shop)-/,
  /\/(chaos|deployments|matrix|mutations|page-size|states|update)\.test/,
  /\/(any-moment|enrolment|every-step|first-day|first-sale)\.test/,
  /acceptance\/counter|electron-(lock|key-store)|test\/package\//,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => name.test(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Tests beside the unit tests that start the real service or other processes: too slow for `check`, which ends within a
 * minute.
 */
const slow = ['test/unit/**/*.sandbox.test.ts', 'test/unit/**/*.slow.test.ts'];

/** `npm run check` runs `unit`; `npm test` runs them all. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      nodeProject({ name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], exclude: slow, isolate: false }),
      nodeProject({
        name: 'sandbox',
        include: ['test/protocol/**/*.test.ts', ...slow],
        isolate: false,
        files: waiting,
      }),
      nodeProject({ name: 'crash', include: ['test/crash/**/*.test.ts'], isolate: false, files: waiting }),
      nodeProject({
        name: 'proofs',
        include: ['test/proofs/**/*.test.ts', 'test/conformance/**/*.test.ts'],
        isolate: false,
        files: waiting,
      }),
      nodeProject({ name: 'acceptance', include: ['test/acceptance/**/*.test.ts'], isolate: false, files: waiting }),
      nodeProject({ name: 'ui', include: ['test/ui/**/*.test.ts'], isolate: false, files: waiting }),
      inElectron('package'),
      inElectron('e2e'),
    ],
  },
});
