import { atOnce, type Pausable } from '../core/pausable.ts';
import { openCopy, type Database } from '../sqlite/database.ts';
import { DatabaseUnavailable, lacksTable } from '../sqlite/fault.ts';
import { journalOptions } from './journal-file.ts';
import { segmentTable } from './record-tables.ts';

const copyForm = { migrations: journalOptions.migrations, others: new Map([['segment', segmentTable]]) };

/** What `work` makes of a copy of a journal, or of a part of one, as it lies; null where that cannot be read. */
export function withCopy<T>(
  path: string,
  work: (copy: Database) => T,
  applicationId: number = journalOptions.applicationId,
): T | null {
  return atOnce(
    inCopy(
      path,
      function* inOneTurn(copy) {
        yield;
        return work(copy);
      },
      applicationId,
    ),
  );
}

/** The same in turns. */
export function* inCopy<T>(
  path: string,
  work: (copy: Database) => Pausable<T>,
  applicationId: number = journalOptions.applicationId,
): Pausable<T | null> {
  const opened = openCopy(path, applicationId, copyForm);
  if (!opened.ok) return null;
  try {
    return yield* work(opened.value);
  } catch (thrown) {
    // A file of that name may be of somebody's making.
    if (thrown instanceof DatabaseUnavailable || lacksTable(thrown)) return null;
    throw thrown;
  } finally {
    opened.value.close();
  }
}
