import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { plant, plants } from './plants.ts';

/** One fault is planted, and looked for in its space. */
const { name } = z.object({ name: z.string() }).parse(workerData);
plant(name);
// Only now: what the fault is in must not be loaded before it is planted.
const { exploredPart } = await import('./spaces.ts');
const { space, among } = plants[name] ?? { space: 'namingOther' };
parentPort?.postMessage(exploredPart({ name, of: space, ...(among === undefined ? {} : { among }) }));
