import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { automaticBackups } from '../../src-main/journal/backups.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { runCounter } from '../support/counter.ts';
import { failureOf, valueOf } from '../support/outcome.ts';
import { tempFolder } from '../support/temp.ts';

const dayMs = 24 * 60 * 60 * 1000;
const restoredSchema = z.object({ file: z.string(), damaged: z.array(z.string()), head: z.object({ seq: z.int() }) });
let data: string;

/** Backups of four days, each made by an opening, with an event more than the one before it. */
beforeEach(() => {
  data = join(tempFolder(), 'counter');
  for (const daysAgo of [8, 7.9, 6, 4, 2]) {
    const clock = {
      nowMs: () => Date.now() - daysAgo * dayMs,
      monotonicMs: () => performance.now(),
      sleep: () => Promise.resolve(),
    };
    const opened = openJournal({ rules: journalRules, directory: data, clock, randomness: systemRandomness });
    if (!opened.ok) throw new Error(opened.error.code);
    opened.value.append({ subject: 'op', kind: 'filler', body: { daysAgo } });
    opened.value.close();
  }
});

const restore = (file: string) => runCounter(['journal', 'restore', file, '--json'], { data });
const files = (): readonly string[] => automaticBackups(data).map(({ path }) => path);

function flipByte(file: string, part: number): void {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length * part);
  bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at);
  writeFileSync(file, bytes);
}

const harms: readonly (readonly [string, (file: string) => void])[] = [
  ['a byte in its middle', (file) => flipByte(file, 0.5)],
  ['a byte near its end', (file) => flipByte(file, 0.98)],
  ['half of it', (file) => writeFileSync(file, readFileSync(file).subarray(0, 8_192))],
  ['all of it', (file) => rmSync(file)],
  ['its keys', (file) => rmSync(`${file}.keys`)],
];

describe.each(harms)('where the disk changed or lost %s', (_, harm) => {
  test('the last day before it is restored, and named', async () => {
    const [, damaged = '', before = ''] = files();
    harm(damaged);
    const run = await restore('latest');
    const value = valueOf(run, restoredSchema);
    expect([value.file, value.head.seq]).toEqual([before, 3]);
    expect(run.stderr).toContain(new Date(Date.now() - 6 * dayMs).toISOString().slice(0, 10));
    const isThere = existsSync(damaged);
    expect(run.stderr).toContain(`${isThere ? '2 backups are' : 'One backup is'} damaged or incomplete`);
  });

  test('nothing is restored where a person names that day, or one after it', async () => {
    const [last = '', damaged = ''] = files();
    const journal = readFileSync(join(data, 'journal.db'));
    harm(damaged);
    for (const file of [last, ...(existsSync(damaged) ? [damaged] : [])]) {
      const failure = failureOf(await restore(file), 6);
      expect(failure).toEqual({ code: 'journal_corrupt', field: 'file' });
    }
    expect(readFileSync(join(data, 'journal.db')).equals(journal)).toBe(true);
  });
});

test('a segment alone is no backup: it is restored with those that lie beside it', async () => {
  const [last = ''] = files();
  const alone = join(tempFolder(), basename(last));
  for (const suffix of ['', '.keys']) writeFileSync(alone + suffix, readFileSync(last + suffix));
  expect(failureOf(await restore(alone), 6)).toEqual({ code: 'journal_corrupt', field: 'file' });
  expect(dirname(alone)).not.toBe(dirname(last));
});
