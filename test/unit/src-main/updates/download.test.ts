import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { err, ok } from '../../../../src-main/core/result.ts';
import { downloadPackage, type Download } from '../../../../src-main/updates/download.ts';
import type { Feed } from '../../../../src-main/updates/feed.ts';
import { tempFolder } from '../../../support/temp.ts';
import { packageOfBytes } from '../../../support/update-shop.ts';

const bytes = randomBytes(10_000);
const wanted = packageOfBytes('counterfoil.zip', bytes);

interface Asked {
  readonly starts: number[];
  readonly sleptMs: number[];
}

/** A download of `bytes` in pieces of 1000, into a folder of its own. */
function downloading(changes: Partial<Download> = {}, served: Uint8Array = bytes): Download & Asked {
  const asked: Asked = { starts: [], sleptMs: [] };
  const feed: Feed = {
    document: () => Promise.resolve(err({ code: 'feed_missing' })),
    piece: (_name, start, length) => {
      asked.starts.push(start);
      const piece = served.subarray(start, start + length);
      return Promise.resolve(piece.length === length ? ok(piece) : err({ code: 'truncated' }));
    },
  };
  return {
    ...asked,
    feed,
    package: wanted,
    folder: join(tempFolder(), 'updates'),
    clock: {
      nowMs: () => 0,
      monotonicMs: () => 0,
      sleep: (ms) => {
        asked.sleptMs.push(ms);
        return Promise.resolve();
      },
    },
    pace: { pieceBytes: 1000, bytesPerSecond: 2000 },
    roomBytes: 0,
    signal: new AbortController().signal,
    ...changes,
  };
}

it('a package is fetched piece by piece, at its pace, and has its name once it is whole', async () => {
  const download = downloading();
  expect(await downloadPackage(download)).toEqual(ok(join(download.folder, 'counterfoil.zip')));
  expect(readFileSync(join(download.folder, 'counterfoil.zip')).equals(bytes)).toBe(true);
  expect(readdirSync(download.folder)).toEqual(['counterfoil.zip']);
  expect(download.starts).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]);
  expect(new Set(download.sleptMs)).toEqual(new Set([500]));
  // A second time nothing is asked.
  await downloadPackage(download);
  expect(download.starts).toHaveLength(10);
});

it('goes on where it was stopped, and with nothing that another package left', async () => {
  const download = downloading();
  mkdirSync(download.folder);
  writeFileSync(join(download.folder, `${wanted.sha256}.partial`), bytes.subarray(0, 4321));
  writeFileSync(join(download.folder, 'older.zip'), 'older');
  expect((await downloadPackage(download)).ok).toBe(true);
  expect(download.starts).toEqual([4321, 5321, 6321, 7321, 8321, 9321]);
  expect(readdirSync(download.folder)).toEqual(['counterfoil.zip']);
});

it('keeps what it has when the feed fails, and drops it when it is not the package', async () => {
  const short = downloading({}, bytes.subarray(0, 5500));
  expect(await downloadPackage(short)).toEqual(err({ code: 'truncated' }));
  expect(readFileSync(join(short.folder, `${wanted.sha256}.partial`))).toHaveLength(5000);

  const changed = downloading(
    {},
    bytes.map((byte, index) => (index === 5000 ? byte ^ 1 : byte)),
  );
  expect(await downloadPackage(changed)).toMatchObject({ error: { code: 'package_tampered' } });
  expect(readdirSync(changed.folder)).toEqual([]);

  for (const left of [Buffer.alloc(12_000), Buffer.concat([bytes, Buffer.of(0)]), Buffer.alloc(10_000)]) {
    const filled = downloading();
    mkdirSync(filled.folder);
    writeFileSync(join(filled.folder, `${wanted.sha256}.partial`), left);
    expect(await downloadPackage(filled)).toMatchObject({ error: { code: 'package_tampered' } });
    expect((await downloadPackage(filled)).ok).toBe(true);
  }
});

it('a file of its name that is not the package is replaced', async () => {
  const download = downloading();
  mkdirSync(download.folder);
  writeFileSync(join(download.folder, 'counterfoil.zip'), Buffer.alloc(10_000));
  expect((await downloadPackage(download)).ok).toBe(true);
  expect(readFileSync(join(download.folder, 'counterfoil.zip')).equals(bytes)).toBe(true);
});

it('stops when it is told, and where the disk would have less room left than sales need', async () => {
  const stopped = downloading({ signal: AbortSignal.abort() });
  expect(await downloadPackage(stopped)).toEqual(err({ code: 'feed_stopped' }));
  const full = downloading({ roomBytes: Number.MAX_SAFE_INTEGER });
  expect(await downloadPackage(full)).toEqual(err({ code: 'disk_full' }));
  expect(readdirSync(full.folder)).toEqual([]);
});

it('says that it cannot write', async () => {
  const folder = join(tempFolder(), 'updates');
  writeFileSync(folder, 'a file where the folder should be');
  expect(await downloadPackage(downloading({ folder }))).toMatchObject({ error: { code: 'not_writable' } });
});
