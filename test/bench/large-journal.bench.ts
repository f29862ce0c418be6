import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords, type LocalRecords } from '../../src-main/app/counter/counter.ts';
import { atOnce } from '../../src-main/core/pausable.ts';
import type { Clock } from '../../src-main/core/ports.ts';
import type { Result } from '../../src-main/core/result.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import type { ProjectionRow } from '../../src-main/journal/projection.ts';
import { pendingAtMost, sellMany } from './many-operations.ts';
import { speedRow } from './speed-rows.ts';

/**
 * A journal of many operations beside one of 10,000, in one run: its opening, what is looked up in it, the slices of
 * its check at leisure, and its backups.
 */
const small = 10_000;
const large = Number(process.env['LARGE_JOURNAL_OPERATIONS'] ?? 100_000);
const times = 9;
const growth = 1.5;
const dayMs = 24 * 60 * 60 * 1000;
const days = 7;
/** What a busy shop sells on a day. */
const operationsADay = 1_000;

interface Figures {
  readonly megabytes: number;
  readonly openMs: number;
  readonly openAfterKillMs: number;
  readonly lookUps: ReadonlyMap<string, number>;
  readonly verification: Verification;
  readonly slices: readonly number[];
  readonly backups: Backups;
}

/** What `journal verify` reads in each of these journals, and again after a day of sales. */
interface Verification {
  readonly chainMs: number;
  readonly operationsMs: number;
  readonly chainSinceMs: number;
  readonly operationsSinceMs: number;
}

interface Backups {
  readonly base: Kept;
  /** Of each day after it. */
  readonly days: readonly Kept[];
  /** All files of the backups, of the journal's length. */
  readonly share: number;
}

/** One backup: how long its turns took together, and the longest of them. */
interface Kept {
  readonly ms: number;
  readonly longestMs: number;
}

function open(directory: string, clock: Clock = systemClock): LocalRecords {
  const opened = openLocalRecords({ directory, clock, randomness: systemRandomness });
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

/** There may be more of them than a call takes arguments. */
function longestOf(turns: readonly number[]): number {
  return turns.reduce((longest, ms) => Math.max(longest, ms), 0);
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

function verificationOf({ journal }: LocalRecords): Verification {
  const chainMs = tookMs(() => value(journal.verifyRecord()));
  const operationsMs = tookMs(() => expectNone(journal.compareProjection()));
  const { seq, hash } = journal.head();
  sellMany(journal, operationsADay);
  const from = { seq, hash: new Uint8Array(Buffer.from(hash, 'base64url')) };
  const chainSinceMs = tookMs(() => value(atOnce(journal.verifyRecordInTurns({ checkpoint: null, from }))));
  const operationsSinceMs = tookMs(() => expectNone(atOnce(journal.compareProjectionInTurns({ afterSeq: seq }))));
  return { chainMs, operationsMs, chainSinceMs, operationsSinceMs };
}

function value<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`The journal of this run does not verify: ${JSON.stringify(result.error)}`);
  return result.value;
}

function expectNone(differing: readonly string[]): void {
  if (differing.length > 0) throw new Error(`${differing.length} orders of this run are not what their events say`);
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

/** A base, and a segment for each of seven days, as quiet minutes make them. */
async function backupsOf(directory: string): Promise<Backups> {
  const folder = join(directory, 'backups');
  rmSync(folder, { recursive: true });
  let passedMs = 0;
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + passedMs };
  const records = open(directory, clock);
  const base = await kept(records);
  const segments: Kept[] = [];
  for (let day = 1; day <= days; day += 1) {
    sellMany(records.journal, operationsADay);
    passedMs += dayMs;
    segments.push(await kept(records));
  }
  records.close();
  const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  if (bytes.length !== 2 * (days + 1)) throw new Error(`There are ${bytes.length} files of backups`);
  const share = bytes.reduce((sum, size) => sum + size, 0) / statSync(join(directory, 'journal.db')).size;
  return { base, days: segments, share };
}

