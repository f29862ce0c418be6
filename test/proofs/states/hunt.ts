import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Explored, Path } from './explore.ts';
import type { Violation } from './laws.ts';
import type { Part } from './spaces.ts';
import { starts, type StartName } from './starts.ts';
import type { Step } from './step.ts';
import type { Walked } from './walks.ts';

const brokenSchema = z
  .object({
    law: z.string(),
    what: z.string(),
    start: z.custom<StartName>((name) => typeof name === 'string' && Object.hasOwn(starts, name)),
    steps: z.array(z.custom<Step>()),
  })
  .nullable();

const exploredSchema = z.object({
  states: z.number(),
  transitions: z.number(),
  depth: z.number(),
  seconds: z.number(),
  isCut: z.boolean(),
  wholeTo: z.number(),
  broken: brokenSchema,
});

const walkedSchema = z.object({
  steps: z.number(),
  longest: z.number(),
  states: z.record(z.string(), z.number()),
  broken: brokenSchema,
});

const violationSchema = z.object({ law: z.string(), what: z.string() }).nullable();

/** Looks for a planted fault, in a thread of its own that has loaded the machine with it. */
export async function hunt(name: string): Promise<Explored> {
  return exploredSchema.parse(await inThread('worker.ts', { name }));
}

/** Walks by chance so many times, in a thread of its own; with a planted fault where one is named. */
export async function walked(seed: number, times: number, name: string | null): Promise<Walked> {
  return walkedSchema.parse(await inThread('walk-worker.ts', { seed, times, name }));
}

/** Explores a part in a thread of its own, which may take more memory. */
export async function exploredApart(part: Part): Promise<Explored> {
  return exploredSchema.parse(await inThread('part-worker.ts', { part }));
}

/**
 * Lives through a path by the real driver and the practice service; gives the law that is broken at its end. A path
 * that cannot be lived through breaks the law of being replayable.
 */
export async function replayed(path: Path, name: string | null): Promise<Violation | null> {
  return violationSchema.parse(await inThread('replayer.ts', { name, path }));
}

/** Most worlds are gone before the next is looked at: in a larger nursery they are not copied before. */
const resourceLimits = { maxOldGenerationSizeMb: 6_000, maxYoungGenerationSizeMb: 192 };

async function inThread(file: string, workerData: object): Promise<unknown> {
  const worker = new Worker(join(import.meta.dirname, file), { workerData, resourceLimits });
  try {
    return (await once(worker, 'message'))[0];
  } finally {
    await worker.terminate();
  }
}
