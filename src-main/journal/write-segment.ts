import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pausable } from '../core/pausable.ts';
import type { StepMark } from '../core/ports.ts';
import { syncDirectory } from '../files/atomic-write.ts';
import { syncInTurn } from '../files/sync-in-turn.ts';
import { newCopy, type Database } from '../sqlite/database.ts';
import { attempt, DatabaseUnavailable } from '../sqlite/fault.ts';
import { bytesOf, integerOf, textOf } from '../sqlite/row.ts';
import { readLosses, walkChain } from './chain.ts';
import { copyKeys, copyRows, makeTable, written } from './copy-rows.ts';
import { inCopy } from './copy.ts';
import type { SegmentStep } from './keeping-steps.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { purgedSince, notePurgedSince } from './purged-since.ts';
import { recordTables } from './record-tables.ts';
import { answerRoomBytes } from './reserve.ts';
import { sealedHash } from './sealed-table.ts';
import {
  isSameHead,
  partialSuffix,
  segmentApplicationId,
  sumOf,
  writeHeader,
  type Segment,
  type SegmentHeader,
} from './segment.ts';

export interface NewSegment {
  readonly segment: Segment;
  readonly header: SegmentHeader;
  readonly meta: ReadonlyMap<string, string>;
  /** The files of keys of the segments that it takes the place of; null where it takes the journal's own. */
  readonly keysOf: readonly Segment[] | null;
}

const eventsAtATime = 100;
const sealedAtATime = 40;
const keysAtATime = 200;
const turnsBeforeSync = 8;

/** The key of `meta`, in the file of keys, with the sum of the segment. */
const sumKey = 'segment-sha256';

/**
 * Writes a segment in turns, reads it back and gives it its name; nothing counts before that. Gives false where what
 * was read back is not what the chain says. Whatever it began is gone where it is cut off, or throws.
 */
export function* writeSegment(journal: Database, wanted: NewSegment, step: StepMark<SegmentStep>): Pausable<boolean> {
  const { path, keysPath } = wanted.segment;
  const partials = { path: path + partialSuffix, keysPath: keysPath + partialSuffix };
  if (existsSync(path)) throw new DatabaseUnavailable({ code: 'not_writable', detail: 'EEXIST' });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    yield* writeRows(journal, wanted, partials.path);
    step('segment-written');
    if (!(yield* isAsTheChainSays(journal, wanted.header, partials.path))) return false;
    const sum = yield* sumOf(partials.path);
    step('segment-checked');
    yield* writeKeys(journal, wanted, { path: partials.keysPath, sum });
    if (!(yield* areKeysOf(journal, partials.keysPath))) return false;
    step('keys-written');
    // The keys first: where a process ends between the two, they belong to nothing and go with the next backup.
    renameSync(partials.keysPath, keysPath);
    step('keys-named');
    renameSync(partials.path, path);
    syncDirectory(dirname(path));
    step('segment-named');
    return true;
  } finally {
    for (const partial of Object.values(partials)) attempt(() => rmSync(partial, { force: true }));
  }
}

function* writeRows(journal: Database, { header, meta }: NewSegment, path: string): Pausable<void> {
  const copy = opened(path);
  try {
    written(copy, () => {
      for (const name of ['meta', recordTables.events, ...recordTables.sealed.map(({ rows }) => rows)])
        makeTable(journal, copy, name);
      writeHeader(copy, header);
      for (const [key, value] of meta) writeMeta(copy, key, value);
    });
    const events = { name: recordTables.events, after: header.after.seq, end: header.end.seq };
    yield* synced(path, copyRows(journal, copy, { ...events, rowsAtATime: eventsAtATime }));
    for (const { rows: name } of recordTables.sealed) {
      const { after = 0, end = 0 } = header.sealed[name] ?? {};
      yield* synced(path, copyRows(journal, copy, { name, after, end, rowsAtATime: sealedAtATime }));
    }
  } finally {
    copy.close();
  }
  yield* syncInTurn(path);
}

/** Syncs a file as it grows: all of a large one at once would hold up a sale. */
function* synced(path: string, work: Pausable<void>): Pausable<void> {
  for (let turn = 1; ; turn += 1) {
    if (work.next().done === true) return;
    leaveRoomForSales(path);
    yield;
    if (turn % turnsBeforeSync !== 0) continue;
    yield* syncInTurn(path);
  }
}

/** A disk that others fill meanwhile is left to the sales: an answer that comes once is worth more than a copy. */
function leaveRoomForSales(path: string): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < answerRoomBytes) throw new DatabaseUnavailable({ code: 'not_writable', detail: 'ENOSPC' });
}

/** Reads back each event and each answer that one names; those of earlier segments are compared where they lie. */
function* isAsTheChainSays(journal: Database, { after, end }: SegmentHeader, path: string): Pausable<boolean> {
  const losses = readLosses(journal);
  const walked = yield* inCopy(
    path,
    (copy) =>
      walkChain(
        copy,
        { seq: after.seq, hash: new Uint8Array(Buffer.from(after.hash, 'base64url')) },
        {
          losses,
          sealedHashOf: (id) => sealedHash(copy, id) ?? sealedHash(journal, id),
          rowsAtATime: eventsAtATime,
        },
      ),
    segmentApplicationId,
  );
  return walked?.ok === true && isSameHead(walked.value.head, end);
}

