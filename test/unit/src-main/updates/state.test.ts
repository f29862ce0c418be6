import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpdateState, writeUpdateState, type UpdateState } from '../../../../src-main/updates/state.ts';
import { downloadedUpdate } from '../../../../src-main/updates/update.ts';
import { knownFrom, newPublisher, somePackage } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';

const first = knownFrom(newPublisher());
const state: UpdateState = {
  known: { ...first, seen: { number: 7, sha256: 'x' }, newestMs: 5 },
  downloaded: { version: '0.2.0', package: somePackage },
};

it('is read as it was written, by its owner only', () => {
  const folder = tempFolder();
  expect(readUpdateState(folder, first)).toEqual({ known: first, downloaded: null });
  expect(writeUpdateState(folder, state).ok).toBe(true);
  expect(readUpdateState(folder, first)).toEqual(state);
  expect(statSync(join(folder, 'updates.json')).mode & 0o777).toBe(0o600);
  expect(writeUpdateState(join(folder, 'new'), state).ok).toBe(true);
  expect(writeUpdateState(join(folder, 'updates.json'), state)).toMatchObject({ error: { code: 'not_writable' } });
});

it('that cannot be read counts as none', () => {
  const folder = tempFolder();
  for (const text of ['', '{}', 'null', '{"form":1,"root":{},"seen":null,"newestMs":1,"downloaded":null}']) {
    writeFileSync(join(folder, 'updates.json'), text);
    expect(readUpdateState(folder, first)).toEqual({ known: first, downloaded: null });
  }
});

it('gives way to a newer root that the program brings along, and to no older one', () => {
  const folder = tempFolder();
  const second = { ...state, known: { ...state.known, root: { ...first.root, version: 2 } } };
  writeUpdateState(folder, second);
  expect(readUpdateState(folder, first)).toEqual(second);
  const third = { ...first, root: { ...first.root, version: 3 } };
  expect(readUpdateState(folder, third)).toEqual({ known: third, downloaded: null });
});

it('what was downloaded is installed while it is newer and never could not start here', () => {
  const ready = (version: string, gaveWay: readonly string[] = [], kept = state): unknown => {
    const update = downloadedUpdate('/records', kept, { version, gaveWay });
    return update.ok ? update.value.path : update.error.code;
  };
  expect(ready('0.1.0')).toBe('/records/updates/counterfoil.zip');
  expect(ready('0.2.0')).toBe('version_not_newer');
  expect(ready('0.1.0', ['0.2.0'])).toBe('gave_way');
  expect(ready('0.1.0', [], { ...state, downloaded: null })).toBe('version_not_newer');
});
