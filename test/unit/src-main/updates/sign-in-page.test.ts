import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RawAnswer, Transport } from '../../../../src-main/core/ports.ts';
import { ok } from '../../../../src-main/core/result.ts';
import { folderFeed, httpFeed } from '../../../../src-main/updates/feed.ts';
import { attempt } from '../../../proofs/update/attempt.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openUpdateShop, packageFiles } from '../../../support/update-shop.ts';

const html = '<!doctype html><title>Sign in</title><form action="/login">';

/** What a counter says of updates where this answers all that it asks. */
async function saidOf(answer: Partial<RawAnswer>): Promise<string> {
  const { root, installation } = openUpdateShop(tempFolder());
  const exchange: Transport['exchange'] = () =>
    Promise.resolve(ok({ status: 200, headers: [], body: new Uint8Array(0), ...answer }));
  return attempt({ root, installation, feed: httpFeed({ exchange }, 'https://feed.example') });
}

it.each([
  ['a page', { body: Buffer.from(html) }],
  ['a page after spaces', { body: Buffer.from(`\r\n\t ${html}`) }],
  ['a page with a byte order mark', { body: Buffer.from(`\u{feff}${html}`) }],
  ['a page without its type', { body: Buffer.from('<HTML><body onload="go()">') }],
  ['a page that begins with a comment', { body: Buffer.from('<!-- hotel --><html>') }],
  ['a list as XML', { body: Buffer.from('<?xml version="1.0"?><WISPAccessGatewayParam/>') }],
  ['a way elsewhere', { status: 302, headers: [['Location', 'http://portal.example/login'] as const] }],
  ['a way elsewhere for good', { status: 308, headers: [['Location', 'https://portal.example/'] as const] }],
  ['a network that asks for a sign-in', { status: 511, body: Buffer.from(html) }],
  ['a proxy that asks for a sign-in', { status: 407 }],
])('says that the network answered, where %s came instead of an update', async (_what, answer) => {
  expect(await saidOf(answer)).toBe('not_the_feed');
});

it('still says that an update was changed, where it was, whichever bit of its beginning', async () => {
  const shop = openUpdateShop(tempFolder());
  shop.publish(packageFiles('0.2.0', Buffer.alloc(1_000, 7)));
  const path = join(shop.feed, 'release.json');
  const good = readFileSync(path);
  for (let bit = 0; bit < 16; bit += 1) {
    const changed = Buffer.from(good);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit % 8));
    writeFileSync(path, changed);
    expect(await attempt({ root: shop.root, installation: shop.installation, feed: folderFeed(shop.feed) })).toBe(
      'tampered',
    );
  }
  expect(await saidOf({ body: Buffer.from('{"signed":{}}') })).toBe('tampered');
});
