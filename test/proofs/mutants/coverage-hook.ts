import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Loaded into each process that a test starts: leaves what it ran of the mutants behind, for the test to count. */
const folder = process.env['MUTANTS_COVERAGE'];

function leave(): void {
  const stryker: unknown = Reflect.get(globalThis, '__stryker__');
  if (folder === undefined || typeof stryker !== 'object' || stryker === null) return;
  const coverage: unknown = Reflect.get(stryker, 'mutantCoverage');
  if (typeof coverage !== 'object' || coverage === null) return;
  const came: unknown = Reflect.get(coverage, 'static');
  writeFileSync(join(folder, `${String(process.pid)}.json`), JSON.stringify(Object.keys(Object(came) as object)));
}

process.on('exit', leave);
