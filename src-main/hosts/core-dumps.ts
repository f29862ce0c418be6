import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Fixed places: nothing that stands earlier in a path is run. */
const prlimits = ['/usr/bin/prlimit', '/bin/prlimit'];

/**
 * Forbids dumps of the memory of this process and its children, which hold codes. Linux alone; what starts us has set
 * the limit already where it could (`scripts/run.mjs`). A collector may hear of a crash whatever the limit: nothing of
 * the memory is in what it gets.
 */
export function forbidCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const pid of [process.pid, ...childrenOf(process.pid)]) {
    leaveMemoryOut(pid);
    if (mayDump(pid)) setLimit(pid);
  }
}

/** Chromium starts its zygotes, from which the processes of pages come, before any line of ours runs. */
function childrenOf(pid: number): readonly number[] {
  const threads = tryTo(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((thread) =>
    (tryTo(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '').split(' '),
  );
  const own = children.filter((text) => /^\d+$/.test(text)).map(Number);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

/**
 * The kinds of memory that a dump takes up (core(5)): none. A process that lets nobody look into it has no dump either,
 * and refuses this.
 */
function leaveMemoryOut(pid: number): void {
  tryTo(() => writeFileSync(`/proc/${pid}/coredump_filter`, '0'));
}

function mayDump(pid: number): boolean {
  const limits = tryTo(() => readFileSync(`/proc/${pid}/limits`, 'utf8'));
  return limits !== null && !/^Max core file size\s+0\s+0\s/m.test(limits);
}

function setLimit(pid: number): void {
  const prlimit = prlimits.find((path) => existsSync(path));
  if (prlimit !== undefined)
    spawnSync(prlimit, ['--core=0:0', '--pid', String(pid)], { stdio: 'ignore', timeout: 5_000 });
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
