import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node';
import { warmThreads } from './warm-threads.ts';

/**
 * A test that fails ends the run of its mutant: those that found most of this source come first, then those that are
 * named after it, then those of one part, and those that go through all of them last.
 */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = (process.env['MUTANTS_FINDERS'] ?? '').split('\n');
    const source = basename(process.env['MUTANTS_SOURCE'] ?? '', '.ts');
    const rank = ({ moduleId }: TestSpecification): readonly number[] => {
      const place = first.indexOf(moduleId);
      const rest = basename(moduleId).startsWith(source) ? basename(moduleId).slice(source.length) : '';
      return [
        place === -1 ? first.length : place,
        Number(!/^[.-]/.test(rest)),
        Number(moduleId.endsWith('.slow.test.ts') || moduleId.endsWith('.sandbox.test.ts')),
        statSync(moduleId).size,
      ];
    };
    const compare = (a: readonly number[], b: readonly number[]): number =>
      a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
    return Promise.resolve(files.toSorted((a, b) => compare(rank(a), rank(b))));
  }
}

/** Stryker asks for threads of its own. */
const stayingThreads = {
  name: 'staying-threads',
  configureVitest({ project }: { readonly project: TestProject }): void {
    Object.assign(project.config, { pool: warmThreads.name, poolRunner: warmThreads });
  },
};

/** The tests that a mutant of one folder must fail, as the proof names them. */
export default defineConfig({
  plugins: [stayingThreads],
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [],
    environment: 'node',
    // As for the unit tests: most of the time of a mutant would go into loading the same modules for each file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['test/proofs/mutants/children.ts'],
    sequence: { sequencer: NearestFirst },
  },
});
