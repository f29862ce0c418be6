import { expect, it } from 'vitest';
import { controlOf } from '../../../../scripts/package/deb/control.ts';

const release = {
  name: 'counterfoil',
  version: '1.0.0-rc.1',
  commit: null,
  changed: false,
  epochSeconds: 1_700_000_000,
};
const parts = {
  name: 'counterfoil',
  architecture: 'amd64',
  depends: 'libc6',
  summary: 'counter',
  description: ['It sells.', 'It keeps records.'],
};

it('has the fields that dpkg reads, and a version that comes before the one it leads to', () => {
  const env = { COUNTERFOIL_MAINTAINER: 'A Shop <shop@example.com>' };
  expect(controlOf(release, parts, 12, env)).toBe(
    [
      'Package: counterfoil',
      'Version: 1.0.0~rc.1',
      'Architecture: amd64',
      'Maintainer: A Shop <shop@example.com>',
      'Installed-Size: 12',
      'Depends: libc6',
      'Section: misc',
      'Priority: optional',
      'Description: counter',
      ' It sells.',
      ' It keeps records.',
      '',
    ].join('\n'),
  );
});
