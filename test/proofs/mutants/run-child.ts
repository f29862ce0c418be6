import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import { neverMs } from './warm-runner.ts';

/** Tests the mutants of the ranges that are named, `FILE` or `FILE:FROM-TO`, and tells each through the reporter. */
const [sandbox = '', ...ranges] = process.argv.slice(2);
await new Stryker({
  mutate: ranges,
  testRunner: 'warm',
  vitest: { configFile: 'test/proofs/mutants/vitest.config.ts', related: false },
  plugins: [
    '@stryker-mutator/vitest-runner',
    `${import.meta.dirname}/runner-plugin.ts`,
    `${import.meta.dirname}/reporter.ts`,
  ],
  reporters: ['lines'],
  coverageAnalysis: 'perTest',
  // Many mutants keep a test waiting for an answer that never comes.
  concurrency: 2 * availableParallelism(),
  dryRunTimeoutMinutes: 20,
  timeoutMS: neverMs,
  tempDirName: sandbox,
  ignorePatterns: ['.cache', 'coverage', 'docs', 'out', 'test/fixtures/lint-violations'],
  allowEmpty: true,
  allowConsoleColors: false,
}).runMutationTest();
