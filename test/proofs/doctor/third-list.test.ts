import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fastFolder } from '../chaos/folder.ts';
import { scoreOf } from './score.ts';
import { thirdList } from './third-list.ts';

/** What nobody can tell from here: the second answer is named, and no change. */
const secondBest = ['40 refusals replaced by a page, and a revoked key', '76 Authorization is dropped'];

it('names what a proxy, a key, a clock or staff did, where it strikes some calls alone too', async () => {
  const root = fastFolder();
  const scores: [name: string, score: string][] = [];
  for (const [index, each] of thirdList.entries())
    scores.push([each.name, await scoreOf(each, join(root, String(index)))]);
  rmSync(root, { recursive: true, force: true });
  expect(scores.filter(([, score]) => score !== 'first')).toEqual(secondBest.map((name) => [name, 'second']));
});
