import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { breakModule } from '../../support/break-module.ts';
import { breakLaw, quickPins } from './laws.ts';

/** What a worker is to do: every `step`-th run from `seed` on. */
const orderSchema = z.object({
  seed: z.int(),
  runs: z.int(),
  step: z.int(),
  root: z.string(),
  law: z.string().nullable(),
});
export type WorkOrder = z.infer<typeof orderSchema>;

const { seed, runs, step, root, law } = orderSchema.parse(workerData);
if (law !== null) breakLaw(law);
for (const change of quickPins) breakModule(change);
// Only now: what a broken law is about must not be loaded before it is broken.
const { deployments, preparePremises } = await import('./premises.ts');
const { runOnce } = await import('./run.ts');

const premises = [];
for (const deployment of deployments) premises.push(await preparePremises(root, deployment));
for (let run = 0; run < runs; run += step) {
  const own = premises[(seed + run) % 3 === 0 ? 1 : 0];
  if (own === undefined) throw new Error('there are two deployments');
  parentPort?.postMessage(await runOnce(seed + run, own, join(root, 'run')));
}
