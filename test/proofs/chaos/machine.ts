import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import BetterSqlite3 from 'better-sqlite3';
import {
  openCounter,
  openLocalRecords,
  type Counter,
  type LocalRecords,
} from '../../../src-main/app/counter/counter.ts';
import { journalRules } from '../../../src-main/app/counter/journal-rules.ts';
import type { Clock, Sealer, Transport, WireRequest } from '../../../src-main/core/ports.ts';
import { err } from '../../../src-main/core/result.ts';
import { parseProfile } from '../../../src-main/deployment/profile.ts';
import type { MachineIdentity } from '../../../src-main/files/machine-identity.ts';
import { JournalUnavailable } from '../../../src-main/journal/journal-failure.ts';
import { restoreJournal } from '../../../src-main/journal/restore.ts';
import { salvageJournal } from '../../../src-main/journal/salvage.ts';
import type { PurchaseStep } from '../../../src-main/orders/records/steps.ts';
import { createOrderScheduler, type OrderScheduler } from '../../../src-main/orders/scheduler/scheduler.ts';
import { Disk } from './disk.ts';
import { Life } from './life.ts';
import type { Draws } from './random.ts';
import { markDayEnds, type DayEndStep } from './shop/day-end-steps.ts';
import { ServedCounter } from './shop/served-counter.ts';
import type { Timeline } from './timeline.ts';
import { exchangeInMemory, type TransportResult } from './wire.ts';

/** The end of a process, thrown at the step where it ends. Nothing of that process does anything any more. */
export class Killed extends Error {}

export type Step = PurchaseStep | DayEndStep;

/** Who watches what a machine does, and may break its network. */
export interface Observer {
  step(step: Step): void;
  /** A process began on what there is. */
  opened(counter: Counter): void;
  /** A Z is in the journal, and nobody has heard of it yet. */
  zIssued(counter: Counter): void;
  /** Before the first byte leaves. */
  sending(request: WireRequest, counter: Counter): void;
  received(request: WireRequest, outcome: TransportResult, counter: Counter | null): void;
  /** The process was killed, at a step or at any moment. */
  killed(step: Step | null): void;
  /** The process ended in good order; what people had begun themselves ended with it. */
  closed(): void;
  /** What was damaged was salvaged, with something lost or with nothing. */
  salvaged(lost: 'something' | 'nothing'): void;
  /** A bug in work that no call waits for. */
  failed(error: unknown): void;
}

export interface MachineOptions {
  readonly timeline: Timeline;
  readonly directory: string;
  readonly draws: Draws;
  readonly sealer: Sealer;
  readonly connect: (connection: Duplex) => void;
  readonly deploymentFile: string;
  readonly observer?: Observer;
}

interface Process {
  readonly counter: Counter;
  readonly runner: OrderScheduler;
  readonly life: Life;
  readonly served: ServedCounter;
  /** Aborted by the first signal: nothing more is begun, and what is under way comes to its end. */
  readonly stopping: AbortController;
  /** What people have begun and has not ended. */
  readonly begun: Set<Promise<unknown>>;
  wasKilled: boolean;
}

const nobody: Observer = {
  step: () => undefined,
  opened: () => undefined,
  zIssued: () => undefined,
  sending: () => undefined,
  received: () => undefined,
  killed: () => undefined,
  closed: () => undefined,
  salvaged: () => undefined,
  failed: (error) => {
    throw error;
  },
};
/** The copy of the files of a process that was killed stands for the files themselves, so it lies where they lay. */
const identity: MachineIdentity = {
  machineId: () => 'the machine at the counter',
  fileIdentity: (path) => basename(path),
};

/** Answers are small here: room for one of the largest would be copied with every kill, for nothing. */
const answerRoomBytes = 65_536;

/**
 * The machine at the counter: its folder, its clock, its network, and the one process of the counter that runs on it,
 * if any.
 */
export class Machine {
  readonly directory: string;
  readonly #options: MachineOptions;
  readonly #observer: Observer;
  readonly #startedAtMs: number;
  readonly disk: Disk;
  #process: Process | null = null;
  #armed: { readonly step: Step; left: number } | null = null;
  #isFoundDamaged = false;
  /** How far the machine's clock is off. */
  offsetMs = 0;
  isOffline = false;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.directory = options.directory;
    this.#observer = options.observer ?? nobody;
    this.#startedAtMs = options.timeline.nowMs;
    this.disk = new Disk(join(options.directory, 'journal.db'));
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Whether people can begin something: not in a process that a signal has asked to end. */
  get isServing(): boolean {
    return this.#process?.stopping.signal.aborted === false;
  }

