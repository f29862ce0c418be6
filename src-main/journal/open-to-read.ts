import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isFile } from '../files/is-file.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { faultOf } from '../sqlite/fault.ts';
import { readCopyFacts } from './copy-status-record.ts';
import { readInstallation } from './installation.ts';
import { journalFailure } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions } from './journal-file.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { readMeta } from './meta-table.ts';
import { decidedFile } from './replacing.ts';
import { SqliteJournal } from './sqlite-journal.ts';

const readOnly: Failure = { code: 'journal_not_writable', detail: 'read_only' };

/**
 * Opens the records of a folder that cannot be written, to read them: SQLite would have to write beside the file, so a
 * copy in a temporary folder is read, which closing removes. Every write is refused. Codes: as `openJournal`.
 */
export function openJournalToRead(options: JournalOptions): Result<Journal, Failure> {
  // Where nothing was ever recorded there is nothing to read: empty records would pass for a day without sales.
  if (!isFile(journalFile(options.directory)) && !isFile(decidedFile(options.directory))) return err(readOnly);
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'counterfoil-read-'));
    const opened = openDatabase(copyInto(folder, options.directory), { ...journalOptions, hasBegun: true });
    if (opened.ok) return ok(journalOver(options, opened.value, folder));
    remove(folder);
    return err(journalFailure(opened.error));
  } catch (thrown) {
    if (folder !== null) remove(folder);
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return err(journalFailure(fault));
  }
}

function journalOver(options: JournalOptions, database: Database, folder: string): Journal {
  return new SqliteJournal(
    { ...options, directory: folder },
    {
      database,
      installation: readInstallation(options.directory),
      lock: { release: () => remove(folder) },
      trouble: readOnly,
      refusesWrites: readOnly,
      isCheckedWhole: false,
      isLarge: true,
      installationId: readMeta(database, installationKey) ?? '',
      copyFacts: readCopyFacts(database),
    },
  );
}

/** A log that was not moved into the file yet holds what was sold last. */
function copyInto(folder: string, directory: string): string {
  const copy = join(folder, 'journal.db');
  const decided = decidedFile(directory);
  const source = existsSync(decided) ? decided : journalFile(directory);
  for (const suffix of ['', '-wal']) {
    if (!isFile(source + suffix)) continue;
    copyFileSync(source + suffix, copy + suffix);
    chmodSync(copy + suffix, 0o600);
  }
  return copy;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
