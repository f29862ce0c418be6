import { ThreadsPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

declare global {
  /** The configuration, which makes the threads, and the runner, which ends them, are loaded apart in one process. */
  var mutantsThread: ThreadsPoolWorker | undefined;
}

type Listener = (value: unknown) => void;
type Event = 'message' | 'error' | 'exit';

/**
 * A thread that outlives its run, and has its modules loaded for the next: to load them took most of a mutant's time.
 * `endThread` ends it.
 */
class WarmThread implements PoolWorker {
  readonly name = 'warm';
  readonly #options: PoolOptions;
  readonly #listeners: { readonly event: Event; readonly listener: Listener }[] = [];
  #isLeft = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (globalThis.mutantsThread !== undefined) return;
    const thread = new ThreadsPoolWorker(this.#options);
    await thread.start();
    globalThis.mutantsThread = thread;
  }

  on(event: string, listener: Listener): void {
    this.#thread().on(event, listener);
    this.#listeners.push({ event: event as Event, listener });
  }

  off(event: string, listener: Listener): void {
    globalThis.mutantsThread?.off(event, listener);
  }

  send(request: WorkerRequest): void {
    if (request.type !== 'stop') {
      this.#thread().send(request);
      return;
    }
    this.#isLeft = true;
    const stopped = { type: 'stopped', __vitest_worker_response__: true };
    for (const { event, listener } of this.#listeners) if (event === 'message') listener(stopped);
  }

  /** Without being asked to stop, it did not end its run. */
  async stop(): Promise<void> {
    for (const { event, listener } of this.#listeners) this.off(event, listener);
    if (!this.#isLeft) await endThread();
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #thread(): ThreadsPoolWorker {
    if (globalThis.mutantsThread === undefined) throw new Error('the thread was ended');
    return globalThis.mutantsThread;
  }
}

export const warmThreads = { name: 'warm', createPoolWorker: (options: PoolOptions) => new WarmThread(options) };

/** The next run begins with modules of its own. */
export async function endThread(): Promise<void> {
  const thread = globalThis.mutantsThread;
  globalThis.mutantsThread = undefined;
  await thread?.stop();
}
