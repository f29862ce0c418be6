import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey } from '../../../scripts/release/key-file.ts';
import { programName } from '../../../src-main/updates/launcher.ts';
import { datesOf, dayMs, newPublisher, publishedMs, signedWith } from '../../support/publisher.ts';
import { packageFiles, packageOfBytes } from '../../support/update-shop.ts';
import { nowMs } from './attempt.ts';
import { cannotStart } from './cannot-start.ts';
import { cutThenServe, serve, serveEndlessly } from './feed-server.ts';
import { onFullDisks } from './full-disk.ts';
import { killed, killedSometime } from './killed.ts';
import { noise, type Scene, type Stage } from './stage.ts';

const update = packageFiles('0.2.0', noise);
const years = (count: number): number => nowMs + count * 365 * dayMs;

/** Nothing is wrong: both kinds of feed install. Without it all others would prove nothing. */
const asItShouldBe = (kind: 'web' | 'stick'): Scene => ({
  name: 'nothing wrong',
  play: async ({ shop, feeds, tries }) => {
    shop.publish(update);
    await tries(kind, 'installed', { feed: feeds[kind] });
  },
});

const tamperedManifest: Scene = {
  name: 'tampered manifest',
  play: async ({ shop, feeds, tries }, full) => {
    shop.publish(update);
    const path = join(shop.feed, 'release.json');
    const good = readFileSync(path);
    for (let at = 0; at < good.length; at += full ? 1 : 23) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, changed);
      // A signer's name that is changed to no key at all, or a body to other text: both are tampered.
      await tries(`byte ${String(at)}`, 'tampered', { feed: feeds.web });
    }
  },
};

const tamperedPackage: Scene = {
  name: 'tampered package',
  play: async ({ shop, feeds, tries }, full) => {
    const good = shop.publish(update);
    const step = Math.ceil(good.length / (full ? 200 : 8));
    for (let at = 0; at < good.length; at += step) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(join(shop.feed, 'counterfoil.zip'), changed);
      await tries(`byte ${String(at)}`, 'package_tampered', { feed: at % 2 === 0 ? feeds.web : feeds.stick });
    }
  },
};

const wrongSigners: Scene = {
  name: 'other signers',
  play: async ({ shop, feeds, tries }) => {
    const bytes = shop.publish(update);
    const { releaseKeys, rootKeys, release } = shop.publisher;
    const document = release({ targets: { 'linux-x64-zip': packageOfBytes('counterfoil.zip', bytes) } });
    const sign = (...keys: Parameters<typeof signedWith>[1]): void =>
      writeFileSync(join(shop.feed, 'release.json'), signedWith(document, keys));
    sign();
    await tries('nobody', 'threshold_not_met', { feed: feeds.web });
    sign(...releaseKeys.slice(0, 1));
    await tries('one key', 'threshold_not_met', { feed: feeds.web });
    sign(...releaseKeys.slice(0, 1), newKey());
    await tries('one key and a stranger', 'threshold_not_met', { feed: feeds.web });
    sign(...rootKeys);
    await tries('root keys', 'threshold_not_met', { feed: feeds.web });
    const stranger = newPublisher();
    const root = stranger.root({ version: 2 });
    for (const [name, keys] of [
      ['a root of strangers', stranger.rootKeys],
      ['a root by release keys', [...stranger.rootKeys, ...releaseKeys]],
      ['a root by one key of the root before', [...stranger.rootKeys, ...rootKeys.slice(0, 1)]],
    ] as const) {
      writeFileSync(join(shop.feed, 'root-2.json'), signedWith(root, keys));
      await tries(name, 'threshold_not_met', { feed: feeds.web });
    }
  },
};

