import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IViolation } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { cruised, cruiseOptions } from '../../scripts/lib/cruise.ts';
import { projectRoot } from '../support/project.ts';

/** Each rule has a folder of its name with a source tree in which one file breaks it; `from` is that file. */
const plants: Readonly<Record<string, string>> = {
  'no-cycles': 'src-main/journal/one.ts',
  'only-electron-host-imports-electron': 'src-main/vault/seal.ts',
  'only-sqlite-imports-better-sqlite3': 'src-main/journal/open.ts',
  'only-vault-holds-a-cipher': 'src-main/reveals/unseal.ts',
  'no-cycles-of-folders': 'src-renderer/features/codes',
  'main-ground-imports-no-layer-above': 'src-main/exchange/send.ts',
  'main-subjects-imports-no-layer-above': 'src-main/orders/codes/order.ts',
  'main-outcomes-imports-no-layer-above': 'src-main/reveals/driver/show.ts',
  'main-shop-imports-no-layer-above': 'src-main/receipts/receipt.ts',
  'main-app-imports-no-layer-above': 'src-main/app/counter.ts',
  'main-has-no-other-layer': 'src-main/app/counter.ts',
  'renderer-base-imports-no-layer-above': 'src-renderer/base/focus/keep.ts',
  'renderer-ui-imports-no-layer-above': 'src-renderer/ui/badge.ts',
  'renderer-entities-imports-no-layer-above': 'src-renderer/entities/orders/order.ts',
  'renderer-features-imports-no-layer-above': 'src-renderer/features/lock/lock-screen.ts',
  'renderer-has-no-other-layer': 'src-renderer/shell/shell.ts',
  'sandbox-state-imports-no-layer-above': 'src-sandbox/state/settings.ts',
  'sandbox-wire-imports-no-layer-above': 'src-sandbox/wire/answers.ts',
  'sandbox-rules-imports-no-layer-above': 'src-sandbox/rules/call.ts',
  'sandbox-has-no-other-layer': 'src-sandbox/control/controls.ts',
  'renderer-imports-shared-only': 'src-renderer/shell/shell.ts',
  'renderer-has-no-node': 'src-renderer/base/files.ts',
  'shared-imports-nothing-of-ours': 'src-shared/contract/schemas.ts',
  'preload-runs-on-names-alone': 'src-preload/preload.ts',
  'core-imports-nothing-of-ours': 'src-main/core/ids.ts',
  'signatures-imports-nothing-of-ours': 'src-main/signatures/sign.ts',
  'order-machine-is-pure': 'src-main/orders/machine/decide.ts',
  'enrolment-machine-is-pure': 'src-main/enrolment/machine/decide.ts',
  'reveal-machine-is-pure': 'src-main/reveals/machine/release.ts',
  'day-machine-is-pure': 'src-main/day/machine/z.ts',
  'comparison-machine-is-pure': 'src-main/reconcile/machine/compare.ts',
  'price-machine-is-pure': 'src-main/prices/machine/charge.ts',
  'limit-machine-is-pure': 'src-main/limits/machine/passed.ts',
  'payment-machine-is-pure': 'src-main/payments/machine/payments.ts',
  'complaint-machine-is-pure': 'src-main/complaints/machine/complaint.ts',
  'machines-have-no-clock-and-no-queue': 'src-main/orders/machine/decide.ts',
  'codes-of-orders-have-one-front': 'src-main/reveals/driver/show.ts',
  'partner-api-does-not-know-the-journal': 'src-main/partner-api/send.ts',
  'journal-imports-only-storage': 'src-main/journal/events.ts',
  'sandbox-imports-nothing-of-main': 'src-sandbox/wire/verify.ts',
  'nothing-imports-the-sandbox': 'src-main/hosts/electron/training.ts',
};

const plantsFolder = join(projectRoot, 'test/fixtures/layer-violations');

/** Cruises a planted tree with the project's own rules, as if the tree were the project. */
async function violationsIn(rule: string): Promise<readonly IViolation[]> {
  const folder = join(plantsFolder, rule);
  return (await cruised(readdirSync(folder), { ...cruiseOptions, baseDir: folder, validate: true })).summary.violations;
}

test('every layer rule has a planted violation, and every plant a rule', () => {
  const rules = (cruiseOptions.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? '').sort();
  expect(Object.keys(plants).sort()).toEqual(rules);
  expect(readdirSync(plantsFolder).sort()).toEqual(rules);
});

test.each(Object.entries(plants))('%s is caught, as an error', async (rule, from) => {
  const found = (await violationsIn(rule)).filter((violation) => violation.rule.name === rule);
  expect(found.map((violation) => violation.from)).toContain(from);
  expect(found.every((violation) => violation.rule.severity === 'error')).toBe(true);
});

test('a cycle of folders is caught in main and in the sandbox too', async () => {
  const found = (await violationsIn('no-cycles-of-folders')).filter(({ rule }) => rule.name === 'no-cycles-of-folders');
  expect(found.map((violation) => violation.from)).toEqual(
    expect.arrayContaining(['src-main/journal', 'src-renderer/features/codes', 'src-sandbox/state']),
  );
});

test('a machine is caught with a clock and with each kind of queue', async () => {
  const rule = 'machines-have-no-clock-and-no-queue';
  const found = (await violationsIn(rule)).filter((violation) => violation.rule.name === rule);
  expect(found.map((violation) => violation.to).sort()).toEqual(
    ['own-turns', 'pausable', 'ports', 'serial-queue', 'single-flight'].map((file) => `src-main/core/${file}.ts`),
  );
});

test('a preload that imports names and types alone is not caught', async () => {
  const found = await violationsIn('preload-runs-on-names-alone');
  expect(found.map((violation) => violation.to)).toEqual(['src-shared/contract/schemas.ts']);
});

test('every machine has its rule', () => {
  const machines = globSync('src-main/*/machine/', { cwd: projectRoot }).map((folder) => folder.replaceAll('\\', '/'));
  const held = (cruiseOptions.ruleSet?.forbidden ?? [])
    .filter(({ name }) => name?.endsWith('-machine-is-pure'))
    .map(({ from }) => String(from.path).slice(1, -1));
  expect(machines.map((folder) => folder.replace(/\/$/, '')).sort()).toEqual(held.sort());
});
