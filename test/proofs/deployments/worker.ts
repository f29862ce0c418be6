import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { runProfile } from './run-profile.ts';
import { effortSchema, tasksFor } from './tasks.ts';

/** Every `step`-th task from `first` on. */
const orderSchema = z.object({ effort: effortSchema, root: z.string(), first: z.int(), step: z.int() });
export type WorkOrder = z.infer<typeof orderSchema>;

const { effort, root, first, step } = orderSchema.parse(workerData);
for (const [index, { choices, mistake }] of tasksFor(effort).entries()) {
  if (index % step !== first) continue;
  parentPort?.postMessage({
    index,
    finding: await runProfile(join(root, String(index)), choices, mistake ?? undefined),
  });
}
