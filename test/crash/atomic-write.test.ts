import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildLostWrites, canLoseWrites } from '../support/lost-writes.ts';
import { makeTempFolder } from '../support/temp.ts';

const folder = makeTempFolder();
afterAll(() => folder.remove());

describe.skipIf(!canLoseWrites)('a file that was replaced', () => {
  it('has its new content under its own name after a power cut', () => {
    const [live, disk] = ['live', 'disk'].map((name) => join(folder.path, name)) as [string, string];
    mkdirSync(live);
    mkdirSync(disk);
    const shim = buildLostWrites();
    const script = join(import.meta.dirname, 'atomic-write-child.ts');
    const env = { ...process.env, ...shim.environment(live, disk) };
    const run = spawnSync(process.execPath, [script, join(live, 'keys.json'), 'one', 'two'], { env, encoding: 'utf8' });
    shim.remove();
    expect([run.status, run.stdout]).toEqual([0, 'one\ntwo\n']);
    expect(readdirSync(disk).sort()).toEqual(['keys.json', 'keys.json.copy']);
    expect(readFileSync(join(disk, 'keys.json'), 'utf8')).toBe('two');
    expect(readFileSync(join(disk, 'keys.json.copy'), 'utf8')).toBe('two');
  });
});
