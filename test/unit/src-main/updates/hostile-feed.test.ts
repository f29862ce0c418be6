import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../src-main/updates/documents.ts';
import { folderFeed } from '../../../../src-main/updates/feed.ts';
import { readCurrent } from '../../../../src-main/updates/installation.ts';
import { attempt } from '../../../proofs/update/attempt.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openUpdateShop, packageFiles, packageOfBytes, type UpdateShop } from '../../../support/update-shop.ts';
import { within } from '../../../support/within.ts';

const files = packageFiles('0.2.0', Buffer.alloc(1_000, 7));
const top = 'counterfoil-0.2.0-linux-x64';

function tryOf({ root, installation, feed }: UpdateShop): Promise<string> {
  return attempt({ root, installation, feed: folderFeed(feed) });
}

/** A shop whose feed has an update, of which something lies there already under its name while it is fetched. */
function begun(lay: (partial: string, shop: UpdateShop) => void): UpdateShop {
  const shop = openUpdateShop(tempFolder());
  const bytes = shop.publish(files);
  mkdirSync(join(shop.records, 'updates'));
  lay(join(shop.records, 'updates', `${packageOfBytes('any', bytes).sha256}.partial`), shop);
  return shop;
}

describe('a document that nobody signed', () => {
  const deep = (levels: number): string =>
    `{"signatures":[],"signed":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}\n`;

  it.each([20, 5_000, 32_000])('of %i levels is tampered with, and no fault of the program', (levels) => {
    expect(readDocument(Buffer.from(deep(levels)))).toEqual({ ok: false, error: { code: 'tampered' } });
  });

  it('of that kind is refused as what a feed has', async () => {
    const shop = openUpdateShop(tempFolder());
    writeFileSync(join(shop.feed, 'release.json'), deep(32_000));
    expect(await tryOf(shop)).toBe('tampered');
  });
});

describe('the names in `current`', () => {
  it.each(['..', '../records', '/', 'counterfoil-0.1.0/../../records', '.', 'notes'])(
    'are those of versions: nothing is removed as the older version %j',
    async (before) => {
      const shop = openUpdateShop(tempFolder());
      shop.publish(files);
      const { folder, current } = shop.installation;
      mkdirSync(join(folder, 'notes'));
      writeFileSync(join(folder, 'current'), `${current}\n${before}\n`);
      expect(readCurrent(folder)).toEqual({ folder, current, before: null });
      expect(await tryOf(shop)).toBe('installed');
      expect([shop.records, shop.feed, join(folder, current), join(folder, 'notes')].every(existsSync)).toBe(true);
    },
  );
});

describe('what lies where a package is fetched to', () => {
  it('is given up at once where it is longer than the package', async () => {
    const shop = begun((partial) => {
      writeFileSync(partial, '');
      truncateSync(partial, 1_000_000_000_000);
    });
    expect(await within('the answer', tryOf(shop))).toBe('package_tampered');
    expect(await tryOf(shop)).toBe('installed');
  });

  it('is no file of somebody that a link leads to', async () => {
    const shop = begun((partial, { root }) => {
      writeFileSync(join(root, 'own.txt'), 'a letter');
      symlinkSync(join(root, 'own.txt'), partial);
    });
    expect(await tryOf(shop)).toBe('not_writable');
    expect(readFileSync(join(shop.root, 'own.txt'), 'utf8')).toBe('a letter');
  });

  it('is no folder of somebody that a link leads to', async () => {
    const shop = openUpdateShop(tempFolder());
    shop.publish(files);
    const own = join(shop.root, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'photo'), 'a photo');
    symlinkSync(own, join(shop.records, 'updates'));
    expect(await tryOf(shop)).toBe('not_writable');
    expect(readdirSync(own)).toEqual(['photo']);
  });

  it('is not waited for where it is a pipe under the name of the package', async () => {
    const shop = begun((partial) => execFileSync('mkfifo', [join(partial, '..', 'counterfoil.zip')]));
    expect(await within('the answer', tryOf(shop))).toBe('installed');
  });
});

describe('a package in which names contradict each other', () => {
  it.each([
    ['a file where others need a folder', `${top}/resources`],
    ['a file below a file', `${top}/resources/app.asar/more`],
    ['a file below a file, in capitals', `${top}/Resources/App.asar/more`],
    ['more folders in one another than any package has', `${top}/${'d/'.repeat(3_000)}x`],
  ])('is unfit, and not a disk that takes nothing: %s', async (_name, path) => {
    const shop = openUpdateShop(tempFolder());
    shop.publish([...files, { path, content: 'x' }]);
    expect(await tryOf(shop)).toBe('package_unfit');
    expect(readdirSync(shop.installation.folder)).toEqual([shop.installation.current]);
  });
});
