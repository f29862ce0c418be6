import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinIdentity } from '../../../../../src-main/hosts/electron/identity.ts';

it('is the same whatever the package is called', () => {
  const told: unknown[] = [];
  pinIdentity({
    getPath: (name) => `/home/cashier/${name}`,
    setName: (name) => told.push(['name', name]),
    setPath: (name, path) => told.push([name, path]),
  });
  expect(told).toEqual([
    ['name', 'counterfoil'],
    ['userData', join('/home/cashier/appData', 'counterfoil')],
  ]);
});
