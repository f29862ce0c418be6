import { join } from 'node:path';
import { z } from 'zod';
import { breakModule } from '../../support/break-module.ts';
import { breakLaw, quickPins } from './laws.ts';
import type { Deployment, Premises } from './premises.ts';

/** What a worker is to do: every `step`-th run from `seed` on. */
const orderSchema = z.object({
  seed: z.int(),
  runs: z.int(),
  step: z.int(),
  root: z.string(),
  law: z.string().nullable(),
});
export type WorkOrder = z.infer<typeof orderSchema>;

/** A process and no thread: the time zone is a process's own. */
const { seed, runs, step, root, law } = orderSchema.parse(JSON.parse(process.argv[2] ?? ''));
if (law !== null) breakLaw(law);
for (const change of quickPins) breakModule(change);
// Only now: what a broken law is about must not be loaded before it is broken.
const { preparePremises } = await import('./premises.ts');
const { runOnce } = await import('./run.ts');

const prepared = new Map<Deployment, Premises>();
/** Only where a day needs them: they take longer than three days. */
async function premisesOf(deployment: Deployment): Promise<Premises> {
  const premises = prepared.get(deployment) ?? (await preparePremises(root, deployment));
  prepared.set(deployment, premises);
  return premises;
}

for (let run = 0; run < runs; run += step) {
  const own = await premisesOf((seed + run) % 3 === 0 ? 'unbound' : 'bound');
  const report = await runOnce(seed + run, own, join(root, 'run'));
  process.send?.(report);
}
if (process.connected) process.disconnect();
