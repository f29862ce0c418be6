import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  hasCheckpoint,
  openInstallation,
  readInstallation,
  type Installation,
} from '../../../../src-main/journal/installation.ts';
import { tempFolder } from '../../../support/temp.ts';
import { randomness } from './journal-fixture.ts';

const hashes = ['a', 'b', 'c'].map((sign) => sign.repeat(43));
const [one, two, three] = [1, 2, 3].map((seq) => ({ seq, hash: hashes[seq - 1] ?? '' }));
/** As the first version wrote it: what lies in a shop's folder must be read for ever. */
const written = `counterfoil installation 1 00000000-0000-4000-8000-00000000000a
0000000000000001 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa dVKry3Cz3io
0000000000000002 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb 2p595Ki7i6Z
`;

let directory: string;
let path: string;

beforeEach(() => {
  directory = tempFolder();
  path = join(directory, 'installation');
});

function open(): Installation {
  const opened = openInstallation(directory, randomness);
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
}

/** Records each head in a process of its own. */
function wrote(...heads: readonly (typeof one)[]): void {
  for (const head of heads) {
    const installation = open();
    if (head !== undefined) installation.recordCheckpoint(head);
    installation.close();
  }
}

function checkpoint(): Installation['checkpoint'] {
  const installation = open();
  installation.close();
  return installation.checkpoint;
}

describe('the file of an installation', () => {
  test('is made once, for its owner only, and keeps its id and its place in the file system', () => {
    const first = open();
    first.close();
    const { ino, size } = statSync(path);
    wrote(one, two, three);
    const again = open();
    again.close();
    expect([again.id, again.path]).toEqual([first.id, path]);
    expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
    expect([statSync(path).ino, statSync(path).size, statSync(path).mode & 0o777]).toEqual([ino, size, 0o600]);
    expect(readdirSync(directory)).toEqual(['installation']);
  });

  test('has no checkpoint at first', () => {
    expect([checkpoint(), hasCheckpoint(directory)]).toEqual([null, false]);
    expect(hasCheckpoint(join(directory, 'absent'))).toBe(false);
  });

  test('is read as the first version wrote it, and written in the same form', () => {
    writeFileSync(path, written);
    const read = readInstallation(directory);
    expect([read.path, read.id, read.checkpoint]).toEqual([path, '00000000-0000-4000-8000-00000000000a', two]);
    expect(hasCheckpoint(directory)).toBe(true);
    writeFileSync(path, written.replace(/\n0+1 .*\n0+2 .*\n/, `\n${' '.repeat(146)}`));
    // The second slot is written first.
    wrote(two, one);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });

  test('has a checkpoint from its first head on', () => {
    wrote(one);
    expect([hasCheckpoint(directory), readInstallation(directory).checkpoint]).toEqual([true, one]);
  });

  test('that is only read is not written to', () => {
    writeFileSync(path, written);
    const read = readInstallation(directory);
    read.recordCheckpoint({ seq: 9, hash: hashes[0] ?? '' });
    read.resetCheckpoint({ seq: 9, hash: hashes[0] ?? '' });
    read.keepCheckpoint();
    read.close();
    expect(readFileSync(path, 'utf8')).toBe(written);
    expect(readInstallation(join(directory, 'absent'))).toMatchObject({ id: null, checkpoint: null });
  });

  test('that cannot be read or made says so', () => {
    mkdirSync(path);
    expect(openInstallation(directory, randomness)).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'installation_unreadable' },
    });
    expect(openInstallation(join(directory, 'absent'), randomness)).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'installation_not_written' },
    });
  });

  test.each([
    ['of somebody else', 'something else 1 00000000-0000-4000-8000-00000000000a\n'],
    ['whose id is none', 'counterfoil installation 1 00000000-0000-4000-8000-00000000000G\n'],
    ['whose id is too short', 'counterfoil installation 1 0000\n'],
    ['that is empty', ''],
  ])('%s has no id, and is left as it is', (_, text) => {
    writeFileSync(path, text);
    const installation = open();
    installation.close();
    expect([installation.id, installation.checkpoint, readFileSync(path, 'utf8')]).toEqual([null, null, text]);
  });
});

