import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTooLarge, readBounded } from '../../../../src-main/files/read-bounded.ts';
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
  expect(isTooLarge(thrownBy(() => readBounded(path, 199_999)))).toBe(true);
});

it('what is no file is not read as one', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'folder'));
  expect(thrownBy(() => readBounded(join(folder, 'folder')))).toMatchObject({ code: 'EINVAL' });
  expect(thrownBy(() => readBounded('/dev/zero'))).toMatchObject({ code: 'EINVAL' });
  expect(thrownBy(() => readBounded(join(folder, 'none')))).toMatchObject({ code: 'ENOENT' });
});
