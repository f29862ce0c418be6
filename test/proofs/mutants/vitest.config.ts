import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A test that fails ends the run of its mutant: those of one part come first, and those that go through all of them
 * last.
 */
class ShortFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((a, b) => size(a) - size(b)));
  }
}

/** The tests that a mutant of one folder must fail, as the proof names them. */
export default defineConfig({
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [],
    environment: 'node',
    // As for the unit tests: most of the time of a mutant would go into loading the same modules for each file.
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ['test/proofs/mutants/children.ts'],
    sequence: { sequencer: ShortFirst },
  },
});
