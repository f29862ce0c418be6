import { parentPort } from 'node:worker_threads';
import type { DeploymentProfile } from '../../src-main/deployment/profile.ts';
import { systemClock } from '../../src-main/hosts/system-ports.ts';
import { startScriptedService, type ScriptedAnswer, type Seen } from '../unit/src-main/orders/scripted-service.ts';
import { soldAnswer } from './sold-answer.ts';

/** What the service in a thread of its own says first, and last. */
export type ServiceMessage =
  | { readonly kind: 'listens'; readonly profile: DeploymentProfile }
  | {
      readonly kind: 'ended';
      /** When each request came, by the wall clock. */
      readonly atMs: readonly number[];
      /** When it asked to be left alone, and for how long. */
      readonly restFromMs: number;
      readonly restMs: number;
      readonly cpuMs: number;
    };

const turns = 20_000;
/** The request that it has had too many with. */
const tooMany = 60;
const restMs = 3_000;

const service = await startScriptedService(systemClock);
const atMs: number[] = [];
let restFromMs = Number.NaN;
service.script(...Array.from({ length: turns }, () => answer));
parentPort?.postMessage({ kind: 'listens', profile: service.profile } satisfies ServiceMessage);
parentPort?.once('message', () => {
  const { user, system } = process.threadCpuUsage();
  const cpuMs = (user + system) / 1000;
  parentPort?.postMessage({ kind: 'ended', atMs, restFromMs, restMs, cpuMs } satisfies ServiceMessage);
  void service.close();
});

function answer(seen: Seen): ScriptedAnswer {
  atMs.push(Date.now());
  if (atMs.length === tooMany) {
    restFromMs = Date.now();
    return { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': String(restMs / 1000) } };
  }
  return soldAnswer(seen);
}
