import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ElectronShop } from '../e2e/electron-shop.ts';
import { processesBelow } from '../e2e/processes.ts';
import { within } from '../support/within.ts';

export interface Program {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The counter of a shop, as it is started on its data. */
export function counterOf(shop: ElectronShop, runtime: Program): Program {
  const { data, args, env } = shop.startOptions;
  const { executablePath } = runtime;
  return {
    executablePath,
    args: [...runtime.args, ...args],
    env: { ...runtime.env, ...env, COUNTERFOIL_DATA: data },
  };
}

/** What one start of an Electron came to. */
export interface Started {
  /** From the begun process to the first text that Chromium painted. */
  readonly firstTextMs: number;
  /** To the last text that was larger than all before it: the screen that was waited for. */
  readonly largestTextMs: number;
  /** Shared pages divided among those who share them, over all its processes, after it has been left alone. */
  readonly memoryMb: number;
}

/** Until its last text was painted for certain. */
const paintedMs = 5_000;
/** As the launcher of a package begins it: without its limit the counter sets one itself, by a program of its own. */
const asLaunched = 'ulimit -c 0; exec "$0" "$@"';

/** What the page knows of its own painting, as times of the clock on the wall. */
const paintTimes = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const first = performance.getEntriesByName('first-contentful-paint')[0];
    const largest = list.getEntries().at(-1);
    if (first && largest) resolve([first, largest].map(({ startTime }) => performance.timeOrigin + startTime));
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** A program that runs, as seen from outside. */
export interface Watched {
  /** What an expression in its page comes to. */
  ask(question: string): Promise<unknown>;
  /** Megabytes of all its processes now. */
  memoryMb(): number;
  /** The same without what lies in files: how much those count for depends on who else has them open. */
  memoryBesideFilesMb(): number;
  end(): Promise<void>;
}

/** Starts a program whose page can be asked. */
export async function startWatched({ executablePath, args, env }: Program): Promise<Watched> {
  const child = spawn('/bin/sh', ['-c', asLaunched, executablePath, ...args, '--remote-debugging-port=0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = async (): Promise<void> => {
    // As a shop ends it: what follows a kill is another start.
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), paintedMs);
    await ended;
    clearTimeout(patience);
  };
  try {
    const port = await within('The start of Electron', debuggingPort(child.stderr));
    return {
      ask: (question) => askPage(port, question),
      memoryMb: () => memoryBelow(child.pid ?? 0, ['Pss']),
      memoryBesideFilesMb: () => memoryBelow(child.pid ?? 0, ['Pss_Anon', 'Pss_Shmem']),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a program, leaves it alone for so long, asks its page when it painted, and ends it. */
export async function watchStart(program: Program, leftAloneMs: number = paintedMs): Promise<Started> {
  const beganAtMs = Date.now();
  const watched = await startWatched(program);
  try {
    await wait(leftAloneMs);
    const [firstText, largestText] = (await watched.ask(paintTimes)) as readonly number[];
    return {
      firstTextMs: (firstText ?? NaN) - beganAtMs,
      largestTextMs: (largestText ?? NaN) - beganAtMs,
      memoryMb: watched.memoryMb(),
    };
  } finally {
    await watched.end();
  }
}

function debuggingPort(errors: Readable): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: errors }).on('line', (line) => {
      const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

async function askPage(port: number, question: string): Promise<unknown> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly Target[];
  const page = targets.find(({ type }) => type === 'page');
  if (page === undefined) throw new Error('Electron shows no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  const params = { expression: question, awaitPromise: true, returnByValue: true };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  const [{ data }] = (await within('The answer of the page', answered)) as [{ readonly data: string }];
  socket.close();
  return (JSON.parse(data) as { readonly result: { readonly result: { readonly value: unknown } } }).result.result
    .value;
}

interface Target {
  readonly type: string;
  readonly webSocketDebuggerUrl: string;
}

type Kind = 'Pss' | 'Pss_Anon' | 'Pss_Shmem';

function memoryBelow(pid: number, kinds: readonly Kind[]): number {
  const pids = [pid, ...processesBelow(pid).map((process) => process.pid)];
  return pids.map((each) => memoryOf(each, kinds)).reduce((sum, mb) => sum + mb, 0);
}

/** Megabytes. A process that has ended meanwhile has none. */
function memoryOf(pid: number, kinds: readonly Kind[]): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = kinds.map((kind) => Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]));
    return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024;
  } catch {
    return 0;
  }
}
