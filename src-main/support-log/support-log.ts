import { appendFile, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/ports.ts';
import { createSerialQueue } from '../core/serial-queue.ts';
import { appendOnly } from '../files/append-only.ts';
import { readBounded } from '../files/read-bounded.ts';
import { bugOf } from './bug-position.ts';
import { lineOf, type SupportEntry } from './entry.ts';

/**
 * What happened at this counter, for whoever helps the shop. It costs the seller nothing: `note` only remembers, and
 * what cannot be written is left out.
 */
export interface SupportLog {
  /** Never throws and never waits. */
  readonly note: (entry: SupportEntry) => void;
  readonly noteBug: (error: unknown) => void;
  /** What is on the disk, the oldest first; `atMost` bytes from the end, from the beginning of a line on. */
  readonly text: (atMost?: number) => Promise<string>;
  /** Writes what is remembered. */
  readonly flush: () => Promise<void>;
  /** The same, and nothing is noted from then on. */
  readonly close: () => Promise<void>;
}

/** Five files of a million bytes: below 5 MB in all. */
const fileBytes = 1_000_000;
const filesKept = 5;
const flushAfterMs = 1_000;
/** So many lines at once, and so many a second from then on; what is more is counted. */
const burstLines = 200;
const linesPerSecond = 10;

/** A log in `directory`, which need not be there. */
export function openSupportLog(directory: string, clock: Clock): SupportLog {
  return new FileLog(directory, clock);
}

class FileLog implements SupportLog {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #waiting: string[] = [];
  #allowance = burstLines;
  #allowedAtMs: number;
  #leftOut = 0;
  readonly #writes = createSerialQueue();
  #isScheduled = false;

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
    this.#allowedAtMs = clock.monotonicMs();
  }

  readonly note = (entry: SupportEntry): void => {
    if (this.#closing.signal.aborted) return;
    try {
      if (!this.#isAllowed()) {
        this.#leftOut += 1;
        return;
      }
      const nowMs = this.#clock.nowMs();
      if (this.#leftOut > 0) this.#waiting.push(lineOf({ kind: 'leftOut', lines: this.#leftOut }, nowMs));
      this.#leftOut = 0;
      this.#waiting.push(lineOf(entry, nowMs));
      this.#schedule();
    } catch {
      // An entry that cannot be written costs its line.
    }
  };

  readonly noteBug = (error: unknown): void => {
    try {
      this.note({ kind: 'bug', ...bugOf(error) });
    } catch {
      // Whatever was thrown may throw again where it is looked at.
    }
  };

  readonly text = async (atMost = filesKept * fileBytes): Promise<string> => {
    await this.flush();
    const parts = await Promise.all(this.#paths().map((path) => contentOf(path)));
    const all = parts.reverse().join('');
    if (all.length <= atMost) return all;
    const tail = all.slice(-atMost);
    return tail.slice(tail.indexOf('\n') + 1);
  };

  readonly flush = (): Promise<void> => {
    return this.#writes.run(() => this.#write()).catch(() => undefined);
  };

  readonly close = async (): Promise<void> => {
    this.#closing.abort();
    await this.flush();
  };

  #isAllowed(): boolean {
    const nowMs = this.#clock.monotonicMs();
    const earned = ((nowMs - this.#allowedAtMs) / 1000) * linesPerSecond;
    this.#allowance = Math.min(burstLines, this.#allowance + Math.max(0, earned));
    this.#allowedAtMs = nowMs;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void this.#clock.sleep(flushAfterMs, this.#closing.signal).then(() => {
      this.#isScheduled = false;
      return this.flush();
    });
  }

  /** The current file, then the older ones. */
  #paths(): readonly string[] {
    return Array.from({ length: filesKept }, (_, age) =>
      join(this.#directory, age === 0 ? 'support.log' : `support.${age}.log`),
    );
  }

  async #write(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const text = lines.join('');
    const [current = ''] = this.#paths();
    if ((await sizeOf(current)) + text.length > fileBytes) await this.#rotate();
    await appendFile(current, text, { mode: 0o600, flag: appendOnly });
  }

  /** The oldest goes first: a disk that is full of our own lines is freed by it. */
  async #rotate(): Promise<void> {
    const paths = this.#paths();
    await rm(paths.at(-1) ?? '', { force: true });
    for (let age = paths.length - 1; age > 0; age -= 1) {
      const [from = '', to = ''] = [paths[age - 1], paths[age]];
      await rename(from, to).catch(() => undefined);
    }
  }
}

/** 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch {
    return 0;
  }
}

async function contentOf(path: string): Promise<string> {
  try {
    return (await lstat(path)).isFile() ? readBounded(path, 2 * fileBytes).toString('utf8') : '';
  } catch {
    return '';
  }
}