describe('the checkpoint', () => {
  test('is the last head that was recorded, though the write of the next one was torn', () => {
    wrote(one, two, three);
    expect(checkpoint()).toEqual(three);
    // The slot that was written last: the other one has the head before it.
    const bytes = readFileSync(path, 'utf8');
    const at = bytes.indexOf('0000000000000003');
    writeFileSync(path, `${bytes.slice(0, at)}0000000000000004${bytes.slice(at + 16)}`);
    expect(checkpoint()).toEqual(two);
    wrote(three);
    expect(checkpoint()).toEqual(three);
    expect(readFileSync(path, 'utf8')).toContain('0000000000000002');
  });

  test.each([
    [0, 'its number'],
    [20, 'its hash'],
    [62, 'its check'],
    [16, 'the space between'],
  ])('is not taken with a sign changed at %i, %s', (offset) => {
    writeFileSync(path, written);
    const at = written.indexOf('0000000000000002') + offset;
    writeFileSync(path, `${written.slice(0, at)}!${written.slice(at + 1)}`);
    expect(checkpoint()).toEqual(one);
  });

  test('is kept as it is, in both slots, until a person has seen what it says', () => {
    wrote(one, two);
    const before = readFileSync(path, 'utf8');
    const installation = open();
    installation.keepCheckpoint();
    installation.recordCheckpoint({ seq: 9, hash: hashes[2] ?? '' });
    expect(readFileSync(path, 'utf8')).toBe(before);
    installation.resetCheckpoint({ seq: 1, hash: hashes[2] ?? '' });
    installation.recordCheckpoint({ seq: 2, hash: hashes[0] ?? '' });
    installation.close();
    expect(checkpoint()).toEqual({ seq: 2, hash: hashes[0] });
  });

  test('of an older state takes both slots, so that no later one is taken', () => {
    wrote(one, two, three);
    const installation = open();
    installation.resetCheckpoint({ seq: 1, hash: hashes[2] ?? '' });
    installation.close();
    expect(checkpoint()).toEqual({ seq: 1, hash: hashes[2] });
    expect(readFileSync(path, 'utf8')).not.toMatch(/0{15}[23] /);
  });

  test('is not written again where it says so already', () => {
    wrote(one, two);
    const before = readFileSync(path, 'utf8');
    const installation = open();
    installation.resetCheckpoint({ seq: 2, hash: hashes[1] ?? '' });
    expect(readFileSync(path, 'utf8')).toBe(before);
    for (const head of [
      { seq: 2, hash: hashes[2] ?? '' },
      { seq: 1, hash: hashes[2] ?? '' },
    ]) {
      installation.resetCheckpoint(head);
      expect(readInstallation(directory).checkpoint).toEqual(head);
    }
    installation.close();
  });

  test('is written again where another one was recorded meanwhile', () => {
    wrote(one, two);
    const installation = open();
    if (three !== undefined && two !== undefined) {
      installation.recordCheckpoint(three);
      installation.resetCheckpoint(two);
    }
    installation.close();
    expect(checkpoint()).toEqual(two);
  });

  test('of an empty journal is none', () => {
    const installation = open();
    const before = readFileSync(path, 'utf8');
    installation.resetCheckpoint({ seq: 0, hash: hashes[0] ?? '' });
    installation.close();
    expect(readFileSync(path, 'utf8')).toBe(before);
    wrote({ seq: 0, hash: hashes[0] ?? '' });
    expect(hasCheckpoint(directory)).toBe(false);
  });

  test('that cannot be written any more stops nothing', () => {
    const installation = open();
    installation.close();
    expect(() => installation.recordCheckpoint({ seq: 1, hash: hashes[0] ?? '' })).not.toThrow();
    expect(() => installation.resetCheckpoint({ seq: 1, hash: hashes[0] ?? '' })).not.toThrow();
    expect(checkpoint()).toBeNull();
  });
});
