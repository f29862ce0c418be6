import { defineConfig } from 'vitest/config';

/** The tests that a mutant of one folder must fail, as the proof names them. */
export default defineConfig({
  test: {
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [], environment: 'node', testTimeout: 30_000,
    setupFiles: ['test/proofs/mutants/children.ts'],
  },
});
