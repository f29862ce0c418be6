import { z } from 'zod';
import { sha256Base64url } from '../core/hash.ts';
import { isUuid } from '../core/ids.ts';
import type { Database } from '../sqlite/database.ts';
import { looseRowAt, looseRows, type LooseRow, type Position } from '../sqlite/loose-rows.ts';
import type { PageView } from '../sqlite/pages.ts';
import { integerOf, textOf, type Row, type SqlValue } from '../sqlite/row.ts';
import { hashOf, parsedBody, sealedReferenceIn, type Link } from './chain.ts';
import { salvagedKind } from './gaps.ts';
import { purgedKind } from './sealed-table.ts';

/** An event as it was lifted: its hash fits its content and its stored predecessor. `body` is its canonical text. */
export interface LiftedEvent extends Link {
  readonly hash: Uint8Array;
}

/** A row of the projection. It proves nothing; it names a subject, and when that last changed. */
export interface ProjectionHint {
  readonly subject: string;
  readonly updatedAtMs: number;
}

/** Where a piece lies: in which of the files, as which of their views. */
const positionColumns = 'file INTEGER NOT NULL, view INTEGER NOT NULL, page INTEGER NOT NULL, at INTEGER NOT NULL';

const tables = [
  // `nth`: which of two with one number came first. `sealed_*`: what the body names. `says`: its kind, if that counts.
  `CREATE TABLE events (seq INTEGER NOT NULL, hash BLOB NOT NULL, nth INTEGER NOT NULL, previous_hash BLOB NOT NULL,
     says TEXT, sealed_id TEXT, sealed_sha256 TEXT, ${positionColumns}, PRIMARY KEY (seq, hash, file)) WITHOUT ROWID`,
  `CREATE TABLE blobs (id TEXT NOT NULL, sha256 TEXT NOT NULL, nth INTEGER NOT NULL, bytes INTEGER NOT NULL,
     ${positionColumns}, PRIMARY KEY (id, sha256, file)) WITHOUT ROWID`,
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE hints (subject TEXT PRIMARY KEY, updated_at_ms INTEGER NOT NULL) WITHOUT ROWID',
];

const bytes = z.instanceof(Uint8Array);
const rest = z.unknown();
/** As the migrations make them; a column that was added later comes behind. */
const shapes = {
  event: z.tuple([rest, z.int(), z.string(), z.string(), z.string(), bytes, bytes]),
  blob: z.tuple([z.string(), bytes]),
  meta: z.tuple([z.string(), z.string()]),
  projected: z.tuple([z.string().refine(isUuid), rest, rest, rest, rest, rest, rest, rest, rest, z.int()], rest),
};

/** The first file is the journal itself. Of the others only the record is taken. */
const ownFile = 0;
const rowsAtATime = 500;

/**
 * All that lies on the pages of some files and can be of a journal, of whatever state of these. In `index`, a file of
 * its own, is where each piece lies, and what it is found by; the piece stays there. So five years of sales take no
 * more memory than a day of them. Call all of it inside one transaction of `index`.
 */
export class Pieces {
  readonly index: Database;
  readonly #files: (readonly PageView[])[] = [];
  #count = 0;

  constructor(index: Database) {
    this.index = index;
    for (const table of tables) index.run(table);
  }

  /**
   * Sorts what lies on the pages of the next file by its shape alone: the schema may be what was damaged. What the
   * first views say goes first.
   */
  add(views: readonly PageView[]): void {
    const file = this.#files.push(views) - 1;
    views.forEach((view, at) => {
      for (const row of looseRows(view)) this.#file(row, [file, at, row.page, row.at]);
    });
  }

  event(row: Row): LiftedEvent {
    const event = eventIn(this.#rowAt(row));
    if (event === null) throw new Error('An event has left its page');
    return event;
  }

  blob(row: Row): Uint8Array {
    const blob = shapes.blob.safeParse(this.#rowAt(row).values).data;
    if (blob === undefined) throw new Error('A sealed answer has left its page');
    return blob[1];
  }

  meta(): ReadonlyMap<string, string> {
    return new Map(
      this.index.all('SELECT key, value FROM meta').map((row) => [textOf(row, 'key'), textOf(row, 'value')]),
    );
  }

  *hints(): Generator<ProjectionHint> {
    for (const row of rowsBy(this.index, 'SELECT * FROM hints WHERE subject > ? ORDER BY subject', 'subject', ''))
      yield { subject: textOf(row, 'subject'), updatedAtMs: integerOf(row, 'updated_at_ms') };
  }

  #file(row: LooseRow, position: readonly [file: number, view: number, page: number, at: number]): void {
    this.#count += 1;
    const event = eventIn(row);
    if (event !== null) this.#fileEvent(event, position);
    const blob = shapes.blob.safeParse(row.values).data;
    if (blob !== undefined) {
      const [id, content] = blob;
      const values = [id, sha256Base64url(content), this.#count, content.length, ...position];
      this.index.run('INSERT OR IGNORE INTO blobs VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values);
    }
    if (position[0] !== ownFile) return;
    const entry = shapes.meta.safeParse(row.values).data;
    if (entry !== undefined) this.index.run('INSERT OR IGNORE INTO meta VALUES (?, ?)', ...entry);
    const projected = shapes.projected.safeParse(row.values).data;
    if (projected !== undefined)
      this.index.run('INSERT OR IGNORE INTO hints VALUES (?, ?)', projected[0], projected[9]);
  }

  #fileEvent({ seq, hash, previousHash, kind, body }: LiftedEvent, position: readonly number[]): void {
    const says = kind === purgedKind || kind === salvagedKind ? kind : null;
    // Few events name a sealed answer, and parsing takes longer than looking.
    const sealed = body.includes('"sealed":') ? sealedReferenceIn(parsedBody(body)) : null;
    const values: readonly SqlValue[] = [seq, hash, this.#count, previousHash, says];
    this.index.run(
      'INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...values,
      sealed?.id ?? null,
      sealed?.sha256 ?? null,
      ...position,
    );
  }

  #rowAt(row: Row): LooseRow {
    const view = this.#files[integerOf(row, 'file')]?.[integerOf(row, 'view')];
    const position: Position = { page: integerOf(row, 'page'), at: integerOf(row, 'at') };
    const found = view === undefined ? null : looseRowAt(view, position);
    if (found === null) throw new Error('A row has left its page');
    return found;
  }
}

/** Rows in the sequence of a unique column, some at a time: what they are read from may be written meanwhile. */
export function* rowsBy(index: Database, sql: string, column: string, before: SqlValue): Generator<Row> {
  for (let after = before; ;) {
    const rows = index.all(`${sql} LIMIT ${rowsAtATime}`, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtATime) return;
    after = last[column] ?? null;
  }
}

function eventIn({ rowid, values }: LooseRow): LiftedEvent | null {
  const event = shapes.event.safeParse(values).data;
  if (event === undefined || !Number.isSafeInteger(rowid)) return null;
  const [, atMs, subject, kind, body, previousHash, hash] = event;
  const link = { seq: rowid, atMs, subject, kind, body, previousHash };
  return Buffer.compare(hashOf(link), hash) === 0 ? { ...link, hash } : null;
}
