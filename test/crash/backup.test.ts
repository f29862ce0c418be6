import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCopy } from '../../src-main/sqlite/database.ts';
import { buildLostWrites, canLoseWrites } from '../support/lost-writes.ts';
import { tempFolder } from '../support/temp.ts';

describe.skipIf(!canLoseWrites)('a backup', () => {
  // At OFF the driver itself syncs nothing; at FULL it does, though its documentation promises nothing.
  it.each(['FULL', 'OFF'])('is whole under its own name after a power cut, at synchronous = %s', (synchronous) => {
    const folder = tempFolder();
    const [live, disk] = [join(folder, 'live'), join(folder, 'disk')];
    for (const path of [live, disk]) mkdirSync(path);
    const shim = buildLostWrites();
    const env = { ...process.env, ...shim.environment(live, disk) };
    const child = join(import.meta.dirname, 'backup-child.ts');
    const run = spawnSync(process.execPath, [child, join(live, 'notes.db'), join(live, 'copy.db'), synchronous], {
      env,
      encoding: 'utf8',
    });
    shim.remove();
    expect([run.status, run.stdout]).toEqual([0, 'durable\n']);
    const copy = openCopy(join(disk, 'copy.db'), 77);
    if (!copy.ok) throw new Error(copy.error.detail);
    expect(copy.value.all('SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
    copy.value.close();
  });
});
