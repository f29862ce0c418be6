/** Resolves after so many milliseconds of whatever time the service lives in. */
export type Wait = (ms: number) => Promise<void>;

/** All that the service does later: nothing of it happens once the service has stopped. */
export class Waiting {
  readonly #wait: Wait | undefined;
  readonly #timers = new Map<NodeJS.Timeout, () => void>();
  readonly #stop = Promise.withResolvers<undefined>();
  #stopped = false;

  constructor(wait?: Wait) {
    this.#wait = wait;
  }

  /** False when the service stopped meanwhile. */
  async wait(ms: number): Promise<boolean> {
    if (this.#wait === undefined) await this.#waitRealTime(ms);
    else await Promise.race([this.#wait(ms), this.#stop.promise]);
    return !this.#stopped;
  }

  /** Runs an action later, and says how it went wrong if it does: nobody waits for it. */
  run(ms: number, action: () => void): void {
    void this.wait(ms).then((running) => {
      if (running) action();
    }).catch((error: unknown) => process.stderr.write(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : 'not an error'}\n`));
  }

  stop(): void {
    this.#stopped = true;
    this.#stop.resolve(undefined);
    for (const [timer, resolve] of this.#timers) {
      clearTimeout(timer);
      resolve();
    }
    this.#timers.clear();
  }

  #waitRealTime(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.set(timer, resolve);
    });
  }
}
