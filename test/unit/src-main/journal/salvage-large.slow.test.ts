import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalFile } from '../../../../src-main/journal/journal-file.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openOrThrow } from './journal-fixture.ts';

const child = join(import.meta.dirname, 'salvage-child.ts');
const events = 15_000;
const heapMb = 40;

test('a salvage takes no more memory than a part of the journal does', () => {
  const directory = join(tempFolder(), 'counter');
  const journal = openOrThrow(directory);
  journal.append(
    ...Array.from({ length: events }, (_, n) => ({
      subject: '',
      kind: 'filler',
      body: { n, text: 'x'.repeat(4_000) },
    })),
  );
  journal.close();
  expect(statSync(journalFile(directory)).size).toBeGreaterThan(1.5 * heapMb * 1e6);
  const args = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, child, directory];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  expect({ stdout, stderr, signal }).toEqual({ stdout: String(events), stderr: '', signal: null });
});
