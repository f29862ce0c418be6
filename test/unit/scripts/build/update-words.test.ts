import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { updateSource, updateWords } from '../../../../scripts/build/update-source.ts';
import { dayMs, newPublisher, publishedMs, signedWith } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';

const feed = 'https://updates.example/counterfoil/';

function settings(): NodeJS.ProcessEnv {
  const publisher = newPublisher();
  const file = join(tempFolder(), 'root-1.json');
  writeFileSync(file, signedWith(publisher.root(), publisher.rootKeys.slice(0, 2)));
  return { COUNTERFOIL_UPDATE_FEED: feed, COUNTERFOIL_UPDATE_ROOT: file };
}

it('says where packages look for updates, or that they look nowhere', () => {
  expect(updateWords({}, publishedMs)).toContain('Updates: none.');
  expect(updateWords(settings(), publishedMs)).toMatch(/from https:\/\/updates\.example\/counterfoil\/, with root 1/);
  expect(updateWords(settings(), publishedMs)).not.toContain('past');
  expect(updateWords(settings(), publishedMs + 366 * dayMs)).toContain('which is past');
});

it('names the setting that is missing or is not what it should be', () => {
  const { COUNTERFOIL_UPDATE_ROOT: root } = settings();
  const refused = (env: NodeJS.ProcessEnv) => expect(() => updateSource(env));
  refused({ COUNTERFOIL_UPDATE_FEED: feed }).toThrow('COUNTERFOIL_UPDATE_ROOT is not: set both');
  refused({ COUNTERFOIL_UPDATE_ROOT: root }).toThrow('COUNTERFOIL_UPDATE_FEED is not: set both');
  refused({ COUNTERFOIL_UPDATE_FEED: feed, COUNTERFOIL_UPDATE_ROOT: '/nowhere.json' }).toThrow('names no file');
  refused({ COUNTERFOIL_UPDATE_FEED: `${feed}release.json`, COUNTERFOIL_UPDATE_ROOT: root }).toThrow('is the folder');
});
