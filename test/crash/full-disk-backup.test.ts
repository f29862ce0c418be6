import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '../support/temp.ts';

const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

const cameSchema = z.array(
  z.object({
    turn: z.number(),
    left: z.number(),
    turns: z.number(),
    trouble: z.string().nullable(),
    isKept: z.boolean(),
    strange: z.array(z.string()),
    whileFull: z.object({ shown: z.boolean(), noted: z.boolean() }),
    isSoldAfter: z.boolean(),
    after: z.object({ trouble: z.null(), backups: z.number() }),
    broken: z.number(),
    restored: z.boolean(),
  }),
);

test.skipIf(!canMount)('a disk that is full at any write of a backup costs that backup and nothing else', () => {
  const disk = join(tempFolder(), 'disk');
  mkdirSync(disk);
  const child = join(import.meta.dirname, 'full-disk-child.ts');
  const onSmallDisk = 'mount -t tmpfs -o size=64m none "$1" && exec "$0" "$2" "$1"';
  const run = spawnSync('unshare', ['-rm', 'sh', '-c', onSmallDisk, process.execPath, disk, child], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(run.status, run.stderr).toBe(0);
  const came = cameSchema.parse(JSON.parse(run.stdout));
  const failed = came.filter(({ trouble }) => trouble !== null);
  expect(new Set(failed.map(({ turn }) => turn)).size).toBeGreaterThan(6);
  for (const { trouble, ...one } of came) {
    const name = JSON.stringify({ trouble, ...one });
    expect([null, 'no_space'], name).toContain(trouble);
    expect(one, name).toMatchObject({ isKept: true, strange: [], isSoldAfter: true, broken: 0, restored: true });
    // What was shown is noted in room that is held for it; a new sale needs room of its own.
    expect(one.whileFull, name).toEqual({ shown: true, noted: one.left >= 262_144 ? true : one.whileFull.noted });
    expect(one.after.backups, name).toBeGreaterThan(1);
  }
});
