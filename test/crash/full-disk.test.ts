import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '../support/temp.ts';

/** A disk of its own that may be filled up: needs the right to mount one, in a namespace that ends with the process. */
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

const order = z.object({ state: z.string(), codes: z.array(z.object({ voucher: z.string().nullable() })) });
const line = z.object({
  ok: z.boolean(),
  value: z.unknown().optional(),
  error: z.object({ code: z.string() }).optional(),
});
const saidSchema = z.array(z.object({ command: z.string(), exit: z.number(), json: line }));

test.skipIf(!canMount)(
  'on a full disk codes that were sold come out and are handed over, nothing new is sold, no day is closed, and then again',
  () => {
    const folder = tempFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const command = 'mount -t tmpfs -o size=48m none "$1" && exec "$2" "$3" "$1" "$4"';
    const script = join(import.meta.dirname, 'full-disk-shop-child.ts');
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', command, 'sh', disk, process.execPath, script, folder], {
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(run.stderr);
    const said = saidSchema.parse(JSON.parse(run.stdout));
    expect(said.map(({ command: name, exit }) => `${name} ${exit}`)).toEqual([
      'resume 0',
      'hand-over 0',
      'resume 0',
      'hand-over 0',
      'orders 0',
      'buy 6',
      'report 0',
      'shift 6',
      'journal 0',
      'shift 0',
      'buy 0',
    ]);
    const shown = said.filter(({ command: name }) => name === 'resume').map(({ json }) => order.parse(json.value));
    expect(shown.map(({ state, codes }) => [state, codes.filter(({ voucher }) => voucher !== null).length])).toEqual([
      ['completed', 2],
      ['completed', 2],
    ]);
    // What could not be written is the first Z once there is room, and no other one was issued.
    const closed = z.object({ name: z.string(), totals: z.object({ sales: z.number() }) });
    const z1 = said.filter(({ command: name, exit }) => name === 'shift' && exit === 0).map(({ json }) => json.value);
    expect(z1.map((value) => closed.parse(value))).toMatchObject([{ name: '1-1', totals: { sales: 2 } }]);
    expect(said.find(({ exit }) => exit === 6)?.json.error?.code).toBe('journal_not_writable');
  },
);