  get running(): Counter {
    if (this.#process === null) throw new Error('no counter runs');
    return this.#process.counter;
  }

  /** The screen of the process that runs. */
  get served(): ServedCounter {
    if (this.#process === null) throw new Error('no counter runs');
    return this.#process.served;
  }

  get nowMs(): number {
    return this.#options.timeline.nowMs + this.offsetMs;
  }

  /**
   * Starts the counter on its folder, with the deployment's profile as it is by now; false where the disk has no room
   * for that.
   */
  async start(): Promise<boolean> {
    const { directory, draws, sealer, deploymentFile } = this.#options;
    const profile = parseProfile(readFileSync(deploymentFile, 'utf8'));
    if (!profile.ok) throw new Error('the profile of the service is none');
    const life = new Life();
    const ports = { directory, randomness: draws, clock: this.#clock(life), identity, answerRoomBytes };
    const localRecords = this.#openRecords(ports);
    if (localRecords === null) return false;
    const stopping = new AbortController();
    const counter: { current: Counter | null } = { current: null };
    const transport = this.#transport(life, () => counter.current);
    const opened = await openCounter(localRecords, profile.value, {
      ...ports,
      transport,
      sealer,
      language: () => 'en',
      step: (step) => this.#step(life, step),
      stopping: stopping.signal,
    });
    if (!opened.ok) {
      localRecords.close();
      if (this.disk.isFull && opened.error.code === 'journal_not_writable') return false;
      throw new Error(`the counter does not open: ${opened.error.code} ${opened.error.detail ?? ''}`);
    }
    counter.current = opened.value;
    const runner = this.#runner(life, opened.value);
    const served = new ServedCounter({ ...ports, counter: opened.value, runner, draws, transport, sealer });
    this.#process = { counter: opened.value, runner, life, served, stopping, begun: new Set(), wasKilled: false };
    this.#observer.opened(opened.value);
    markDayEnds(opened.value, (step) => {
      if (step === 'z-written') this.#observer.zIssued(opened.value);
      this.#step(life, step);
    });
    runner.start();
    return true;
  }

  /** Closes the counter in good order; false where it was killed meanwhile. */
  async stop(): Promise<boolean> {
    const process = this.#process;
    if (process === null) return false;
    return this.#options.timeline.during(this.#endInOrder(process));
  }

  /** A first signal, and where `secondAfterMs` is given a second one: it ends what the first left under way. */
  signal(secondAfterMs: number | null): void {
    const process = this.#process;
    if (process === null) return;
    void this.#endInOrder(process);
    if (secondAfterMs === null) return;
    void this.#options.timeline.sleep(secondAfterMs).then(() => {
      if (this.#process === process) this.kill();
    });
  }

  /** A call that a person made: the process ends in good order only after it, as the product does. */
  begun(call: Promise<unknown>): void {
    const calls = this.#process?.begun;
    const ended = call
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => calls?.delete(ended));
    calls?.add(ended);
  }

  /** The next time a purchase or a day end reaches this step, or the time after so many, the process ends there. */
  killAt(step: Step, after: number): void {
    this.#armed = { step, left: after };
  }

  /** Nothing is armed any more, and clock and network are as they should be. */
  putRight(): void {
    this.#armed = null;
    this.disk.isFull = false;
    this.isOffline = false;
    this.offsetMs = 0;
  }

  /** Ends the process as it stands: what goes on is a copy of the files of this very moment. */
  kill(step: Step | null = null): void {
    const process = this.#process;
    if (process === null) return;
    this.#process = null;
    process.wasKilled = true;
    this.#armed = null;
    const copy = `${this.directory}.copy`;
    cpSync(this.directory, copy, { recursive: true });
    process.life.end();
    this.#observer.killed(step);
    letGo(process.counter);
    rmSync(this.directory, { recursive: true });
    renameSync(copy, this.directory);
  }

  /** Looks through all that an opening leaves to hours of leisure; true where the next start salvages what it found. */
  checkAtLeisure(): boolean {
    const { journal } = this.running.localRecords;
    while (journal.checkTurn().came === 'more');
    this.#isFoundDamaged = journal.trouble() !== null;
    return this.#isFoundDamaged;
  }

  /** Flips one bit of the journal as it lies on the disk, where something is written. */
  damage(draws: Draws): void {
    if (this.#process !== null) throw new Error('a counter runs on the folder');
    const file = join(this.directory, 'journal.db');
    const bytes = readFileSync(file);
    let at = draws.below(bytes.length);
    while (bytes[at] === 0) at = draws.below(bytes.length);
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << draws.below(8)), at);
    writeFileSync(file, bytes);
  }

  /**
   * Puts a copy of the journal in place of the one there is, as the product does it or by hand; everything else in the
   * folder stays. Whether anything was restored: the latest journal itself, copied over by hand, is the latest journal.
   */
  restoreJournal(backup: string, by: 'the product' | 'hand'): boolean {
    if (this.#process !== null) throw new Error('a counter runs on the folder');
    if (by === 'the product') {
      const restored = restoreJournal({
        rules: journalRules,
        directory: this.directory,
        file: backup,
        clock: this.#clock(new Life()),
        randomness: this.#options.draws,
        identity,
      });
      if (!restored.ok)
        throw new Error(`the backup cannot be restored: ${restored.error.code} ${restored.error.detail ?? ''}`);
      return true;
    }
    const current = join(this.directory, 'journal.db');
    const isOlder = headOf(current) !== headOf(backup);
    for (const suffix of ['-wal', '-shm']) rmSync(join(this.directory, `journal.db${suffix}`), { force: true });
    cpSync(backup, current);
    return isOlder;
  }

  wake(): void {
    this.#process?.runner.wake();
  }

  /** Whoever asks for it, and however often; false where it was killed meanwhile. */
  async #endInOrder(process: Process): Promise<boolean> {
    const { stopping, runner, begun, life } = process;
    stopping.abort();
    await Promise.race([runner.stop().then(() => Promise.all(begun)), life.died]);
    if (this.#process === process) this.#close(process);
    return !process.wasKilled;
  }

  #close(process: Process): void {
    process.counter.close();
    process.life.end();
    this.#process = null;
    this.#observer.closed();
  }

