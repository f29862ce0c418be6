import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppPorts, SandboxInfo } from '../../../../../src-main/app/counter/ports.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { readPlantings } from '../../../../../src-sandbox/control/faults/planting.ts';
import { lessons } from '../../../../../src-shared/contract/lessons.ts';
import { value } from '../../orders/till.ts';
import { appInTest } from '../counter-app.ts';

/** A practice service that is only asked for its faults. */
function practiceServiceWith(
  onFaults: (faults: readonly object[], dailyLimit: string | null) => void = () => undefined,
): AppPorts['startSandbox'] {
  return (directory) => {
    mkdirSync(directory, { recursive: true });
    const deploymentFile = join(directory, 'deployment.json');
    const baseUrl = 'http://127.0.0.1:9';
    writeFileSync(
      deploymentFile,
      JSON.stringify({ version: 1, name: 'Training', baseUrl, serviceKeys: { jwks: { keys: [] } } }),
    );
    const setFaults: SandboxInfo['setFaults'] = (faults, dailyLimit) => {
      onFaults(faults, dailyLimit);
      return Promise.resolve(ok(undefined));
    };
    const stop = () => Promise.resolve();
    return Promise.resolve(ok({ deploymentFile, invitationId: '', enrollmentTokenFile: '', baseUrl, setFaults, stop }));
  };
}

it('gives the practice service the faults of a lesson, each of which it has, and the limit of its staff, and takes them back at the end', async () => {
  const set: (readonly object[])[] = [];
  const limits: (string | null)[] = [];
  const { app } = await appInTest({
    startSandbox: practiceServiceWith((faults, dailyLimit) => {
      limits.push(dailyLimit);
      set.push(faults);
    }),
  });
  value(await app.handlers.app.startTraining({}));
  for (const lesson of lessons) value(await app.handlers.training.begin({ lesson }));
  value(await app.handlers.training.end({}));
  expect(set.map((faults) => readPlantings(faults).length)).toEqual([0, 1, 1, 0, 0]);
  expect(limits).toEqual([null, null, null, '0.000', null]);
  expect(
    set.flatMap((faults) => readPlantings(faults)).every(({ operation }) => operation === 'createPartnerOrder'),
  ).toBe(true);
});

it('does none of that for a counter that is not in training', async () => {
  const { app } = await appInTest();
  expect(await app.handlers.training.begin({ lesson: 'lost' })).toEqual(err({ code: 'not_allowed' }));
  expect(await app.handlers.training.end({})).toEqual(err({ code: 'not_allowed' }));
});

it('says in the name of each file that its sums are of a training', async () => {
  const { app } = await appInTest({ startSandbox: practiceServiceWith() });
  value(await app.handlers.app.startTraining({}));
  const { name } = value(await app.handlers.day.close({}));
  const day = '2026-11-30';
  for (const as of ['csv', 'html'] as const)
    for (const [report, file] of [
      [{ kind: 'z', name: name ?? '' }, 'training-z-1-1'],
      [{ kind: 'sales', from: day, to: day }, `training-sales-${day}`],
    ] as const)
      expect(value(await app.handlers.reports.save({ report, as, language: 'ar' })).file?.name).toBe(`${file}.${as}`);
});
