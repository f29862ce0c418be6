import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderFeed } from '../../../../src-main/updates/feed.ts';
import { judgeFirstRoot } from '../../../../src-main/updates/judge.ts';
import { readUpdateState, writeUpdateState } from '../../../../src-main/updates/state.ts';
import { lookForUpdate } from '../../../../src-main/updates/update.ts';
import { publishedMs, signedWith, threeKeys } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstRootName, openUpdateShop, packageFiles } from '../../../support/update-shop.ts';

/** A counter that has fetched what two keys signed which were then stolen, and the publisher replaced. */
function fetchedBefore() {
  const root = tempFolder();
  const shop = openUpdateShop(root);
  shop.publish(packageFiles('0.3.0', Buffer.from('noise')), { version: '0.3.0' });
  const first = judgeFirstRoot(readFileSync(join(root, firstRootName)));
  if (!first.ok) throw new Error(first.error.code);
  const look = () =>
    lookForUpdate({
      folder: shop.records,
      first: first.value,
      installed: { version: '0.1.0', target: 'linux-x64-zip', gaveWay: [] },
      feed: folderFeed(shop.feed),
      times: { serviceMs: null, localMs: publishedMs },
      mark: () => undefined,
    });
  const keys = threeKeys();
  const replaceKeys = () => {
    const next = shop.publisher.root({ version: 2, releaseKeys: keys.map(({ name }) => name) });
    writeFileSync(join(shop.feed, 'root-2.json'), signedWith(next, shop.publisher.rootKeys.slice(0, 2)));
  };
  const state = () => readUpdateState(shop.records, first.value);
  return { shop, keys, look, replaceKeys, state };
}

it('installs nothing that replaced keys signed, before the new ones offer it again', async () => {
  const { shop, keys, look, replaceKeys, state } = fetchedBefore();
  const offer = await look();
  if (!offer.ok) throw new Error(offer.error.code);
  writeUpdateState(shop.records, { known: state().known, downloaded: offer.value });
  replaceKeys();
  expect(await look()).toMatchObject({ ok: false, error: { code: 'threshold_not_met' } });
  expect(state().known.root.version).toBe(2);
  expect(state().downloaded).toBeNull();
  const targets = { 'linux-x64-zip': offer.value.package };
  const again = signedWith(shop.publisher.release({ version: '0.3.0', targets }), keys.slice(0, 2));
  writeFileSync(join(shop.feed, 'release.json'), again);
  expect(await look()).toEqual(offer);
});

it('keeps what it fetched while the feed cannot be read', async () => {
  const { shop, look, state } = fetchedBefore();
  const offer = await look();
  if (!offer.ok) throw new Error(offer.error.code);
  writeUpdateState(shop.records, { known: state().known, downloaded: offer.value });
  writeFileSync(join(shop.feed, 'release.json'), '');
  expect((await look()).ok).toBe(false);
  expect(state().downloaded).toEqual(offer.value);
});
