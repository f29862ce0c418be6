import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { readPlantings } from '../../../../../src-sandbox/control/faults/planting.ts';
import { lessons } from '../../../../../src-shared/contract/lessons.ts';
import { value } from '../../orders/till.ts';
import { appInTest } from '../counter-app.ts';

it('gives the practice service the faults of a lesson, each of which it has, and the limit of its staff, and takes them back at the end', async () => {
  const set: (readonly object[])[] = [];
  const limits: (string | null)[] = [];
  const { app } = await appInTest({
    startSandbox: (directory) => {
      mkdirSync(directory, { recursive: true });
      const deploymentFile = join(directory, 'deployment.json');
      writeFileSync(
        deploymentFile,
        JSON.stringify({
          version: 1,
          name: 'Training',
          baseUrl: 'http://127.0.0.1:9',
          serviceKeys: { jwks: { keys: [] } },
        }),
      );
      const setFaults = (faults: readonly object[], dailyLimit: string | null) => {
        limits.push(dailyLimit);
        return Promise.resolve(set.push(faults) > 0 ? ok(undefined) : err({ code: 'sandbox_failed' as const }));
      };
      return Promise.resolve(
        ok({
          deploymentFile,
          invitationId: '',
          enrollmentTokenFile: '',
          baseUrl: 'http://127.0.0.1:9',
          setFaults,
          stop: () => Promise.resolve(),
        }),
      );
    },
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