const changedKeys: Scene = {
  name: 'changed keys',
  play: async ({ shop, feeds, tries }) => {
    const next = newPublisher();
    const bytes = shop.publish(update);
    const root = signedWith(next.root({ version: 2 }), [
      ...shop.publisher.rootKeys.slice(1),
      ...next.rootKeys.slice(1),
    ]);
    writeFileSync(join(shop.feed, 'root-2.json'), root);
    await tries('a release by the old keys', 'threshold_not_met', { feed: feeds.web });
    const targets = { 'linux-x64-zip': packageOfBytes('counterfoil.zip', bytes) };
    const release = next.release({ targets, number: 1 });
    writeFileSync(join(shop.feed, 'release.json'), signedWith(release, next.releaseKeys.slice(1)));
    await tries('a release by the new keys', 'installed', { feed: feeds.web });
  },
};

const older: Scene = {
  name: 'older version',
  play: async ({ shop, feeds, tries }) => {
    for (const version of ['0.1.0', '0.0.9', '0.0.99']) {
      shop.publish(packageFiles(version, noise), { version, number: 7 + Number(version.slice(-2).replace('.', '')) });
      await tries(version, 'version_not_newer', { feed: feeds.web });
    }
    shop.publish(update, { number: 500, targets: {} });
    await tries('for no target', 'wrong_target', { feed: feeds.web });
    const bytes = shop.publish(update, { number: 501 });
    shop.publish(update, {
      number: 502,
      targets: { 'linux-x64-zip': packageOfBytes('counterfoil.zip', bytes, '0.1.1') },
    });
    await tries('from a newer one only', 'version_too_old', { feed: feeds.web });
    shop.publish(update, { number: 501 });
    await tries('an older document', 'rollback', { feed: feeds.web });
  },
};

const expired: Scene = {
  name: 'expired manifest',
  play: async ({ shop, feeds, tries }) => {
    for (const [name, days] of [
      ['a second ago', 30],
      ['a year ago', 395],
    ] as const) {
      shop.publish(update, datesOf(30, publishedMs - days * dayMs));
      await tries(name, 'expired', { feed: feeds.web });
    }
  },
};

const freeze: Scene = {
  name: 'freeze',
  play: async ({ shop, feeds, tries }) => {
    // Version 0.1.0 is what the feed shows, again and again, although a newer one is out.
    shop.publish(update, { version: '0.1.0' });
    for (let day = 0; day < 30; day += 5) {
      const times = { serviceMs: null, localMs: nowMs + day * dayMs };
      await tries(`day ${String(day)}`, 'version_not_newer', { feed: feeds.web, times });
    }
    for (const day of [30, 60, 360]) {
      const times = { serviceMs: null, localMs: nowMs + day * dayMs };
      await tries(`day ${String(day)}`, 'frozen', { feed: feeds.web, times });
    }
  },
};

const endless: Scene = {
  name: 'endless download',
  play: async ({ shop, server, feeds, tries }) => {
    shop.publish(update);
    for (const status of [200, 206] as const) {
      server.handlers.set('counterfoil.zip', serveEndlessly(status));
      await tries(`package, ${String(status)}`, 'too_long', { feed: feeds.web });
    }
    server.handlers.delete('counterfoil.zip');
    server.handlers.set('release.json', serveEndlessly(200));
    await tries('release', 'too_long', { feed: feeds.web });
    server.handlers.delete('release.json');
    server.handlers.set('root-2.json', serveEndlessly(200));
    await tries('root', 'too_long', { feed: feeds.web });
    server.handlers.clear();
    await tries('no longer', 'installed', { feed: feeds.web });
  },
};

const truncated: Scene = {
  name: 'truncated file',
  play: async ({ shop, server, feeds, tries }) => {
    const bytes = shop.publish(update);
    for (const length of [0, 1, 65_536, bytes.length - 1]) {
      server.handlers.set('counterfoil.zip', serve(bytes.subarray(0, length)));
      await tries(`web, ${String(length)} bytes`, 'truncated', { feed: feeds.web });
      writeFileSync(join(shop.feed, 'counterfoil.zip'), bytes.subarray(0, length));
      await tries(`stick, ${String(length)} bytes`, 'truncated', { feed: feeds.stick });
    }
    server.handlers.set('release.json', serve(readFileSync(join(shop.feed, 'release.json')).subarray(0, 300)));
    await tries('release', 'tampered', { feed: feeds.web });
    server.handlers.clear();
    server.handlers.set('counterfoil.zip', cutThenServe(bytes, 2));
    await tries('connection cut', 'feed_unreachable', { feed: feeds.web });
    await tries('connection cut again', 'feed_unreachable', { feed: feeds.web });
    await tries('gone on with', 'installed', { feed: feeds.web });
  },
};

