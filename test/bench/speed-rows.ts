import { appendFileSync } from 'node:fs';
import type { BenchRow } from '../../scripts/bench/speed-page.ts';

/** Prints a row of `docs/speed.md`, and hands it to `npm run bench -- --write`. */
export function speedRow(row: BenchRow): void {
  const end = row.isReached ? 'reached' : 'NOT reached';
  console.log(`${row.work}: ${row.measured}; beside: ${row.limit}; to reach: ${row.toReach}: ${end}`);
  const file = process.env['BENCH_ROWS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** The time within which so many of a hundred lie. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN;
}
