import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A line of `docs/speed.md`: what was done, what it took, beside what in the same run, and what is to be reached. */
export interface SpeedRow {
  readonly work: string;
  readonly measured: string;
  readonly limit: string;
  readonly toReach: string;
  readonly isReached: boolean;
}

/** Prints it, and hands it to `npm run bench -- --write`. */
export function speedRow(row: SpeedRow): void {
  const end = row.isReached ? 'reached' : 'NOT reached';
  console.log(`${row.work}: ${row.measured}; beside: ${row.limit}; to reach: ${row.toReach}: ${end}`);
  const file = process.env['BENCH_ROWS'];
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ bench: basename(process.argv[1] ?? ''), ...row })}\n`);
}
