import type { Failure } from '../../src-preload/contract/codes.ts';
import { err, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { readHead } from './events-table.ts';
import type { Installation } from './installation.ts';
import { isDiskFull, isLasting, journalFailure, JournalUnavailable, reading } from './journal-failure.ts';
import type { Reserve } from './reserve.ts';

/** What was opened, and what stands against new writes already. */
export interface OpenFile {
  readonly database: Database;
  readonly installation: Installation;
  readonly trouble: Failure | null;
}

/** Every read and write of the open file: each write leaves its witness, and a failure that lasts is remembered. */
export class GuardedFile {
  readonly #database: Database;
  readonly #installation: Installation;
  readonly #reserve: Pick<Reserve, 'giveUp'>;
  #trouble: Failure | null;

  constructor({ database, installation, trouble }: OpenFile, reserve: Pick<Reserve, 'giveUp'>) {
    this.#database = database;
    this.#installation = installation;
    this.#reserve = reserve;
    this.#trouble = trouble;
  }

  /** Why nothing new may begin on it. */
  trouble(): Failure | null {
    return this.#trouble;
  }

  /** Something that was found in it by looking, and not by a read or write that failed. */
  found(failure: Failure): void {
    this.#noteTrouble(failure);
  }

  write<T>(work: () => T, mustKeep: () => boolean = () => false): Result<T, Failure> {
    for (;;) {
      const done = this.#tryWrite(work);
      if (done.ok) {
        this.#installation.recordWitness(this.read(() => readHead(this.#database)));
        return done;
      }
      // What is delivered once is worth the room that was held for it (law 4).
      if (isDiskFull(done.error) && mustKeep() && this.#reserve.giveUp()) continue;
      this.#noteTrouble(done.error);
      return done;
    }
  }

  read<T>(read: () => T): T {
    try {
      return reading(read);
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) this.#noteTrouble(thrown.failure);
      throw thrown;
    }
  }

  #tryWrite<T>(work: () => T): Result<T, Failure> {
    try {
      const done = this.#database.transaction(work);
      return done.ok ? done : err(journalFailure(done.error));
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) return err(thrown.failure);
      throw thrown;
    }
  }

  #noteTrouble(failure: Failure): void {
    if (isLasting(failure)) this.#trouble = failure;
  }
}
