import { readFileSync } from 'node:fs';
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
  if (!isServiceAddress(feed)) throw new Error(`COUNTERFOIL_UPDATE_FEED is no https: address: ${feed}`);
  const root = readFileSync(file);
  const judged = judgeFirstRoot(root);
  if (!judged.ok) throw new Error(`COUNTERFOIL_UPDATE_ROOT is no signed root: ${judged.error.code} in ${file}`);
  return JSON.stringify({ feed, root: root.toString('utf8') });
}