  /** As a person does it: what is damaged is salvaged, once. Null without room for it. */
  #openRecords(ports: Parameters<typeof openLocalRecords>[0]): LocalRecords | null {
    const opened = openLocalRecords(ports);
    if (opened.ok && opened.value.journal.trouble() === null && !this.#isFoundDamaged) return opened.value;
    if (!opened.ok && this.disk.isFull && opened.error.code === 'journal_not_writable') return null;
    if (!opened.ok && opened.error.code !== 'journal_corrupt')
      throw new Error(`the journal does not open: ${opened.error.code} ${opened.error.detail ?? ''}`);
    if (opened.ok) opened.value.close();
    const salvaged = salvageJournal({ ...ports, rules: journalRules });
    if (!salvaged.ok)
      throw new Error(`the journal cannot be salvaged: ${salvaged.error.code} ${salvaged.error.detail ?? ''}`);
    this.#isFoundDamaged = false;
    const again = openLocalRecords(ports);
    if (!again.ok) throw new Error(`what was salvaged does not open: ${again.error.code} ${again.error.detail ?? ''}`);
    this.#observer.salvaged(again.value.journal.copyStatus() === 'restored' ? 'something' : 'nothing');
    return again.value;
  }

  #step(life: Life, step: Step): void {
    if (life.isOver) throw new Killed();
    this.#observer.step(step);
    if (this.#armed?.step !== step) return;
    this.#armed.left -= 1;
    if (this.#armed.left > 0) return;
    this.kill(step);
    throw new Killed();
  }

  #clock(life: Life): Clock {
    const { timeline } = this.#options;
    return {
      nowMs: () => timeline.nowMs + this.offsetMs,
      monotonicMs: () => timeline.nowMs - this.#startedAtMs,
      sleep: (ms, signal) => life.only(timeline.sleep(ms, signal)),
    };
  }

  #transport(life: Life, counter: () => Counter | null): Transport {
    const { timeline, connect } = this.#options;
    const exchange: Transport['exchange'] = async (request, options) => {
      const by = counter();
      if (by !== null) this.#observer.sending(request, by);
      const onWritten = (): void => {
        try {
          options.onWritten?.();
        } catch (error) {
          if (!(error instanceof Killed)) this.#observer.failed(error);
        }
      };
      const outcome: TransportResult = this.isOffline
        ? err({ code: 'not_sent' })
        : await life.only(exchangeInMemory(timeline, connect, request, { ...options, onWritten }));
      this.#observer.received(request, outcome, by);
      return outcome;
    };
    return { exchange };
  }

  /** The runner looks every second; here the seconds in which nothing can be due are left out. */
  #runner(life: Life, { localRecords, orders }: Counter): OrderScheduler {
    const { timeline } = this.#options;
    const clock = this.#clock(life);
    let dueAtMs: number | null = null;
    localRecords.onOrderChanged(() => {
      dueAtMs = null;
    });
    const dueMs = (): number => {
      if (life.isOver) return Number.POSITIVE_INFINITY;
      dueAtMs ??= nextDueMs(localRecords, orders);
      return dueAtMs - this.offsetMs;
    };
    const sleep: Clock['sleep'] = (ms, signal) => {
      const earliestMs = timeline.nowMs + ms;
      dueAtMs = null;
      return life.only(timeline.sleepUntil(() => Math.max(earliestMs, dueMs()), signal));
    };
    return createOrderScheduler(localRecords.records, orders, { ...clock, sleep }, (error) => {
      if (!(error instanceof Killed) && !life.isOver) this.#observer.failed(error);
    });
  }
}

/** Where the records turn out to be damaged nothing goes on before somebody starts the counter anew. */
function nextDueMs({ records }: LocalRecords, orders: Counter['orders']): number {
  try {
    return Math.min(...records.pending().map((id) => orders.next(id)?.atMs ?? Number.POSITIVE_INFINITY));
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
    return Number.POSITIVE_INFINITY;
  }
}

/** Closes the files of a process that is dead: within a transaction its records cannot be closed in order. */
function letGo({ localRecords, catalogue }: Counter): void {
  for (const files of [localRecords, catalogue]) {
    try {
      files.close();
    } catch {
      // What goes on is the copy.
    }
  }
}

function headOf(file: string): string {
  const database = new BetterSqlite3(file);
  const hash: unknown = database.prepare('SELECT hash FROM events ORDER BY seq DESC LIMIT 1').pluck().get();
  database.close();
  return hash instanceof Uint8Array ? Buffer.from(hash).toString('hex') : String(hash);
}
