import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, IViolation } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project.ts';

/** Each rule has a folder of its name with a source tree in which one file breaks it; `from` is that file. */
const plants: Readonly<Record<string, string>> = {
  'no-cycles': 'src-main/journal/one.ts',
  'only-electron-host-imports-electron': 'src-main/vault/seal.ts',
  'only-sqlite-imports-better-sqlite3': 'src-main/journal/open.ts',
  'only-vault-holds-a-cipher': 'src-main/reveals/unseal.ts',
  'renderer-imports-contract-only': 'src-renderer/app/shell.ts',
  'renderer-has-no-node': 'src-renderer/app/files.ts',
  'contract-imports-nothing-of-ours': 'src-preload/contract/schemas.ts',
  'preload-runs-on-names-alone': 'src-preload/preload.ts',
  'core-imports-nothing-of-ours': 'src-main/core/ids.ts',
  'signatures-imports-nothing-of-ours': 'src-main/signatures/sign.ts',
  'partner-api-does-not-know-the-journal': 'src-main/partner-api/send.ts',
  'journal-does-not-know-the-partner-api': 'src-main/journal/events.ts',
  'nothing-imports-hosts': 'src-main/orders/engine.ts',
  'sandbox-imports-nothing-of-main': 'src-sandbox/wire/verify.ts',
  'nothing-imports-the-sandbox': 'src-main/hosts/electron/training.ts',
};

const plantsFolder = join(projectRoot, 'test/fixtures/layer-violations');
const options = await extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.cjs'));

/** Cruises a planted tree with the project's own rules, as if the tree were the project. */
async function violationsIn(rule: string): Promise<readonly IViolation[]> {
  const folder = join(plantsFolder, rule);
  const planted: ICruiseOptions = { ...options, baseDir: folder, validate: true };
  const result = await cruise(readdirSync(folder), planted, undefined, { tsConfig: extractTsConfig(join(projectRoot, 'tsconfig.json')) });
  if (typeof result.output === 'string') throw new Error(result.output);
  return result.output.summary.violations;
}

test('every layer rule has a planted violation, and every plant a rule', () => {
  const rules = (options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? '').sort();
  expect(Object.keys(plants).sort()).toEqual(rules);
  expect(readdirSync(plantsFolder).sort()).toEqual(rules);
});

test.each(Object.entries(plants))('%s is caught, as an error', async (rule, from) => {
  const found = (await violationsIn(rule)).filter((violation) => violation.rule.name === rule);
  expect(found.map((violation) => violation.from)).toContain(from);
  expect(found.every((violation) => violation.rule.severity === 'error')).toBe(true);
});

test('a preload that imports names and types alone is not caught', async () => {
  const found = await violationsIn('preload-runs-on-names-alone');
  expect(found.map((violation) => violation.to)).toEqual(['src-preload/contract/schemas.ts']);
});
