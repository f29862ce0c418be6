import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { hashOf } from '../../src-main/journal/chain.ts';

const rowsSchema = z.array(
  z.object({ seq: z.number(), at_ms: z.number(), subject: z.string(), kind: z.string(), body: z.string() }),
);

/**
 * What a forger with the file in hand would do: change it past its triggers and hash every event anew, so that the
 * chain itself holds.
 */
export function rewriteJournal(directory: string, edit: (file: BetterSqlite3.Database) => void): void {
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  file.exec(
    'DROP TRIGGER events_are_not_changed; DROP TRIGGER sealed_answers_are_not_changed; DROP TRIGGER sealed_keys_are_not_changed;',
  );
  edit(file);
  let previousHash: Uint8Array = new Uint8Array(32);
  for (const { seq, at_ms: atMs, subject, kind, body } of rowsSchema.parse(
    file.prepare('SELECT * FROM events ORDER BY seq').all(),
  )) {
    const hash = hashOf({ seq, atMs, subject, kind, body, previousHash });
    file.prepare('UPDATE events SET prev_hash = ?, hash = ? WHERE seq = ?').run(previousHash, hash, seq);
    previousHash = hash;
  }
  file.close();
}
