import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fastFolder } from '../chaos/folder.ts';
import { fourthList } from './fourth-list.ts';
import { scoreOf } from './score.ts';

/** What two situations share, which nothing here can tell apart, and what is right beside another fault. */
const secondBest = [
  '11 a router without a route',
  '65 one of two nodes has another clock, at a new counter',
  '28 a query for counting on every call',
  '31 Accept-Language is written anew and signed',
  '52 ten minutes ahead in a network that is not allowed',
  '53 twenty minutes behind, and a revoked key',
];

it('names what comes and goes, what a gateway does to some calls, and a fault beside another', async () => {
  const root = fastFolder();
  const scores: [name: string, score: string][] = [];
  for (const [index, each] of fourthList.entries())
    scores.push([each.name, await scoreOf(each, join(root, String(index)))]);
  rmSync(root, { recursive: true, force: true });
  expect(scores.filter(([, score]) => score !== 'first')).toEqual(secondBest.map((name) => [name, 'second']));
});
