import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Explored, Path } from './explore.ts';
import type { Violation } from './laws.ts';
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

const violationSchema = z.object({ law: z.string(), what: z.string() }).nullable();

/** Looks for a planted fault, in a thread of its own that has loaded the machine with it. */
export async function hunt(name: string): Promise<Explored> {
  return exploredSchema.parse(await inThread('worker.ts', { name }));
}

/** Lives through a path by the real driver and the practice service; gives the law that is broken at its end. */
export async function replayed(path: Path, name: string | null): Promise<Violation | null> {
  return violationSchema.parse(await inThread('replayer.ts', { name, path }));
}

async function inThread(file: string, workerData: object): Promise<unknown> {
  const worker = new Worker(join(import.meta.dirname, file), { workerData });
  try {
    return (await once(worker, 'message'))[0];
  } finally {
    await worker.terminate();
  }
}
