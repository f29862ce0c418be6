import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { breakModule } from '../../support/break-module.ts';
import { breakLaw, quickPins } from './laws.ts';
import type { Deployment, Premises } from './premises.ts';

/** What a worker is to do. */
const orderSchema = z.object({
  seeds: z.array(z.int()),
  root: z.string(),
  law: z.string().nullable(),
});
export type WorkOrder = z.infer<typeof orderSchema>;

/** A process and no thread: the time zone is a process's own. */
const { seeds, root, law } = orderSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
if (law !== null) breakLaw(law);
for (const change of quickPins) breakModule(change);
// Only now: what a broken law is about must not be loaded before it is broken.
const { preparePremises } = await import('./premises.ts');
const { runOnce } = await import('./run.ts');
// Where compiled modules are kept, at once: a worker that is killed keeps none for the next.
flushCompileCache();

const prepared = new Map<Deployment, Premises>();
/** Only where a day needs them: they take longer than three days. */
async function premisesOf(deployment: Deployment): Promise<Premises> {
  const premises = prepared.get(deployment) ?? (await preparePremises(root, deployment));
  prepared.set(deployment, premises);
  return premises;
}

// Who asked for them may be gone.
process.once('disconnect', () => process.exit());
let cpuBefore = 0;
for (const seed of seeds) {
  const report = await runOnce(seed, await premisesOf(seed % 3 === 0 ? 'unbound' : 'bound'), join(root, 'run'));
  const { user, system } = process.cpuUsage();
  const cpuSeconds = (user + system) / 1e6;
  process.send?.({ ...report, cpuSeconds: cpuSeconds - cpuBefore });
  cpuBefore = cpuSeconds;
}
if (process.connected) process.disconnect();
