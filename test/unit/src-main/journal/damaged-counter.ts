import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Fold } from '../../../../src-main/journal/journal-rules.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { salvageJournal, type Salvaged } from '../../../../src-main/journal/salvage.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstKind, foldedBy, HandClock, openOrThrow, randomness, rowOf } from './journal-fixture.ts';

export const judged = 'answer-judged';
const fold: Fold = (operationId, events) => {
  const intent = events.find(({ kind }) => kind === firstKind);
  if (intent === undefined) return null;
  const isPending = events.every(({ kind }) => kind !== judged);
  return rowOf(operationId, { pending: isPending, intendedAtMs: intent.atMs, updatedAtMs: events.at(-1)?.atMs ?? 0 });
};

export const ids = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'bbbbbbbb-0000-4000-8000-000000000002',
  'cccccccc-0000-4000-8000-000000000003',
] as const;
const [first, second, third] = ids;

/** The bytes of a sealed answer and its key, known by their operation. */
export const sealedOf = (id: string) => ({
  ciphertext: Buffer.from(`ciphertext of ${id} `.repeat(8)),
  wrappedKey: Buffer.alloc(61, id.slice(0, 1)),
});

/** A counter whose journal is damaged and salvaged. */
export class DamagedCounter {
  readonly clock = new HandClock();
  readonly directory = join(tempFolder(), 'counter');
  readonly path = join(this.directory, 'journal.db');
  readonly options = {
    directory: this.directory,
    clock: this.clock,
    randomness,
    rules: foldedBy(fold, [firstKind, judged]),
  };

  open(): Journal {
    return openOrThrow(this.directory, this.clock);
  }

  intend(journal: Journal, id: string): void {
    this.clock.atMs += 1_000;
    const written = journal.transaction((tx) => {
      tx.append({ subject: id, kind: firstKind, body: { id } });
      tx.project(rowOf(id, { intendedAtMs: this.clock.atMs, updatedAtMs: this.clock.atMs }));
    });
    if (!written.ok) throw new Error(written.error.code);
  }

  judge(journal: Journal, id: string): void {
    this.clock.atMs += 1_000;
    const written = journal.transaction((tx) => {
      tx.append({ subject: id, kind: judged, body: { sealed: tx.fileSealed(`answer-${id}`, sealedOf(id)) } });
      tx.project(rowOf(id, { pending: false, intendedAtMs: this.clock.atMs - 1_000, updatedAtMs: this.clock.atMs }));
    });
    if (!written.ok) throw new Error(written.error.code);
  }

  /** Three orders, of which the last is pending: events 1 to 5. */
  threeOrders(): void {
    const journal = this.open();
    this.intend(journal, first);
    this.judge(journal, first);
    this.intend(journal, second);
    this.judge(journal, second);
    this.intend(journal, third);
    journal.close();
    this.removeBackups();
  }

  /** Whatever a backup still has is no loss. */
  removeBackups(): void {
    rmSync(join(this.directory, 'backups'), { recursive: true, force: true });
  }

  /** Damages what lies on the pages, as SQLite would read over it. */
  overwrite(from: string | Buffer, to: string | Buffer): void {
    const bytes = readFileSync(this.path);
    let at = bytes.indexOf(from);
    if (at < 0 || from.length !== to.length) throw new Error('nothing to damage');
    for (; at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to.toString('latin1'), at, 'latin1');
    writeFileSync(this.path, bytes);
  }

  /** Changes rows past the triggers. */
  tampered(sql: string): void {
    const file = new BetterSqlite3(this.path);
    for (const name of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
      file.exec(`DROP TRIGGER "${String(name)}"`);
    file.pragma('foreign_keys = OFF');
    file.exec(sql);
    file.close();
  }

  /** Damages the page that describes the tables: nothing can be read by them any more. */
  unreadable(): void {
    const bytes = readFileSync(this.path);
    bytes.fill(0xff, 200, 4_000);
    writeFileSync(this.path, bytes);
  }

  salvage(changes: Partial<Parameters<typeof salvageJournal>[0]> = {}): ReturnType<typeof salvageJournal> {
    return salvageJournal({ ...this.options, ...changes });
  }

  salvaged(): Salvaged {
    const result = this.salvage();
    if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`);
    return result.value;
  }
}
