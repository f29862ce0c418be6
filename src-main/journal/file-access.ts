import type { Failure } from '../../src-shared/contract/codes.ts';
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
  /** With what every write is refused, where the records can only be read. */
  readonly refusesWrites?: Failure;
}

/** What a write keeps: an answer that comes once, or an event of an urgent kind. */
export type Worth = 'answer' | 'urgent';

/** Every read and write of the open file: each write leaves its checkpoint, and a failure that lasts is remembered. */
export class FileAccess {
  readonly #database: Database;
  readonly #installation: Installation;
  readonly #reserve: Pick<Reserve, 'giveUp' | 'giveUpForUrgentEvent'>;
  readonly #onTrouble: (isNews: boolean) => void;
  readonly #refusesWrites: Failure | null;
  #trouble: Failure | null;

  constructor(
    { database, installation, trouble, refusesWrites }: OpenFile,
    reserve: Pick<Reserve, 'giveUp' | 'giveUpForUrgentEvent'>,
    onTrouble: (isNews: boolean) => void = () => undefined,
  ) {
    this.#onTrouble = onTrouble;
    this.#refusesWrites = refusesWrites ?? null;
    this.#database = database;
    this.#installation = installation;
    this.#reserve = reserve;
    this.#trouble = trouble;
    if (trouble !== null) this.#noteTrouble(trouble);
  }

  /** Why nothing new may begin on it. */
  trouble(): Failure | null {
    return this.#trouble;
  }

  /** Something that was found in it by looking, and not by a read or write that failed. */
  found(failure: Failure): void {
    this.#noteTrouble(failure);
  }

  /** `worth` says, once `work` was tried, for what room was held on the disk. */
  write<T>(work: () => T, worth: () => Worth | null = () => null): Result<T, Failure> {
    if (this.#refusesWrites !== null) return err(this.#refusesWrites);
    for (let tries = 1; ; tries += 1) {
      const done = this.#tryWrite(work);
      if (done.ok) {
        this.#installation.recordCheckpoint(this.read(() => readHead(this.#database)));
        return done;
      }
      if (isDiskFull(done.error) && this.#makeRoom(worth(), tries)) continue;
      this.#noteTrouble(done.error);
      return done;
    }
  }

  /** Moves the log into the file while nobody waits, so that no step of the next sale has to. */
  moveLogAhead(): void {
    // Where the disk refuses that, it stays where it is.
    if (this.#trouble === null && this.#refusesWrites === null) this.#database.moveLog('PASSIVE');
  }

  read<T>(read: () => T): T {
    try {
      return reading(read);
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) this.#noteTrouble(thrown.failure);
      throw thrown;
    }
  }

  /** What comes once (law 4) and what is urgent are worth the room that was held for each. */
  #makeRoom(worth: Worth | null, tries: number): boolean {
    if (worth === 'answer') return this.#reserve.giveUp();
    if (worth !== 'urgent') return false;
    const hasRoom = tries === 1 || this.#reserve.giveUpForUrgentEvent();
    // A log whose content lies in the file is written over from its beginning: the room that is held lasts much longer.
    if (hasRoom) this.#database.moveLog('RESTART');
    return hasRoom;
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
    if (!isLasting(failure)) return;
    const known = this.#trouble?.code;
    // What else fails in damaged records takes nothing back: they are still to be salvaged.
    if (known !== 'journal_corrupt' || failure.code === known) this.#trouble = failure;
    this.#onTrouble(this.#trouble?.code !== known);
  }
}
