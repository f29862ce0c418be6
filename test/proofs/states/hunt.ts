import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Explored } from './explore.ts';
import type { Step } from './step.ts';

const exploredSchema = z.object({
  states: z.number(),
  transitions: z.number(),
  depth: z.number(),
  seconds: z.number(),
  isCut: z.boolean(),
  broken: z
    .object({ law: z.string(), what: z.string(), start: z.string(), steps: z.array(z.custom<Step>()) })
    .nullable(),
});

/** Looks for a planted fault, in a thread of its own that has loaded the machine with it. */
export async function hunt(name: string): Promise<Explored> {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: { name } });
  try {
    const [message]: unknown[] = await once(worker, 'message');
    return exploredSchema.parse(message);
  } finally {
    await worker.terminate();
  }
}
