import { basename, dirname } from 'node:path';
import { atOnce, type Pausable } from '../core/pausable.ts';
import type { Database } from '../sqlite/database.ts';
import { breaksConstraint, DatabaseUnavailable } from '../sqlite/fault.ts';
import { textOf } from '../sqlite/row.ts';
import { segmentsOf } from './backups.ts';
import { copyRows, written } from './copy-rows.ts';
import { inCopy, withCopy } from './copy.ts';
import type { ProjectionRules } from './journal-rules.ts';
import { writeMeta } from './meta-table.ts';
import { rebuild } from './projection-table.ts';
import { notePurgedSince, purgedSince } from './purged-since.ts';
import { recordTables } from './record-tables.ts';
import { segmentApplicationId, segmentNamed, type KnownSegment } from './segment.ts';
import { isAsWritten } from './write-segment.ts';

const rowsAtATime = 10_000;
const answersAtATime = 500;

/** Whether a file has the name of a part of a backup: it is then restored with all before it. */
export function isSegment(path: string): boolean {
  return segmentNamed(dirname(path), basename(path)) !== null;
}

/**
 * Fills a new journal with the rows of a segment and of all before it, as the sums of their files say they were
 * written, and derives the rest. Throws `DatabaseUnavailable` where one is missing or damaged.
 */
export function assemble(journal: Database, path: string, rules: ProjectionRules): void {
  const segments = segmentsOf(path);
  if (segments === null) throw damaged('segment_missing');
  for (const segment of segments) if (!atOnce(isAsWritten(segment))) throw damaged(`segment_${segment.header.number}`);
  const triggers = triggersOf(journal);
  written(journal, () => triggers.forEach(({ name }) => journal.run(`DROP TRIGGER ${name}`)));
  for (const segment of segments) addRows(segment, journal);
  written(journal, () => {
    for (const [key, value] of metaOf(path)) writeMeta(journal, key, value);
    for (const { keysPath } of segments)
      notePurgedSince(journal, withCopy(keysPath, purgedSince, segmentApplicationId) ?? []);
    triggers.forEach(({ sql }) => journal.run(sql));
    rebuild(journal, rules);
  });
}

/** A sum says that a file is as somebody wrote it, and not that its rows belong together. */
function addRows(segment: KnownSegment, journal: Database): void {
  try {
    atOnce(rowsOf(segment, journal));
  } catch (thrown) {
    throw breaksConstraint(thrown) ? damaged(`segment_${segment.header.number}`) : thrown;
  }
}

function* rowsOf({ path, keysPath, header }: KnownSegment, journal: Database): Pausable<void> {
  yield* inPart(path, function* rows(part) {
    const events = { name: recordTables.events, after: header.after.seq, end: header.end.seq };
    yield* copyRows(part, journal, { ...events, rowsAtATime });
    for (const [name, { after, end }] of Object.entries(header.sealed))
      yield* copyRows(part, journal, { name, after, end, rowsAtATime: answersAtATime });
    return true;
  });
  yield* inPart(keysPath, function* keys(part) {
    for (const { keys: name, rows } of recordTables.sealed) {
      if (header.sealed[rows] === undefined) continue;
      const last = Number(part.get(`SELECT max(rowid) AS last FROM ${name}`)?.['last'] ?? 0);
      yield* copyRows(part, journal, { name, after: 0, end: last, rowsAtATime, isRenumbered: true });
    }
    return true;
  });
}

function* inPart(path: string, work: (part: Database) => Pausable<true>): Pausable<void> {
  if ((yield* inCopy(path, work, segmentApplicationId)) === null) throw damaged('segment_unreadable');
}

function metaOf(path: string): readonly (readonly [string, string])[] {
  const read = withCopy(
    path,
    (part) => part.all('SELECT key, value FROM meta').map((row) => [textOf(row, 'key'), textOf(row, 'value')] as const),
    segmentApplicationId,
  );
  if (read === null) throw damaged('segment_unreadable');
  return read;
}

/** They let rows come in one after the other only, and have done so once already. */
function triggersOf(journal: Database): readonly { readonly name: string; readonly sql: string }[] {
  const rows = journal.all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
  return rows.map((row) => ({ name: textOf(row, 'name'), sql: textOf(row, 'sql') }));
}

function damaged(detail: string): DatabaseUnavailable {
  return new DatabaseUnavailable({ code: 'corrupt', detail });
}
