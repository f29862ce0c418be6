import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  mayMigrate,
  noteGoodStart,
  noteSecondStart,
  versionOfNextStart,
} from '../../../../src-main/updates/good-start.ts';
import { readCurrent, writeCurrent } from '../../../../src-main/updates/installation.ts';
import { launcherName } from '../../../../src-main/updates/launcher.ts';
import { readStarts } from '../../../../src-main/updates/starts.ts';
import { tempFolder } from '../../../support/temp.ts';

const [older, newer] = ['counterfoil-0.1.0-linux-x64', 'counterfoil-0.2.0'];

/** A folder of versions whose current one is the newer. */
function twoVersions(log = ''): string {
  const folder = tempFolder();
  for (const name of [older, newer]) mkdirSync(join(folder, name));
  writeCurrent({ folder, current: newer, before: older });
  writeFileSync(join(folder, 'starts'), log);
  return folder;
}

describe('a good start', () => {
  it('of what was unzipped by hand puts the launcher beside it', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, older));
    expect(await noteGoodStart(join(folder, older))).toEqual({ ok: true, value: undefined });
    expect(statSync(join(folder, launcherName)).mode & 0o777).toBe(0o755);
    expect(readCurrent(folder)).toEqual({ folder, current: older, before: null });
    expect(readStarts(folder)).toEqual([{ kind: 'good', name: older }]);
    expect(versionOfNextStart(join(folder, older))).toBeNull();
  });

  it('of the version before is lasting where the newer one could not start', async () => {
    const folder = twoVersions(`begun ${newer}\nbegun ${newer}\n`);
    expect((await noteGoodStart(join(folder, older))).ok).toBe(true);
    expect(readCurrent(folder)).toEqual({ folder, current: older, before: null });
  });

  it('of the version before changes nothing where the newer one is to start', async () => {
    const folder = twoVersions(`begun ${newer}\n`);
    expect((await noteGoodStart(join(folder, older))).ok).toBe(true);
    expect(readCurrent(folder)).toEqual({ folder, current: newer, before: older });
    expect(versionOfNextStart(join(folder, older))).toBe('0.2.0');
    expect(versionOfNextStart(join(folder, newer))).toBeNull();
  });

  it.each([
    ['counterfoil-0.3.0-linux-x64', { current: 'counterfoil-0.3.0-linux-x64', before: newer }],
    ['counterfoil-0.0.9-linux-x64', { current: newer, before: older }],
  ])('of %s, which a person unzipped beside them, leaves %j', async (name, expected) => {
    const folder = twoVersions();
    mkdirSync(join(folder, name));
    expect((await noteGoodStart(join(folder, name))).ok).toBe(true);
    expect(readCurrent(folder)).toEqual({ folder, ...expected });
  });

  it('is noted twice, and then no more', async () => {
    const folder = twoVersions();
    for (let left = 3; left > 0; left -= 1) await noteGoodStart(join(folder, newer));
    expect(noteSecondStart(join(folder, newer)).ok).toBe(true);
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe(`good ${newer}\ngood ${newer}\n`);
  });

  it('of a program that a package manager owns is noted nowhere', async () => {
    expect(await noteGoodStart('/usr/lib/counterfoil')).toEqual({ ok: true, value: undefined });
    expect(noteSecondStart('/usr/lib/counterfoil')).toEqual({ ok: true, value: undefined });
    expect(versionOfNextStart('/usr/lib/counterfoil')).toBeNull();
  });
});

it('a second start is noted as that, and keeps the version from giving way', () => {
  const folder = twoVersions(`begun ${newer}\nbegun ${newer}\n`);
  expect(noteSecondStart(join(folder, newer)).ok).toBe(true);
  expect(versionOfNextStart(join(folder, newer))).toBeNull();
});

it('a migration may begin after two good starts, and at once where no version could take over', async () => {
  const folder = twoVersions();
  const asked: boolean[] = [];
  for (let left = 3; left > 0; left -= 1) {
    asked.push(mayMigrate(join(folder, newer)));
    await noteGoodStart(join(folder, newer));
  }
  expect(asked).toEqual([false, false, true]);
  expect(mayMigrate('/usr/lib/counterfoil')).toBe(true);
});
