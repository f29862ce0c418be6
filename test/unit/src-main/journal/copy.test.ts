import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { withCopy } from '../../../../src-main/journal/copy.ts';
import { readEvents } from '../../../../src-main/journal/events-table.ts';
import { canCountOpenFiles, openFiles } from '../../../support/open-files.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openOrThrow } from './journal-fixture.ts';

let copy: string;

beforeEach(() => {
  const folder = tempFolder();
  copy = join(folder, 'copy.db');
  const journal = openOrThrow(join(folder, 'counter'));
  journal.append({ subject: '', kind: 'filler', body: {} });
  expect(journal.backup(copy).ok).toBe(true);
  journal.close();
});

test('what is read from a copy is given, and nothing where what lies in it is damaged', () => {
  expect(withCopy(copy, (opened) => readEvents(opened, {}).length)).toBe(1);
  const file = new BetterSqlite3(copy);
  file.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET body = '[]'");
  file.close();
  expect(withCopy(copy, (opened) => readEvents(opened, {}).length)).toBeNull();
  expect(withCopy(join(copy, 'absent'), () => 1)).toBeNull();
});

test('a bug in what reads a copy stays one', () => {
  expect(() =>
    withCopy(copy, () => {
      throw new TypeError('a bug');
    }),
  ).toThrow('a bug');
});

test.runIf(canCountOpenFiles)('a copy that was read is not kept open', () => {
  const before = openFiles();
  for (let n = 0; n < 3; n += 1) withCopy(copy, (opened) => readEvents(opened, {}));
  expect(openFiles()).toBeLessThan(before + 3);
});
