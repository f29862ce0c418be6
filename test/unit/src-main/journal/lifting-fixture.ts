import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Pieces } from '../../../../src-main/journal/lift.ts';
import { newCopy } from '../../../../src-main/sqlite/database.ts';
import { viewsOf, type PageView } from '../../../../src-main/sqlite/pages.ts';
import type { SqlValue } from '../../../../src-main/sqlite/row.ts';
import { tempFolder } from '../../../support/temp.ts';
import { value } from '../orders/till.ts';

export type Values = readonly (SqlValue | bigint)[];

/** The pages of a file with a table for each row, of as many columns as that has values. */
export function pagesWith(rows: readonly (readonly [rowid: number, values: Values])[]): PageView {
  const path = join(tempFolder(), 'rows.db');
  const handle = new BetterSqlite3(path);
  rows.forEach(([rowid, values], index) => {
    const columns = values.map((_, column) => `c${String(column)}`).join(', ');
    const given = values.map(() => '?').join(', ');
    handle.exec(`CREATE TABLE t${String(index)} (${columns})`);
    handle
      .prepare(`INSERT INTO t${String(index)} (rowid, ${columns}) VALUES (?, ${given})`)
      .run(BigInt(rowid), ...values);
  });
  handle.close();
  const [view] = viewsOf(new Uint8Array(readFileSync(path)), new Uint8Array(0));
  if (view === undefined) throw new Error('no page');
  return view;
}

/** What is lifted from these files, each of which has one or more views. */
export function piecesIn(...files: readonly (readonly PageView[])[]): Pieces {
  const pieces = new Pieces(value(newCopy(join(tempFolder(), 'lifting'), 1)));
  for (const views of files) pieces.add(views);
  return pieces;
}