async function kept({ journal }: LocalRecords): Promise<Kept> {
  const turns: number[] = [];
  let begunAt = performance.now();
  await journal.keepInTurns(() => {
    turns.push(performance.now() - begunAt);
    begunAt = performance.now();
    return Promise.resolve();
  });
  turns.push(performance.now() - begunAt);
  return { ms: turns.reduce((sum, ms) => sum + ms, 0), longestMs: longestOf(turns) };
}

async function measure(operations: number): Promise<Figures> {
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
    const verification = verificationOf(records);
    const slices = slicesOf(records);
    records.close();
    const backups = await backupsOf(directory);
    return { megabytes, openMs, openAfterKillMs, lookUps, verification, slices, backups };
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

function verified(work: string, msOf: (verification: Verification) => number, mostSeconds: number): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const ms = msOf(many.verification);
  speedRow({
    work: `${large.toLocaleString('en')} operations: journal verify, ${work}`,
    measured: seconds(ms),
    limit: `${seconds(msOf(few.verification))} at ${small.toLocaleString('en')}`,
    toReach: `<= ${mostSeconds} s`,
    isReached: ms <= mostSeconds * 1000,
  });
}

const few = await measure(small);
const many = await measure(large);
const kilobytesEach = (megabytes: number, operations: number): number => (megabytes * 1000) / operations;
const each = kilobytesEach(many.megabytes, large);
speedRow({
  work: `${large.toLocaleString('en')} operations: what one of them takes in the journal`,
  measured: `${each.toFixed(1)} KB, ${many.megabytes.toFixed(0)} MB in all`,
  limit: `${kilobytesEach(few.megabytes, small).toFixed(1)} KB at ${small.toLocaleString('en')}`,
  toReach: '<= 4 KB',
  isReached: each <= 4,
});
compared('open', many.openMs, few.openMs, 300);
compared('open after a kill', many.openAfterKillMs, few.openAfterKillMs, 300);
for (const [work, ms] of many.lookUps) compared(work, ms, few.lookUps.get(work) ?? NaN, 5);
verified('chain and every sealed answer', ({ chainMs }) => chainMs, 40);
verified('each operation with its events', ({ operationsMs }) => operationsMs, 100);
verified(
  `what came since the last one, ${operationsADay.toLocaleString('en')} operations`,
  ({ chainSinceMs, operationsSinceMs }) => chainSinceMs + operationsSinceMs,
  1,
);
const sorted = many.slices.toSorted((a, b) => a - b);
const longest = sorted.at(-1) ?? NaN;
const lengthMs = sorted.reduce((sum, ms) => sum + ms, 0);
speedRow({
  work:
    `${large.toLocaleString('en')} operations: the longest slice of the check at leisure, ` +
    `${sorted.length.toLocaleString('en')} slices, ${(lengthMs / 1000).toFixed(1)} s in all`,
  measured: `${shown(longest)}; 99th ${shown(sorted[Math.floor(sorted.length * 0.99)] ?? NaN)}`,
  limit: `${shown(longestOf(few.slices))} at ${small.toLocaleString('en')}`,
  toReach: '<= 16 ms: one frame',
  isReached: longest <= 16,
});

const dayOf = ({ backups }: Figures): number => median(backups.days.map(({ ms }) => ms));
const longestTurn = ({ backups }: Figures): number =>
  Math.max(backups.base.longestMs, ...backups.days.map((day) => day.longestMs));
compared(
  `backup of a day of ${operationsADay.toLocaleString('en')}; ` +
    `the first one ${(many.backups.base.ms / 1000).toFixed(1)} s`,
  dayOf(many),
  dayOf(few),
  1_000,
);
speedRow({
  work: `${large.toLocaleString('en')} operations: the longest turn of the backups, in quiet minutes`,
  measured: shown(longestTurn(many)),
  limit: `${shown(longestTurn(few))} at ${small.toLocaleString('en')}`,
  toReach: '<= 16 ms: one frame',
  isReached: longestTurn(many) <= 16,
});
speedRow({
  work: `${large.toLocaleString('en')} operations: a first backup and seven of a day, of the journal's length`,
  measured: `${many.backups.share.toFixed(2)} x`,
  limit: `${few.backups.share.toFixed(2)} x at ${small.toLocaleString('en')}`,
  toReach: '<= 1.2 x',
  isReached: many.backups.share <= 1.2,
});
