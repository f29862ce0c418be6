import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';

/**
 * From now on the driver answers like a full disk to every transaction, until `mend` is called. What the system itself
 * does then is shown with a real limit in the journal's own tests.
 */
export function failDisk(): { readonly mend: () => void } {
  const begin = vi.spyOn(BetterSqlite3.prototype, 'exec').mockImplementation(function exec(
    this: BetterSqlite3.Database,
    sql: string,
  ) {
    if (sql.startsWith('BEGIN')) throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');
    return this;
  });
  const mend = (): void => begin.mockRestore();
  onTestFinished(mend);
  return { mend };
}
