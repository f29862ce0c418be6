import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../../src-main/diagnostics/finding.ts';
import { fastFolder } from '../chaos/folder.ts';
import { runThrough } from './run-through.ts';
import { thirdList, type Named, type ThirdCase } from './third-list.ts';

/** What nobody can tell from here: the second answer is named, and no change. */
const secondBest = ['40 refusals replaced by a page, and a revoked key', '76 Authorization is dropped'];

function isNamed({ cause, field, evidence, says = '' }: Named, found: Finding): boolean {
  const named = [...found.changes.map(({ path }) => path), ...found.fields];
  const said = JSON.stringify(found.evidence).toLowerCase();
  return (
    found.cause === cause &&
    (field === undefined || named[0] === field) &&
    (evidence === undefined || found.evidence.some(({ kind }) => kind === evidence)) &&
    said.includes(says)
  );
}

async function scoreOf(each: ThirdCase, folder: string): Promise<string> {
  const found = await runThrough(folder, each);
  if (isNamed(each.first, found)) return 'first';
  return each.also.some((second) => isNamed(second, found))
    ? 'second'
    : `${found.cause} ${JSON.stringify(found.evidence)}`;
}

it('names what a proxy, a key, a clock or staff did, where it strikes some calls alone too', async () => {
  const root = fastFolder();
  const scores: [name: string, score: string][] = [];
  for (const [index, each] of thirdList.entries())
    scores.push([each.name, await scoreOf(each, join(root, String(index)))]);
  rmSync(root, { recursive: true, force: true });
  expect(scores.filter(([, score]) => score !== 'first')).toEqual(secondBest.map((name) => [name, 'second']));
});
