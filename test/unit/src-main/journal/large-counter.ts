import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import type { LeisureTurn } from '../../../../src-main/journal/leisure-check.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import type { ProjectionRow } from '../../../../src-main/journal/projection.ts';
import { firstKind, foldedBy, HandClock, openOrThrow, randomness, rowOf } from './journal-fixture.ts';

/** So many operations of three events lie behind the long events that make the file large. */
export const operations = 700;
const longEvents = 3;
const judged = { kind: 'answer-judged', body: {} };

/** Not in the order in which they are sold. */
export function subjectOf(n: number): string {
  const first = ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return `${first}-0000-4000-8000-${n.toString().padStart(12, '0')}`;
}

/** What the events of an operation give, by its number alone. */
export function soldRow(subject: string): ProjectionRow {
  const n = Number(subject.slice(-12));
  return rowOf(subject, {
    state: ['completed', 'failed', 'unknown'][n % 3] ?? '',
    pending: n % 5 === 0,
    unsettled: n % 4 === 0,
    cardId: `card ${n % 40}`,
    saleNumber: n % 3 === 0 ? `C1-${String(n).padStart(4, '0')}` : null,
    referenceKey: n % 2 === 0 ? `till ${n % 50}` : null,
    nextAttemptAtMs: n % 6 === 0 ? n : null,
    intendedAtMs: 1_700_000_000_000 + Math.floor(n / 3),
  });
}

export const largeRules = foldedBy(soldRow);

/** A journal that is too large to be read whole at its opening. */
export class LargeCounter {
  readonly clock: HandClock;
  readonly directory: string;
  readonly path: string;

  constructor(parent: string, clock = new HandClock()) {
    this.clock = clock;
    this.directory = join(parent, 'counter');
    this.path = join(this.directory, 'journal.db');
  }

  open(): Journal {
    return openOrThrow(this.directory, this.clock, largeRules);
  }

  tryOpen(): ReturnType<typeof openJournal> {
    return openJournal({ directory: this.directory, rules: largeRules, clock: this.clock, randomness });
  }

  /** Sells, and closes it, with no check at leisure begun. */
  sold(): this {
    const journal = this.open();
    const long = { text: 'x'.repeat(3_000_000) };
    journal.append(...Array.from({ length: longEvents }, () => ({ subject: '', kind: 'filler', body: long })));
    const written = journal.transaction((tx) => {
      for (let n = 0; n < operations; n += 1) {
        const subject = subjectOf(n);
        tx.append({ subject, kind: firstKind, body: { n } });
        const record = { ciphertext: Buffer.from(`ciphertext ${n}`), wrappedKey: Buffer.alloc(61, n) };
        tx.append({ subject, kind: 'answer-sealed', body: { sealed: tx.fileSealed(`answer:${subject}`, record) } });
        tx.append({ subject, ...(n % 7 === 6 ? { kind: 'serial-kept', body: { serial: `${n}` } } : judged) });
        tx.project(soldRow(subject));
      }
    });
    if (!written.ok) throw new Error(written.error.code);
    // The backup of the day would take longer than all of a test: its name is taken.
    mkdirSync(join(this.directory, 'backups'));
    const stamp = new Date(this.clock.atMs).toISOString().replaceAll(/[:.]/g, '-');
    writeFileSync(join(this.directory, 'backups', `journal-${stamp}.db`), '');
    journal.close();
    this.tampered("DELETE FROM meta WHERE key = 'checked-at-leisure'");
    return this;
  }

  /** Changes rows past the triggers, with a connection that keeps none of our rules. */
  tampered(sql: string): void {
    const file = new BetterSqlite3(this.path);
    for (const name of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()) {
      if (sql.includes('UPDATE') && String(name).includes('not_changed')) file.exec(`DROP TRIGGER "${String(name)}"`);
    }
    file.exec(sql);
    file.close();
  }

  /** Changes rows of which no index hears. */
  changedPastIndexes(sql: string): void {
    const connected = (work: (file: BetterSqlite3.Database) => void): void => {
      const file = new BetterSqlite3(this.path);
      file.unsafeMode(true);
      file.pragma('writable_schema = ON');
      work(file);
      file.close();
    };
    let kept: unknown[] = [];
    connected((file) => {
      kept = file.prepare("SELECT * FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").raw().all();
      file.exec("DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
    });
    connected((file) => file.exec(sql));
    connected((file) => {
      for (const row of kept) file.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(row);
    });
  }

  /** Changes the bytes of pages, which are numbered from 1. */
  change(pages: readonly number[], change: (page: Buffer) => void): void {
    const bytes = readFileSync(this.path);
    for (const page of pages) change(bytes.subarray((page - 1) * pageBytes, page * pageBytes));
    writeFileSync(this.path, bytes);
  }

  /** The pages of a table or an index that hold its rows or entries. */
  leavesOf(name: string): readonly number[] {
    const file = new BetterSqlite3(this.path, { readonly: true });
    const pages = file
      .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
      .pluck()
      .all(name);
    file.close();
    return pages;
  }
}

const pageBytes = 4096;

/** The last row or entry of a page is gone, and the page says so itself: no check of its form sees that. */
export function dropLastCell(page: Buffer): void {
  page.writeUInt16BE(page.readUInt16BE(3) - 1, 3);
}

/** The turns of a round up to its end, or to the damage that it finds. */
export function roundOf(journal: Journal): readonly LeisureTurn[] {
  const turns: LeisureTurn[] = [];
  for (;;) {
    const turn = journal.checkTurn();
    turns.push(turn);
    if (turn.came === 'busy') throw new Error('an attempt is under way');
    if (turn.came !== 'more') return turns;
  }
}
