import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checksumsOf } from '../../../../scripts/package/checksums.ts';
import { clearEarlier } from '../../../../scripts/package/packages.ts';
import { tempFolder } from '../../../support/temp.ts';

it('leaves nothing of an earlier run that the new list of sums would not name', async () => {
  const folder = tempFolder();
  const [zip, other] = ['counterfoil-0.1.0-linux-x64.zip', 'counterfoil-0.0.9-linux-x64.zip'];
  for (const name of [zip, other]) writeFileSync(join(folder, name), 'a package');
  const list = checksumsOf([{ path: zip, bytes: Buffer.from('a package') }]);
  writeFileSync(join(folder, 'counterfoil-0.1.0-linux-x64.sha256'), list);
  await clearEarlier(folder, 'counterfoil-0.1.0-linux-x64');
  expect(existsSync(join(folder, zip))).toBe(false);
  expect(existsSync(join(folder, 'counterfoil-0.1.0-linux-x64.sha256'))).toBe(false);
  expect(existsSync(join(folder, other))).toBe(true);
  await clearEarlier(join(folder, 'new'), 'counterfoil-0.1.0-linux-x64');
  expect(existsSync(join(folder, 'new'))).toBe(true);
});