function* writeKeys(
  journal: Database,
  { header, keysOf }: NewSegment,
  { path, sum }: { readonly path: string; readonly sum: string },
): Pausable<void> {
  const copy = opened(path);
  try {
    written(copy, () => {
      for (const name of ['meta', ...recordTables.sealed.map(({ keys }) => keys)]) makeTable(journal, copy, name);
      writeMeta(copy, sumKey, sum);
    });
    for (const { rows, keys } of recordTables.sealed) {
      const { after = 0, end = 0 } = header.sealed[rows] ?? {};
      if (keysOf === null) yield* copyKeys(journal, copy, { rows, keys, after, end, rowsAtATime: keysAtATime });
      else yield* keysOfSegments(keysOf, copy, keys);
    }
  } finally {
    copy.close();
  }
  yield* syncInTurn(path);
}

/** What was destroyed in the segments since each of them was made is destroyed in this one too, and it says so. */
function* keysOfSegments(segments: readonly Segment[], copy: Database, name: string): Pausable<void> {
  for (const { keysPath } of segments) {
    const copied = yield* inCopy(
      keysPath,
      function* copying(from) {
        const end = from.get(`SELECT max(rowid) AS last FROM ${name}`)?.['last'];
        const all = { name, after: 0, end: Number(end ?? 0), isRenumbered: true } as const;
        yield* copyRows(from, copy, { ...all, rowsAtATime: keysAtATime });
        written(copy, () => notePurgedSince(copy, purgedSince(from)));
        return true;
      },
      segmentApplicationId,
    );
    if (copied === null) throw new DatabaseUnavailable({ code: 'not_writable', detail: 'keys' });
  }
}

/** Whether each key that was written is the journal's. One that the journal has destroyed meanwhile is no fault. */
function* areKeysOf(journal: Database, path: string): Pausable<boolean> {
  const checked = yield* inCopy(
    path,
    function* checking(copy) {
      for (const { keys } of recordTables.sealed) {
        for (let at = 0; ;) {
          const rows = copy.all(
            `SELECT rowid AS row_number, id, wrapped_key FROM ${keys} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
            at,
            keysAtATime,
          );
          for (const row of rows) {
            const own = journal.get(`SELECT wrapped_key FROM ${keys} WHERE id = ?`, textOf(row, 'id'));
            if (own !== undefined && Buffer.compare(bytesOf(own, 'wrapped_key'), bytesOf(row, 'wrapped_key')) !== 0)
              return false;
            at = integerOf(row, 'row_number');
          }
          if (rows.length < keysAtATime) break;
          yield;
        }
      }
      return true;
    },
    segmentApplicationId,
  );
  return checked === true;
}

/** Whether a segment is as it was written, and its keys can be read. */
export function* isAsWritten({ path, keysPath }: Segment): Pausable<boolean> {
  const sum = yield* inCopy(keysPath, sumBesideKeys, segmentApplicationId);
  return sum !== null && (yield* sumOf(path)) === sum;
}

/** The sum of the segment; null where a key is not found. SQLite's own check reads five years of keys in one turn. */
function* sumBesideKeys(copy: Database): Pausable<string | null> {
  for (const { keys } of recordTables.sealed) {
    const rows = yield* rowsFoundById(copy, keys);
    // An entry too many would be of a key that is gone.
    if (rows === null || rows !== (yield* entriesOf(copy, keys))) return null;
  }
  return readMeta(copy, sumKey);
}

/** How many keys there are; null where the index does not have one of them. */
function* rowsFoundById(copy: Database, name: string): Pausable<number | null> {
  const byId = `SELECT found.rowid FROM ${name} AS found WHERE found.id = keys.id`;
  const sql = `SELECT keys.rowid AS row_number, wrapped_key, (${byId}) AS found_row FROM ${name} AS keys
    WHERE keys.rowid > ? ORDER BY keys.rowid LIMIT ?`;
  let count = 0;
  for (let at = 0; ;) {
    const rows = copy.all(sql, at, keysAtATime);
    for (const row of rows) {
      at = integerOf(row, 'row_number');
      if (bytesOf(row, 'wrapped_key').length === 0 || row['found_row'] !== at) return null;
    }
    count += rows.length;
    if (rows.length < keysAtATime) return count;
    yield;
  }
}

/** How many entries the index of the ids has. */
function* entriesOf(copy: Database, name: string): Pausable<number> {
  let count = 0;
  for (let after = ''; ;) {
    const ids = copy.all(`SELECT id FROM ${name} WHERE id > ? ORDER BY id LIMIT ?`, after, keysAtATime);
    count += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < keysAtATime) return count;
    after = textOf(last, 'id');
    yield;
  }
}

function opened(path: string): Database {
  // What a process left that ended while it wrote this very one.
  rmSync(path, { force: true });
  const copy = newCopy(path, segmentApplicationId);
  if (!copy.ok) throw new DatabaseUnavailable(copy.error);
  return copy.value;
}
