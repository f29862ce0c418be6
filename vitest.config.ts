import { defineConfig } from 'vitest/config';

const nodeProject = (name: string, include: string[], timeoutMs: number) => ({
  test: { name, include, environment: 'node' as const, testTimeout: timeoutMs, hookTimeout: timeoutMs },
});

/** `npm run check` runs `unit`; `npm test` runs them all. */
export default defineConfig({
  test: {
    projects: [
      nodeProject('unit', ['test/unit/**/*.test.{ts,tsx}'], 10_000),
      nodeProject('sandbox', ['test/protocol/**/*.test.ts'], 60_000),
      nodeProject('crash', ['test/crash/**/*.test.ts'], 180_000),
      nodeProject('acceptance', ['test/acceptance/**/*.test.ts'], 180_000),
      nodeProject('ui', ['test/ui/**/*.test.ts'], 180_000),
      nodeProject('e2e', ['test/e2e/**/*.test.ts'], 180_000),
    ],
  },
});
