import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { atOnce } from '../../../../../src-main/core/pausable.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { canonicalJson } from '../../../../../src-main/journal/json.ts';
import { checkTexts, holdsTexts } from '../../../../../src-main/orders/records/check-texts.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { projectRoot } from '../../../../support/project.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { value } from '../till.ts';

// What the build before decision 0058 wrote: three sales in the clear, with rows of their form. What is sealed in it
// opens for nobody, its data key was never kept.

const column = z.union([z.string(), z.number(), z.null()]);
const base64 = z.array(z.string()).transform((lines) => Buffer.from(lines.join(''), 'base64'));
const olderSchema = z.object({
  events: z.array(
    z.object({
      seq: z.number(),
      atMs: z.number(),
      subject: z.string(),
      kind: z.string(),
      body: z.record(z.string(), z.json()),
      hash: z.string().transform((text) => Buffer.from(text, 'base64')),
    }),
  ),
  answers: z.array(z.object({ id: z.string(), ciphertext: base64 })),
  keys: z.array(z.object({ id: z.string(), wrappedKey: base64 })),
  operations: z.array(z.record(z.string(), column)),
});
const older = olderSchema.parse(
  JSON.parse(readFileSync(join(projectRoot, 'test/fixtures/journals/before-sealed-texts.json'), 'utf8')),
);

function olderFolder(): string {
  const directory = tempFolder();
  value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness })).close();
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  let previous: Buffer = Buffer.alloc(32);
  for (const { seq, atMs, subject, kind, body, hash } of older.events) {
    file
      .prepare('INSERT INTO events (seq, at_ms, subject, kind, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(seq, atMs, subject, kind, canonicalJson(body), previous, hash);
    previous = hash;
  }
  for (const { id, ciphertext } of older.answers)
    file.prepare('INSERT INTO sealed_answers (id, ciphertext) VALUES (?, ?)').run(id, ciphertext);
  for (const { id, wrappedKey } of older.keys)
    file.prepare('INSERT INTO sealed_keys (id, wrapped_key) VALUES (?, ?)').run(id, wrappedKey);
  for (const row of older.operations) {
    const names = Object.keys(row);
    file
      .prepare(`INSERT INTO operations (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`)
      .run(row);
  }
  file.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('operations-form', '5')").run();
  file.close();
  return directory;
}

it('opens a journal of the build before texts were sealed: its chain holds, its references are seen and found', () => {
  const directory = olderFolder();
  const local = value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }));
  const { journal, records } = local;
  expect(value(journal.verify()).rows).toBe(older.events.length);
  const intended = older.events.filter(({ kind }) => kind === 'order-intended');
  const seen = intended.map(({ subject }) => {
    const facts = records.find(subject);
    if (facts === null) throw new Error('not seen');
    const { state, externalReference, textClosed } = viewOf(knownId<OperationId>(subject), facts, facts.updatedAtMs);
    return [state, externalReference, textClosed, facts.intent.body?.startsWith('{"')];
  });
  expect(seen).toEqual([
    ['completed', 'Till 4 / Noor 31', undefined, true],
    ['unknown', 'counter-7', undefined, true],
    ['refused', null, undefined, true],
  ]);
  expect(journal.compareProjection()).toEqual([]);
  const find = (text: string) => value(records.page({ show: 'all', limit: 9, find: text })).operationIds;
  const [named, lost] = intended.map(({ subject }) => subject);
  expect([find('till 4 noor 31'), find('noor'), find('Counter-7'), find('nobody')]).toEqual([
    [named],
    [named],
    [lost],
    [],
  ]);
  expect(holdsTexts(journal)).toBe(false);
  expect(atOnce(checkTexts({ journal, records }, null))).toEqual({ checked: 0, notChecked: 0, damaged: [] });
  local.close();
});
