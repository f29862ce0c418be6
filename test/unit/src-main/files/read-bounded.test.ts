import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTooLarge, readBounded, readGiven } from '../../../../src-main/files/read-bounded.ts';
import { namedFile } from '../../../../src-main/hosts/cli/terminal/named-deployment.ts';
import { tempFolder } from '../../../support/temp.ts';

function thrownBy(read: () => unknown): unknown {
  try {
    return read();
  } catch (thrown) {
    return thrown;
  }
}

it('a file is read whole up to its limit, and not beyond', () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, Buffer.alloc(200_000, 'a'));
  expect(readBounded(path, 200_000)).toEqual(Buffer.alloc(200_000, 'a'));
  expect(readGiven(path, 200_000)).toBe('a'.repeat(200_000));
  for (const read of [readBounded, readGiven]) expect(isTooLarge(thrownBy(() => read(path, 199_999)))).toBe(true);
});

it('what is no file is not read as one, and what has no end is given up', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'folder'));
  expect(thrownBy(() => readBounded(join(folder, 'folder')))).toMatchObject({ code: 'EINVAL' });
  expect(thrownBy(() => readBounded('/dev/zero'))).toMatchObject({ code: 'EINVAL' });
  expect(thrownBy(() => readBounded(join(folder, 'none')))).toMatchObject({ code: 'ENOENT' });
  expect(isTooLarge(thrownBy(() => readGiven('/dev/zero')))).toBe(true);
});

it('a deployment file without end is said to be too large', () => {
  const named = namedFile({ text: (name) => (name === 'deployment' ? '/dev/zero' : null) });
  expect(named).toEqual({ ok: false, error: { code: 'profile_unreadable', detail: 'too_large', field: 'deployment' } });
});
