import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeRelease, judgeRoot, type Known } from '../../../../src-main/updates/judge.ts';
import { readUpdateState, writeUpdateState, type UpdateState } from '../../../../src-main/updates/state.ts';
import { downloadedUpdate } from '../../../../src-main/updates/update.ts';
import { knownFrom, newPublisher, publishedMs, signedWith, somePackage } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';

const publisher = newPublisher();
const first = knownFrom(publisher);
const times = { serviceMs: null, localMs: publishedMs };

function judged(known: Known): UpdateState {
  const release = judgeRelease(signedWith(publisher.release(), publisher.releaseKeys.slice(0, 2)), known, times);
  if (!release.ok) throw new Error(release.error.code);
  return { known: release.value.known, downloaded: { version: '0.2.0', package: somePackage } };
}

const state = judged(first);

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
  const root = judgeRoot(signedWith(publisher.root({ version: 2 }), publisher.rootKeys.slice(0, 2)), state.known);
  if (!root.ok) throw new Error(root.error.code);
  const second = { ...state, known: root.value };
  writeUpdateState(folder, second);
  expect(readUpdateState(folder, first)).toEqual(second);
  const third = { ...first, root: { ...first.root, version: 3 } };
  const proof = { ...third.proof, roots: second.known.proof.roots };
  expect(readUpdateState(folder, third)).toEqual({ known: { ...third, proof }, downloaded: null });
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
