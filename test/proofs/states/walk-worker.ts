import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { plant } from './plants.ts';

const { seed, times, name } = z
  .object({ seed: z.number(), times: z.number(), name: z.string().nullable() })
  .parse(workerData);
if (name !== null) plant(name);
// Only now: what the fault is in must not be loaded before it is planted.
const { walk } = await import('./walks.ts');
parentPort?.postMessage(walk(seed, times));
