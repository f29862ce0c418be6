import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** The names of the files that are changed, without `.ts`. */
const changed = process.env['MUTANTS_CHANGED']?.split(',') ?? [];

/** A test that fails ends the run of its mutant: the file's own tests come first, then the shorter ones. */
class OwnFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const isOwn = changed.some((name) => basename(moduleId).startsWith(`${name}.`));
      return isOwn ? 0 : statSync(moduleId).size;
    };
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)));
  }
}

/** The tests that a mutant of one folder must fail, as the proof names them. */
export default defineConfig({
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [], environment: 'node', testTimeout: 30_000,
    setupFiles: ['test/proofs/mutants/children.ts'], sequence: { sequencer: OwnFirst },
  },
});
