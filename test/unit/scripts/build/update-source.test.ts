import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { updateSource } from '../../../../scripts/build/update-source.ts';
import { newPublisher, signedWith } from '../../../support/publisher.ts';
import { tempFolder } from '../../../support/temp.ts';

const feed = 'https://updates.example/counterfoil/';

function rootFile(signers: number): string {
  const publisher = newPublisher();
  const file = join(tempFolder(), 'root-1.json');
  writeFileSync(file, signedWith(publisher.root(), publisher.rootKeys.slice(0, signers)));
  return file;
}

it('is nothing where the environment of the build names neither', () => {
  expect(updateSource({})).toBe('null');
});

it('is the address and the signed root, as they are written into the build', () => {
  const source: unknown = JSON.parse(
    updateSource({ COUNTERFOIL_UPDATE_FEED: feed, COUNTERFOIL_UPDATE_ROOT: rootFile(2) }),
  );
  expect(source).toMatchObject({ feed });
  expect(JSON.stringify(source)).toContain('kind');
});

it('is refused with one alone, over plain HTTP, and with a root that two have not signed', () => {
  expect(() => updateSource({ COUNTERFOIL_UPDATE_FEED: feed })).toThrow('set both');
  expect(() => updateSource({ COUNTERFOIL_UPDATE_ROOT: rootFile(2) })).toThrow('set both');
  const plain = { COUNTERFOIL_UPDATE_FEED: 'http://updates.example/', COUNTERFOIL_UPDATE_ROOT: rootFile(2) };
  expect(() => updateSource(plain)).toThrow('no https: address');
  const one = { COUNTERFOIL_UPDATE_FEED: feed, COUNTERFOIL_UPDATE_ROOT: rootFile(1) };
  expect(() => updateSource(one)).toThrow('threshold_not_met');
});
