import type { ActiveMutant } from './asked.ts';

/** What Stryker asks its runners for, as far as it is passed on. */
export interface MutantOptions {
  readonly mutantActivation: 'runtime' | 'static';
  readonly sandboxFileName: string;
  readonly testFilter?: readonly string[];
  readonly activeMutant: ActiveMutant & { readonly id: string };
  /** What Stryker waits for a result: half as long again as the tests took, and `neverMs`. */
  readonly timeout: number;
}

export interface MutantResult {
  readonly status: string;
  /** `FILE#TEST` of those that failed. */
  readonly killedBy?: readonly string[];
  readonly failureMessage?: string;
  readonly reason?: string;
}

export interface Runner {
  init(): Promise<void>;
  capabilities(): unknown;
  dryRun(options: unknown): Promise<unknown>;
  mutantRun(options: MutantOptions): Promise<MutantResult>;
  dispose(): Promise<void>;
}

/** So long that what follows decides before it. */
export const neverMs = 1_200_000;
/** One that works so much longer than its tests took never ends. On a busy machine the time alone would not tell. */
const endlessMs = 15_000;
/** How much longer than its tests took Stryker waits. */
const stretch = 1.5;
const watchMs = 1_000;
/** What mutants leave behind must not gather. */
const runsOfThread = 60;
/** A test that was waited for in vain must end far sooner without the mutant, or the machine was too busy to tell. */
const soonMs = 4_000;

/**
 * Stryker's own runner, with threads that stay loaded. A mutant counts as found by one of them only if what found it
 * passes again there without it, right after. Else the thread was spoiled, and a new one decides.
 */
export class WarmRunner implements Runner {
  readonly #inner: Runner;
  readonly #endThread: () => Promise<void>;
  readonly #isAsked: (mutant: ActiveMutant) => boolean;
  /** How many mutants each file of tests found, by source. */
  readonly #finders = new Map<string, Map<string, number>>();
  #runs = 0;

  constructor(inner: Runner, endThread: () => Promise<void>, isAsked: (mutant: ActiveMutant) => boolean = () => true) {
    this.#inner = inner;
    this.#endThread = endThread;
    this.#isAsked = isAsked;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  capabilities(): unknown {
    return this.#inner.capabilities();
  }

  async dryRun(options: unknown): Promise<unknown> {
    const result = await this.#inner.dryRun(options);
    await this.#beginAnew();
    return result;
  }

  async mutantRun(options: MutantOptions): Promise<MutantResult> {
    // What is said of it is not read.
    if (!this.#isAsked(options.activeMutant)) return { status: 'survived' };
    const found = this.#finders.get(options.sandboxFileName) ?? new Map<string, number>();
    this.#finders.set(options.sandboxFileName, found);
    process.env['MUTANTS_SOURCE'] = options.sandboxFileName;
    process.env['MUTANTS_FINDERS'] = inOrder(found).join('\n');
    const result = await (options.mutantActivation === 'static' ? this.#runAlone(options) : this.#judge(options));
    const by = result.killedBy?.[0]?.split('#')[0];
    if (by !== undefined) found.set(by, (found.get(by) ?? 0) + 1);
    return result;
  }

  async dispose(): Promise<void> {
    await this.#endThread();
    await this.#inner.dispose();
  }

  /** The modules keep a mutant that was in force as they were loaded. */
  async #runAlone(options: MutantOptions): Promise<MutantResult> {
    await this.#beginAnew();
    const result = await this.#run(options);
    await this.#beginAnew();
    return result;
  }

  async #judge(options: MutantOptions): Promise<MutantResult> {
    if (this.#runs >= runsOfThread) await this.#beginAnew();
    const isNew = this.#runs === 0;
    const result = await this.#run(options);
    if (result.status === 'survived' || (await this.#isFound(options, result))) return result;
    if (isNew && !wasWaitedFor(result)) return result;
    await this.#beginAnew();
    const again = await this.#run(options);
    const isInDoubt = wasWaitedFor(again) && !(await this.#isFound(options, again));
    await this.#beginAnew();
    return isInDoubt ? { status: 'survived' } : again;
  }

  async #isFound(options: MutantOptions, result: MutantResult): Promise<boolean> {
    if (result.status !== 'killed' || result.killedBy === undefined) return false;
    const beganMs = performance.now();
    const none = { ...options.activeMutant, id: 'none' };
    const without = await this.#run({ ...options, activeMutant: none, testFilter: result.killedBy });
    const isSoon = !wasWaitedFor(result) || performance.now() - beganMs < soonMs;
    return without.status === 'survived' && isSoon;
  }

  async #run(options: MutantOptions): Promise<MutantResult> {
    this.#runs += 1;
    const before = process.cpuUsage();
    const mostMs = (options.timeout - neverMs) / stretch + endlessMs;
    const ended = new AbortController();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (ended.signal.aborted || (user + system) / 1000 < mostMs) return;
      ended.abort();
      void this.#endThread();
    }, watchMs);
    try {
      const result = await this.#inner.mutantRun(options);
      return ended.signal.aborted ? endless : result;
    } finally {
      clearInterval(watch);
    }
  }

  async #beginAnew(): Promise<void> {
    this.#runs = 0;
    await this.#endThread();
  }
}

const endless: MutantResult = { status: 'timeout', reason: 'works without an end' };

const wasWaitedFor = ({ failureMessage = '' }: MutantResult): boolean => /timed out in \d+ms/.test(failureMessage);

/** Files of tests, those first that found most. */
function inOrder(found: ReadonlyMap<string, number>): readonly string[] {
  return [...found].toSorted(([, one], [, other]) => other - one).map(([file]) => file);
}
