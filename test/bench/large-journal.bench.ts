import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords, type LocalRecords } from '../../src-main/app/counter/counter.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import type { ProjectionRow } from '../../src-main/journal/projection.ts';
import { pendingAtMost, sellMany } from './many-operations.ts';
import { speedRow } from './speed-rows.ts';

/**
 * A journal of many operations beside one of 10,000, in one run: its opening, what is looked up in it, and the slices
 * of its check at leisure.
 */
const small = 10_000;
const large = Number(process.env['LARGE_JOURNAL_OPERATIONS'] ?? 100_000);
const times = 9;
const growth = 1.5;

interface Figures {
  readonly megabytes: number;
  readonly openMs: number;
  readonly openAfterKillMs: number;
  readonly lookUps: ReadonlyMap<string, number>;
  readonly slices: readonly number[];
}

function open(directory: string): LocalRecords {
  const opened = openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

function tookMs(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function openingMs(directory: string, before: () => void): number {
  before();
  let records: LocalRecords | null = null;
  const ms = tookMs(() => {
    records = open(directory);
  });
  close(records);
  return ms;
}

function close(records: LocalRecords | null): void {
  records?.close();
}

function leaveOpen(directory: string): void {
  const { signal, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'leave-open-child.ts'), directory],
    {
      encoding: 'utf8',
    },
  );
  if (signal !== 'SIGKILL') throw new Error(stderr);
}

/** Each for several operations, spread over the journal: of one the pages are warm. */
function lookUpsOf({ journal, records }: LocalRecords, operations: number): ReadonlyMap<string, number> {
  const rows = spread(journal, operations);
  const overAll = (work: (row: ProjectionRow) => unknown): number => median(rows.map((row) => tookMs(() => work(row))));
  return new Map([
    [
      `list the pending ones, ${pendingAtMost}`,
      median(Array.from({ length: times }, () => tookMs(() => journal.pending()))),
    ],
    ['a page of 50', median(Array.from({ length: times }, () => tookMs(() => journal.projectedPage({ limit: 50 }))))],
    ['find by operation id', overAll(({ operationId }) => journal.projected(operationId))],
    [
      'find by reference, as the search does',
      overAll(({ externalReference }) => records.page({ show: 'all', limit: 50, find: externalReference ?? '' })),
    ],
    [
      'find by short number, as the search does',
      overAll(({ saleNumber }) => records.page({ show: 'all', limit: 50, find: saleNumber ?? '' })),
    ],
    ['find by the digest of a serial number', overAll(({ operationId }) => journal.subjectsOfSerial(operationId))],
  ]);
}

function spread(journal: Journal, operations: number): readonly ProjectionRow[] {
  const subjects = journal.subjects('order-intended');
  return Array.from({ length: times }, (_, n) => subjects[Math.floor(((n + 0.5) * operations) / times)]).flatMap(
    (subject) => {
      const row = subject === undefined ? null : journal.projected(subject);
      return row === null ? [] : [row];
    },
  );
}

/** The time of each slice of a whole round. */
function slicesOf({ journal }: LocalRecords): readonly number[] {
  const slices: number[] = [];
  for (;;) {
    let came = '';
    slices.push(
      tookMs(() => {
        ({ came } = journal.checkTurn());
      }),
    );
    if (came === 'damaged') throw new Error(`The journal of this run is damaged: ${journal.trouble()?.detail ?? ''}`);
    if (came !== 'more') return slices;
  }
}

function measure(operations: number): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  try {
    const directory = join(folder, 'counter');
    const made = open(directory);
    console.error(
      `${operations} operations: made in ${(tookMs(() => sellMany(made.journal, operations)) / 1000).toFixed(0)} s`,
    );
    // The backup of the day is not what is measured here: its name is taken.
    mkdirSync(join(directory, 'backups'));
    const name = `journal-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`;
    writeFileSync(join(directory, 'backups', name), '');
    made.close();
    const megabytes = statSync(join(directory, 'journal.db')).size / 1e6;
    const openMs = median(Array.from({ length: times }, () => openingMs(directory, () => undefined)));
    const openAfterKillMs = median(Array.from({ length: 3 }, () => openingMs(directory, () => leaveOpen(directory))));
    const records = open(directory);
    const lookUps = lookUpsOf(records, operations);
    const slices = slicesOf(records);
    records.close();
    return { megabytes, openMs, openAfterKillMs, lookUps, slices };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function shown(ms: number): string {
  return `${ms.toFixed(ms < 1 ? 3 : 1)} ms`;
}

function compared(work: string, ms: number, beside: number, mostMs: number): void {
  speedRow({
    work: `${large.toLocaleString('en')} operations: ${work}`,
    measured: shown(ms),
    limit: `${shown(beside)} at ${small.toLocaleString('en')}`,
    toReach: `<= ${mostMs} ms and <= ${growth} x`,
    isReached: ms <= mostMs && ms <= growth * beside,
  });
}

const few = measure(small);
const many = measure(large);
console.log(`${many.megabytes.toFixed(0)} MB, ${((many.megabytes * 1000) / large).toFixed(1)} KB an operation\n`);
compared('open', many.openMs, few.openMs, 300);
compared('open after a kill', many.openAfterKillMs, few.openAfterKillMs, 300);
for (const [work, ms] of many.lookUps) compared(work, ms, few.lookUps.get(work) ?? NaN, 5);
const sorted = many.slices.toSorted((a, b) => a - b);
const longest = sorted.at(-1) ?? NaN;
const lengthMs = sorted.reduce((sum, ms) => sum + ms, 0);
speedRow({
  work: `${large.toLocaleString('en')} operations: the longest slice of the check at leisure, ${sorted.length.toLocaleString('en')} slices, ${(lengthMs / 1000).toFixed(1)} s in all`,
  measured: `${shown(longest)}; 99th ${shown(sorted[Math.floor(sorted.length * 0.99)] ?? NaN)}`,
  limit: `${shown(Math.max(...few.slices))} at ${small.toLocaleString('en')}`,
  toReach: '<= 16 ms: one frame',
  isReached: longest <= 16,
});
