import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { laws, seamWith } from '../seam.ts';
import { propertiesFor } from './all.ts';

/** A thread of its own: a property that hangs is ended from outside, and the other core is not idle. */
const { seed, times, broken, only } = z
  .object({ seed: z.int(), times: z.int(), broken: z.enum(laws).nullable(), only: z.string().nullable() })
  .parse(workerData);
for (const property of propertiesFor(seamWith(broken, new Map())).filter(
  ({ area }) => only === null || area === only,
)) {
  const { area, claim } = property;
  parentPort?.postMessage({ area, claim, result: null });
  parentPort?.postMessage({ area, claim, result: property.run({ seed, cases: property.cases * times }) });
}
