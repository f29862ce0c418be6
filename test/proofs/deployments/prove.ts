import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { fastFolder } from '../chaos/folder.ts';
import { knownCoverage } from './documents.ts';
import type { Coverage } from './pairwise.ts';
import type { Finding } from './run-profile.ts';
import { tasksFor, type Effort, type Task } from './tasks.ts';
import type { WorkOrder } from './worker.ts';

const reportSchema = z.object({
  index: z.int(),
  finding: z.union([z.literal('impossible'), z.object({ step: z.string(), why: z.string() })]).nullable(),
});

export interface Proof {
  readonly effort: Effort;
  readonly coverage: Coverage;
  /** In the order of the tasks; what a broken field stopped early has no finding. */
  readonly findings: readonly { readonly task: Task; readonly finding: Finding }[];
  /** Fields that a counter must know, and that made no difference where it did not. */
  readonly unfelt: readonly string[];
  readonly holds: boolean;
  readonly seconds: number;
}

/** Takes a counter through its life with each deployment of a covering set, then with deployments that it has wrong. */
export async function prove(effort: Effort): Promise<Proof> {
  const startedAtMs = performance.now();
  const tasks = tasksFor(effort);
  const found = new Map<number, Finding>();
  const root = fastFolder();
  try {
    const threads = availableParallelism();
    await Promise.all(
      Array.from({ length: threads }, (_, first) =>
        work({ effort, root, first, step: threads }, (index, finding) => {
          found.set(index, finding);
          return effort.broken === null || finding === null ? 'go on' : 'enough';
        }),
      ),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const findings = tasks.flatMap((task, index) => {
    const finding = found.get(index);
    return finding === undefined ? [] : [{ task, finding }];
  });
  const unfelt = unfeltFields(findings);
  const alike = findings.filter(({ task }) => task.mismatch === null);
  const holds = alike.length > 0 && alike.every(({ finding }) => finding === null) && unfelt.length === 0;
  return {
    effort,
    coverage: knownCoverage(),
    findings,
    unfelt,
    holds,
    seconds: (performance.now() - startedAtMs) / 1000,
  };
}

function unfeltFields(findings: Proof['findings']): string[] {
  const mismatched = findings.flatMap(({ task: { mismatch }, finding }) =>
    mismatch === null || mismatch.field.felt !== true ? [] : [{ path: mismatch.field.path, finding }],
  );
  const paths = [...new Set(mismatched.map(({ path }) => path))];
  return paths.filter((path) =>
    mismatched
      .filter((each) => each.path === path)
      .every(({ finding }) => finding === null || finding === 'impossible'),
  );
}

function work(order: WorkOrder, take: (index: number, finding: Finding) => 'go on' | 'enough'): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    let isStopped = false;
    worker.on('message', (message: unknown) => {
      const { index, finding } = reportSchema.parse(message);
      if (isStopped || take(index, finding) === 'go on') return;
      isStopped = true;
      void worker.terminate();
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      isStopped || code === 0 ? resolve() : reject(new Error(`a worker ended with ${String(code)}`)),
    );
  });
}
