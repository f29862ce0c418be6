import { expect, it } from 'vitest';
import { readLockFile, runningPackages } from '../../../../scripts/package/lock-file.ts';

const lock = readLockFile(
  JSON.stringify({
    packages: {
      '': { name: 'counter', version: '1.0.0' },
      'node_modules/server': { version: '5.0.0', license: 'MIT', dependencies: { parser: '^2.0.0', '@a/pool': '1' } },
      'node_modules/server/node_modules/parser': { version: '2.0.0' },
      'node_modules/parser': { version: '1.0.0' },
      'node_modules/@a/pool': { version: '1.0.0', dependencies: { parser: '^1.0.0', server: '5' } },
      'node_modules/builder': { version: '9.0.0' },
    },
  }),
);

it('finds each package that another needs where Node would find it, and no others', () => {
  expect(runningPackages(lock, ['server']).map(({ key, name, version }) => [key, name, version])).toEqual([
    ['node_modules/@a/pool', '@a/pool', '1.0.0'],
    ['node_modules/parser', 'parser', '1.0.0'],
    ['node_modules/server', 'server', '5.0.0'],
    ['node_modules/server/node_modules/parser', 'parser', '2.0.0'],
  ]);
});

it('does not go on without a package that is needed', () => {
  expect(() => runningPackages(lock, ['absent'])).toThrow('node_modules/absent');
});
