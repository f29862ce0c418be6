import { existsSync, readFileSync } from 'node:fs';
import { isServiceAddress } from '../../src-main/deployment/schema/forms.ts';
import { judgeFirstRoot } from '../../src-main/updates/judge.ts';

/**
 * The feed and the first root that a build for a shop brings along, as the expression that is written into it: `null`
 * where its environment names neither. Throws where it names one alone, or what no counter would take.
 */
export function updateSource(env: NodeJS.ProcessEnv): string {
  const feed = env['COUNTERFOIL_UPDATE_FEED'] ?? '';
  const file = env['COUNTERFOIL_UPDATE_ROOT'] ?? '';
  if (feed === '' && file === '') return 'null';
  if (feed === '') throw new Error('COUNTERFOIL_UPDATE_ROOT is set, and COUNTERFOIL_UPDATE_FEED is not: set both.');
  if (file === '') throw new Error('COUNTERFOIL_UPDATE_FEED is set, and COUNTERFOIL_UPDATE_ROOT is not: set both.');
  if (!isServiceAddress(feed)) throw new Error(`COUNTERFOIL_UPDATE_FEED is no https: address: ${feed}`);
  if (feed.endsWith('.json')) throw new Error(`COUNTERFOIL_UPDATE_FEED is the folder, and not a file in it: ${feed}`);
  if (!existsSync(file)) throw new Error(`COUNTERFOIL_UPDATE_ROOT names no file: ${file}`);
  const root = readFileSync(file);
  const judged = judgeFirstRoot(root);
  if (!judged.ok) throw new Error(`COUNTERFOIL_UPDATE_ROOT is no signed root: ${judged.error.code} in ${file}`);
  return JSON.stringify({ feed, root: root.toString('utf8') });
}

/** Where packages that are built with this environment look for updates, for the person who packages. */
export function updateWords(env: NodeJS.ProcessEnv, nowMs: number): string {
  const source = JSON.parse(updateSource(env)) as { readonly feed: string; readonly root: string } | null;
  if (source === null)
    return 'Updates: none. COUNTERFOIL_UPDATE_FEED and COUNTERFOIL_UPDATE_ROOT are not set, so nobody is ever offered one';
  const first = judgeFirstRoot(new TextEncoder().encode(source.root));
  if (!first.ok) throw new Error(first.error.code);
  const { version, expiresAt } = first.value.root;
  const ended = Date.parse(expiresAt) <= nowMs ? ', which is past: these packages need a newer root in the feed' : '';
  return `Updates: from ${source.feed}, with root ${String(version)} until ${expiresAt}${ended}`;
}
