import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src-main/journal/json.ts';
import { folderFeed } from '../../../../src-main/updates/feed.ts';
import { judgeFirstRoot, type Known } from '../../../../src-main/updates/judge.ts';
import { readUpdateState, writeUpdateState } from '../../../../src-main/updates/state.ts';
import { attempt } from '../../../proofs/update/attempt.ts';
import { newPublisher, signedWith } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';
import {
  firstRootName,
  openUpdateShop,
  packageFiles,
  packageOfBytes,
  versionOpened,
  type UpdateShop,
} from '../../../support/update-shop.ts';
import { zipOf } from '../../../support/zip-file.ts';

const noise = Buffer.alloc(1_000, 7);
const evilZip = zipOf(packageFiles('9.9.9', noise));
const evil = { version: '9.9.9', package: packageOfBytes('evil.zip', evilZip) };
const stranger = newPublisher();
const strangersRoot = (): string =>
  Buffer.from(signedWith(stranger.root({ version: 2 }), stranger.rootKeys.slice(0, 2))).toString();
const strangersRelease = (): string => {
  const release = stranger.release({ version: '9.9.9', number: 900, targets: { 'linux-x64-zip': evil.package } });
  return Buffer.from(signedWith(release, stranger.releaseKeys.slice(0, 2))).toString();
};

function firstOf({ root }: UpdateShop): Known {
  const first = judgeFirstRoot(readFileSync(join(root, firstRootName)));
  if (!first.ok) throw new Error(first.error.code);
  return first.value;
}

/** A counter that has looked for updates once, and in whose folder somebody then writes. */
async function lookedAt(change: (state: JsonObject) => JsonObject): Promise<UpdateShop> {
  const shop = openUpdateShop(tempFolder());
  shop.publish(packageFiles('0.1.0', noise), { version: '0.1.0' });
  const { root, installation, feed, records } = shop;
  expect(await attempt({ root, installation, feed: folderFeed(feed) })).toBe('version_not_newer');
  const path = join(records, 'updates.json');
  mkdirSync(join(records, 'updates'));
  writeFileSync(join(records, 'updates', 'evil.zip'), evilZip);
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as JsonObject)));
  return shop;
}

it.each([
  ['a package that nobody signed', (state: JsonObject) => ({ ...state, downloaded: evil })],
  ['one that a stranger signed', (state: JsonObject) => ({ ...state, downloaded: evil, release: strangersRelease() })],
  [
    'the root of a stranger',
    (state: JsonObject) => ({
      ...state,
      downloaded: evil,
      roots: [strangersRoot()],
      rootVersion: 2,
      release: strangersRelease(),
    }),
  ],
  [
    'the root of a stranger, in the form of an older program',
    ({ seen = null, newestMs = 0 }: JsonObject) => ({
      form: 1,
      root: stranger.root({ version: 2 }).signed,
      seen,
      newestMs,
      downloaded: evil,
    }),
  ],
])('%s in the file of what is remembered is not installed, nor is anything of theirs', async (_name, change) => {
  const shop = await lookedAt(change);
  const first = firstOf(shop);
  const state = readUpdateState(shop.records, first);
  expect(state.downloaded).toBeNull();
  expect(state.known.root).toEqual(first.root);
  writeFileSync(join(shop.feed, 'release.json'), strangersRelease());
  writeFileSync(join(shop.feed, 'evil.zip'), evilZip);
  const { root, installation, feed } = shop;
  expect(await attempt({ root, installation, feed: folderFeed(feed) })).toBe('threshold_not_met');
  expect(versionOpened(installation)).toBe('0.1.0');
});

it('what the publisher signed is installed from there, and keys that were replaced stay so', async () => {
  const shop = openUpdateShop(tempFolder());
  const bytes = shop.publish(packageFiles('0.2.0', noise));
  const next = newPublisher();
  const { publisher, feed, records } = shop;
  const root = signedWith(next.root({ version: 2 }), [...publisher.rootKeys.slice(1), ...next.rootKeys.slice(1)]);
  writeFileSync(join(feed, 'root-2.json'), root);
  const targets = { 'linux-x64-zip': packageOfBytes('counterfoil.zip', bytes) };
  writeFileSync(join(feed, 'release.json'), signedWith(next.release({ targets }), next.releaseKeys.slice(1)));
  expect(await attempt({ root: shop.root, installation: shop.installation, feed: folderFeed(feed) })).toBe('installed');
  const state = readUpdateState(records, firstOf(shop));
  expect(state.known.root.version).toBe(2);
  expect(state.downloaded?.version).toBe('0.2.0');
  expect(writeUpdateState(records, state).ok).toBe(true);
  expect(readUpdateState(records, firstOf(shop))).toEqual(state);
});
