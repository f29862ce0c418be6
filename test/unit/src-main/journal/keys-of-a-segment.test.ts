import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { segmentsIn, type Segment } from '../../../../src-main/journal/segment.ts';
import { isAsWritten } from '../../../../src-main/journal/write-segment.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow } from './journal-fixture.ts';

// The keys of a segment are read in turns: of five years they are a million, and a sale waits for no more than some.

const keys = 1_000;
const idOf = (n: number): string => `answer-${String(n).padStart(5, '0')}`;

let segment: Segment;

beforeEach(() => {
  const directory = join(tempFolder(), 'counter');
  const journal = openOrThrow(directory, new HandClock());
  journal.transaction((tx) => {
    for (let n = 0; n < keys; n += 1) {
      const sealed = tx.fileSealed(idOf(n), { ciphertext: Buffer.from('sealed'), wrappedKey: Buffer.alloc(61, 'k') });
      tx.append({ subject: '', kind: 'answer-sealed', body: { sealed } });
    }
  });
  journal.close();
  openOrThrow(directory, new HandClock()).close();
  const [first] = segmentsIn(join(directory, 'backups'));
  if (first === undefined) throw new Error('no segment');
  segment = first;
});

/** What the check says, and in how many turns. */
function checked(): { readonly isWhole: boolean; readonly turns: number } {
  const check = isAsWritten(segment);
  for (let turns = 1; ; turns += 1) {
    const { done, value } = check.next();
    if (done === true) return { isWhole: value, turns };
  }
}

/** Every byte where `text` begins in the file of keys. */
function offsetsOf(text: string): readonly number[] {
  const file = readFileSync(segment.keysPath);
  const found: number[] = [];
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) found.push(at);
  return found;
}

test('are read some at a time', () => {
  const { isWhole, turns } = checked();
  expect(isWhole).toBe(true);
  expect(turns).toBeGreaterThan(2 * (keys / 200));
});

test('are not whole where an id is another in the table, or in its index', () => {
  const before = readFileSync(segment.keysPath);
  const offsets = [0, 500, keys - 1].flatMap((n) => offsetsOf(idOf(n)));
  expect(offsets).toHaveLength(6);
  for (const at of offsets) {
    const damaged = Buffer.from(before);
    damaged.write('?', at + 1);
    writeFileSync(segment.keysPath, damaged);
    expect(checked().isWhole, String(at)).toBe(false);
  }
});

test('are not whole where a page of them holds nothing, or is gone', () => {
  const before = readFileSync(segment.keysPath);
  const pages = before.length / 4096;
  for (let page = 1; page < pages; page += 1) {
    const damaged = Buffer.from(before).fill(0, page * 4096, (page + 1) * 4096);
    writeFileSync(segment.keysPath, damaged);
    expect(checked().isWhole, String(page)).toBe(false);
  }
  writeFileSync(segment.keysPath, before.subarray(0, -4096));
  expect(checked().isWhole).toBe(false);
  writeFileSync(segment.keysPath, before);
  expect(checked().isWhole).toBe(true);
});
