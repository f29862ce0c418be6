import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Path } from './explore.ts';
import { plant } from './plants.ts';

/** A path is lived through by the whole counter, with a fault planted or with none. */
const { name, path } = z.object({ name: z.string().nullable(), path: z.custom<Path>() }).parse(workerData);
if (name !== null) plant(name);
// Only now: what the fault is in must not be loaded before it is planted.
const { replay } = await import('./replay.ts');
parentPort?.postMessage(
  await replay(path).catch((error: unknown) => ({ law: 'every path can be lived through', what: String(error) })),
);
