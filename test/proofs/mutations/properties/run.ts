import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Law } from '../seam.ts';
import type { Property } from './property.ts';

const message = z.object({
  area: z.string(),
  claim: z.string(),
  result: z.object({ cases: z.number(), slowestMs: z.number(), failure: z.string().nullable() }).nullable(),
});

export interface Claimed {
  readonly area: string;
  readonly claim: string;
  readonly cases: number;
  readonly slowestMs: number;
  readonly failure: string | null;
}

export interface PropertyOptions {
  readonly seed: number;
  /** So many times the cases of the fixed-seed part. */
  readonly times: number;
  readonly broken: Law | null;
  /** One area alone, for a quick look. */
  readonly only?: Property['area'];
}

/** One property takes a few seconds; on a machine with much else to do, many times that. */
const longestMs = 180_000;

/** All properties, in a thread that is ended when one of them takes longer than any honest one could. */
export async function proveProperties({ seed, times, broken, only }: PropertyOptions): Promise<readonly Claimed[]> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { seed, times, broken, only: only ?? null },
    execArgv: [],
  });
  const claims: Claimed[] = [];
  let current = { area: 'answers', claim: 'the properties start' };
  const failed = (failure: string): number => claims.push({ ...current, cases: 0, slowestMs: 0, failure });
  await new Promise<void>((resolve) => {
    const hung = (): void => {
      failed('hangs');
      void worker.terminate();
    };
    let limit = setTimeout(hung, longestMs * times);
    worker.on('message', (sent: unknown) => {
      const { area, claim, result } = message.parse(sent);
      current = { area, claim };
      if (result !== null) claims.push({ area, claim, ...result });
      clearTimeout(limit);
      limit = setTimeout(hung, longestMs * times);
    });
    worker.on('error', (error) => failed(error instanceof Error ? error.message : 'the thread ended'));
    worker.on('exit', () => {
      clearTimeout(limit);
      resolve();
    });
  });
  return claims;
}
