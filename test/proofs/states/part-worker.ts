import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { exploredPart, type Part } from './spaces.ts';

const { part } = z.object({ part: z.custom<Part>() }).parse(workerData);
parentPort?.postMessage(exploredPart(part));
