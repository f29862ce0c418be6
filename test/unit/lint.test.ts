import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { tools } from '../../scripts/lib/tools.ts';
import { projectRoot } from '../support/project.ts';

const plantsFolder = 'test/fixtures/lint-violations';

/** What the one fault of each planted file is called. */
const plants: Readonly<Record<string, string>> = {
  'any-type.ts': 'typescript(no-unsafe-member-access)',
  'default-export.ts': 'import(no-default-export)',
  'floating-promise.ts': 'typescript(no-floating-promises)',
  'loose-equality.ts': 'eslint(eqeqeq)',
  'missing-case.ts': 'typescript(switch-exhaustiveness-check)',
  'own-enum.ts': 'typescript(TS1294)',
  'src-renderer/conditional-hook.tsx': 'react-hooks(rules-of-hooks)',
  'src-renderer/impure-component.tsx': 'react(purity)',
  'src-renderer/stale-effect.tsx': 'react-hooks(exhaustive-deps)',
  'src-renderer/state-in-effect.tsx': 'react(set-state-in-effect)',
  'unchecked-index.ts': 'typescript(TS2322)',
  'unused.ts': 'typescript(TS6133)',
  'wrong-type.ts': 'typescript(TS2322)',
};

test('types and lint find what is planted, and nothing else there', () => {
  const { stdout, status } = spawnSync(process.execPath, [join(projectRoot, tools.oxlint), '--format', 'unix', plantsFolder], { cwd: projectRoot, encoding: 'utf8' });
  const found = [...stdout.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/(\S+)\]$/gm)].map(([, file = '', rule = '']) => `${file.slice(plantsFolder.length + 1)}: ${rule}`);
  expect(globSync('**/*.{ts,tsx}', { cwd: join(projectRoot, plantsFolder) }).sort()).toEqual(Object.keys(plants));
  expect(found.toSorted()).toEqual(Object.entries(plants).map(([file, rule]) => `${file}: ${rule}`));
  expect(status).toBe(1);
});

test('nothing in the sources silences a check', () => {
  const files = execFileSync('git', ['ls-files', 'src-*', 'scripts', 'test'], { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');
  const silenced = files.filter((file) => /\.(ts|tsx|mts|mjs|cjs)$/.test(file) && /\/[/*]\s*(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck))/.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(silenced).toEqual([]);
});
