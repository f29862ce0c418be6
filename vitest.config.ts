import { configDefaults, defineConfig } from 'vitest/config';

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly timeoutMs: number;
}

const nodeProject = ({ name, include, exclude = [], timeoutMs }: Project) => ({
  test: {
    name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], environment: 'node' as const, testTimeout: timeoutMs, hookTimeout: timeoutMs,
  },
});

/** Tests beside the unit tests that start the real service process: too slow for `check`, which ends within a minute. */
const againstTheService = 'test/unit/**/*.sandbox.test.ts';

/** `npm run check` runs `unit`; `npm test` runs them all. */
export default defineConfig({
  test: {
    projects: [
      nodeProject({ name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], exclude: [againstTheService], timeoutMs: 30_000 }),
      nodeProject({ name: 'sandbox', include: ['test/protocol/**/*.test.ts', againstTheService], timeoutMs: 60_000 }),
      nodeProject({ name: 'crash', include: ['test/crash/**/*.test.ts'], timeoutMs: 180_000 }),
      // The matrix and the days of chaos run by their own commands until their fixed parts are measured on a quiet machine.
      nodeProject({ name: 'proofs', include: ['test/proofs/**/*.test.ts'], exclude: ['test/proofs/matrix.test.ts', 'test/proofs/chaos/**'], timeoutMs: 180_000 }),
      nodeProject({ name: 'acceptance', include: ['test/acceptance/**/*.test.ts'], timeoutMs: 180_000 }),
      nodeProject({ name: 'ui', include: ['test/ui/**/*.test.ts'], timeoutMs: 180_000 }),
      nodeProject({ name: 'e2e', include: ['test/e2e/**/*.test.ts'], timeoutMs: 180_000 }),
    ],
  },
});
