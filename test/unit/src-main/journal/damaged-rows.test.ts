import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { journalRules } from '../../../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { salvageJournal } from '../../../../src-main/journal/salvage.ts';
import { openAt, sellMany, type Sold } from '../../../crash/many-orders.ts';
import { makeTempFolder } from '../../../support/temp.ts';

let folder: ReturnType<typeof makeTempFolder>;
let directory: string;
let sold: readonly Sold[];

beforeEach(() => {
  folder = makeTempFolder();
  directory = join(folder.path, 'counter');
  const localRecords = openAt(directory);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  sold = sellMany(localRecords.value, 3);
  localRecords.value.close();
});

afterEach(() => folder.remove());

/** Replaces bytes where they first lie behind `after` in the file, with as many others. */
function overwrite(after: string, from: string, to: string): void {
  const file = join(directory, 'journal.db');
  const bytes = readFileSync(file);
  const at = bytes.indexOf(from, bytes.indexOf(after));
  if (at < 0 || from.length !== to.length) throw new Error('nothing to damage');
  bytes.write(to, at);
  writeFileSync(file, bytes);
}

function change(sql: string): void {
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  file.exec(sql);
  file.close();
}

test('an event whose body is no JSON any more is damage and no bug, and its order is all that a salvage loses', () => {
  // Whatever a backup still has is no loss.
  rmSync(join(directory, 'backups'), { recursive: true });
  // It names a sealed answer, so that an index looks into the body.
  overwrite(`${sold[1]?.operationId ?? ''}answer-sealed{`, '"attempt":', '"attempt";');
  const opened = openAt(directory);
  if (opened.ok) opened.value.close();
  expect([opened.ok, opened.ok || opened.error.code]).toEqual([false, 'journal_corrupt']);
  const salvaged = salvageJournal({
    directory,
    clock: systemClock,
    randomness: systemRandomness,
    rules: journalRules,
  });
  expect(
    salvaged.ok && [
      salvaged.value.gaps.map(({ after, before }) => before.seq - after.seq),
      salvaged.value.sealedAnswers,
    ],
  ).toEqual([[2], 3]);
});

test.each([
  ['says another state', "UPDATE operations SET state = 'cancelled'"],
  ['is pending no more', 'UPDATE operations SET pending = 1 - pending'],
  ['cannot be read', "UPDATE operations SET view = replace(view, '\"', '?')"],
  ['is gone', 'DELETE FROM operations WHERE rowid = 1'],
])('a derived row that %s is made anew from the events, and that is written down', (_name, sql) => {
  change(sql);
  const localRecords = openAt(directory);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const { journal, records } = localRecords.value;
  expect(journal.compareProjection()).toEqual([]);
  expect(sold.map(({ operationId }) => journal.projected(operationId)?.state)).toEqual([
    'completed',
    'completed',
    'completed',
  ]);
  expect(records.pending()).toEqual([]);
  expect(journal.trouble()).toBeNull();
  expect(journal.events({ kind: 'journal-rebuilt' }).map(({ body }) => body['detail'])).toEqual(['operations']);
  localRecords.value.close();
  const again = openAt(directory);
  if (!again.ok) throw new Error(again.error.code);
  expect(again.value.journal.events({ kind: 'journal-rebuilt' })).toHaveLength(1);
  again.value.close();
  rmSync(directory, { recursive: true });
});