const elsewhere: Scene = {
  name: 'not the feed',
  play: async ({ shop, server, feeds, tries }) => {
    shop.publish(update);
    const target = { Location: `${server.address}release.json?` };
    server.handlers.set('release.json', (_request, response) => response.writeHead(302, target).end());
    await tries('a redirect', 'not_the_feed', { feed: feeds.web });
    server.handlers.set('release.json', serve(Buffer.from('<!doctype html><p>Welcome to the hotel</p>')));
    await tries('a page of a hotel', 'not_the_feed', { feed: feeds.web });
    server.handlers.set('release.json', (_request, response) => response.destroy());
    await tries('a connection that is closed', 'feed_unreachable', { feed: feeds.web });
    server.handlers.set('release.json', (_request, response) => response.writeHead(404).end());
    await tries('nothing', 'feed_missing', { feed: feeds.web });
  },
};

/** Two signed it, and still it is nothing that can be installed. */
const unfit: Scene = {
  name: 'unfit package',
  play: async ({ shop, feeds, tries }) => {
    const top = 'counterfoil-0.2.0-linux-x64';
    const cases = {
      'a way out': [...update, { path: `${top}/../../feed/x`, content: 'x' }],
      'a link': [...update, { path: `${top}/x`, content: '/etc/passwd', mode: 0o120777 }],
      'two folders': [...update, { path: 'other/x', content: 'x' }],
      'no start': update.filter(({ path }) => !path.endsWith(programName)),
      'a wrong sum': [...update, { path: `${top}/x`, content: 'x', said: { crc32: 1 } }],
      'more than it says': [...update, { path: `${top}/x`, content: noise, said: { bytes: 5 } }],
    };
    for (const [index, [name, files]] of Object.entries(cases).entries()) {
      shop.publish(files, { number: 7 + index });
      await tries(name, 'package_unfit', { feed: feeds.stick });
    }
  },
};

const clocks: Scene = {
  name: 'clock wrong by years',
  play: async ({ shop, feeds, tries }) => {
    shop.publish(update);
    for (const count of [1, 5, 50]) {
      const times = { serviceMs: null, localMs: years(count) };
      await tries(`${String(count)} ahead`, 'expired', { feed: feeds.web, times });
    }
    // What the counter knows is of the day on which its program was made; the release came out later.
    shop.publish(update, { number: 8, ...datesOf(30, publishedMs + 9 * dayMs) });
    for (const count of [-1, -5, -50]) {
      const times = { serviceMs: null, localMs: years(count) };
      await tries(`${String(-count)} behind`, 'clock_unreliable', { feed: feeds.web, times });
    }
    const times = { serviceMs: nowMs + 10 * dayMs, localMs: years(-5) };
    await tries('5 behind, and the service has said the time', 'installed', { feed: feeds.web, times });
  },
};

const clockAheadOfService: Scene = {
  name: 'clock wrong by years',
  play: async ({ shop, feeds, tries }: Stage) => {
    shop.publish(update);
    await tries('the service is a year on', 'expired', {
      feed: feeds.web,
      times: { serviceMs: years(1), localMs: nowMs },
    });
    const times = { serviceMs: nowMs, localMs: years(20) };
    await tries('20 ahead, and the service has said the time', 'installed', { feed: feeds.web, times });
  },
};

export const scenes: readonly Scene[] = [
  asItShouldBe('web'),
  asItShouldBe('stick'),
  tamperedManifest,
  tamperedPackage,
  wrongSigners,
  changedKeys,
  older,
  expired,
  freeze,
  endless,
  truncated,
  elsewhere,
  unfit,
  clocks,
  clockAheadOfService,
  ...killed,
  killedSometime,
  ...onFullDisks,
  cannotStart,
];
