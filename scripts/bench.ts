import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sectionOf, withSection, type BenchRow } from './bench/speed-page.ts';
import { runToEnd } from './lib/child.mjs';
import { projectRoot } from './lib/tools.ts';

/**
 * Every test/bench/*.bench.ts, or those whose names contain the argument, one after the other so that they do not
 * disturb each other. With `--write` the rows that a bench gives take the place of its section in docs/speed.md.
 */
const { values, positionals } = given();
const wanted = positionals[0] ?? '';
const files = globSync('test/bench/*.bench.ts', { cwd: projectRoot })
  .filter((file) => file.includes(wanted))
  .sort();
if (files.length === 0) {
  console.error(`No benchmark matches "${wanted}" in test/bench.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-rows-'));
try {
  for (const file of files) {
    console.error(`\n${file}`);
    const loadBefore = loadavg()[0] ?? 0;
    const rows = join(folder, 'rows');
    const ended = await runToEnd(process.execPath, [join(projectRoot, file)], {
      stdio: 'inherit',
      env: { ...process.env, BENCH_ROWS: rows },
    });
    if (ended.exitCode !== 0) process.exitCode = ended.exitCode;
    else if (values.write === true && existsSync(rows)) write(file, rows, loadBefore);
    rmSync(rows, { force: true });
  }
} finally {
  rmSync(folder, { recursive: true });
}

function given() {
  try {
    return parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  } catch {
    console.error('Usage: npm run -s bench -- [PART-OF-A-NAME] [--write]');
    process.exit(2);
  }
}

function write(file: string, rows: string, loadBefore: number): void {
  const page = join(projectRoot, 'docs/speed.md');
  const read = readFileSync(rows, 'utf8').trimEnd().split('\n');
  const conditions = { cores: availableParallelism(), node: process.versions.node, loadBefore };
  const section = sectionOf(
    file,
    // What a bench of ours wrote a moment ago.
    read.map((line) => JSON.parse(line) as BenchRow),
    conditions,
  );
  writeFileSync(page, withSection(existsSync(page) ? readFileSync(page, 'utf8') : '', section));
}
