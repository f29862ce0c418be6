import { statSync } from 'node:fs';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { systemPlace, type Place } from '../files/place.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import type { SealedRecord } from '../vault/vault.ts';
import { backUpDaily, isBackupDue, replaceBackups } from './backups.ts';
import { verifyChain, verifyEnd, type ChainFault } from './chain.ts';
import { custodyReconciled, isSettleOnly, type Custody, type CustodyCause, type CustodyFacts } from './custody.ts';
import { orderIntendedKind, type ChainHead, type EventQuery, type NewEvent, type SealedReference, type StoredEvent } from './event.ts';
import { appendEvent, readEvents, readHashAt, readHead, readSubjects } from './events-table.ts';
import { openInstallation, type Installation } from './installation.ts';
import { isDiskFull, isLasting, journalFailure, JournalUnavailable, reading } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions } from './journal-file.ts';
import type { JsonObject } from './json.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import type { OperationFold, OperationPage, OperationQuery, OperationRow } from './operation-row.ts';
import { differing, readOperation, readPage, readPending, readScheduled, rebuild, upsertOperation } from './operations-table.ts';
import { findCustody, readCustody, recordCustody } from './placing.ts';
import { keptAfterHandOverMs, purgeDelivered, purgeForbidden, type Purged } from './purge.ts';
import { answerRoomBytes, createReserve, type Reservation, type Reserve } from './reserve.ts';
import { fileSealed, purgeSealed, readSealed, sealedSizeOf, type SealedSize } from './sealed-table.ts';

export type { ChainFault } from './chain.ts';
export type { Reservation } from './reserve.ts';

/** What is checked of the chain at each opening; `verify` walks all of it. */
const checkedAtOpening = 200;

/** The writes of one transaction: all of them become durable, or none. The journal's own reads see them at once. */
export interface JournalTransaction {
  append(event: NewEvent): StoredEvent;
  /** Files a sealed answer; name the returned reference in an event's body under `sealed`. */
  fileSealed(id: string, record: SealedRecord): SealedReference;
  /** Destroys the key of a sealed answer: its ciphertext stays in the chain's care and says nothing any more. */
  purgeSealed(id: string): void;
  upsertOperation(row: OperationRow): void;
  setMeta(key: string, value: string): void;
}

/**
 * The append-only, chained record of this installation (law 8). Writes return a failure and leave nothing half-written;
 * reads throw `JournalUnavailable` where the file fails under them, and inside `transaction` that too becomes a failure.
 */
export interface Journal {
  readonly installationId: string;
  /** Runs `write` in one immediate transaction. When this returns `ok` the rows survive a power cut. `write` must be synchronous. */
  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure>;
  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure>;
  events(query?: EventQuery): readonly StoredEvent[];
  /** The subjects that have an event of this kind, in the order of their first one. */
  subjects(kind: string): readonly string[];
  operation(operationId: string): OperationRow | null;
  /** Newest first. Fails only for a cursor that is not ours (`input_invalid`, field `cursor`). */
  operations(query: OperationQuery): Result<OperationPage, Failure>;
  /** Every pending operation, oldest first. */
  pendingOperations(): readonly OperationRow[];
  /** Every operation that goes on by itself at some time, pending or not, oldest first. */
  scheduledOperations(): readonly OperationRow[];
  sealed(id: string): SealedRecord | 'purged' | null;
  meta(key: string): string | null;
  head(): ChainHead;
  /** The hash of event `seq`, or null: whether a head kept elsewhere still lies in this chain. */
  hashAt(seq: number): string | null;
  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>;
  /** Throws the projection away and derives it again; gives the number of operations. */
  rebuildOperations(fold: OperationFold): Result<number, Failure>;
  /** The ids of operations whose row differs from what their events give. */
  compareOperations(fold: OperationFold): readonly string[];
  /** Writes a whole copy to `path`, which must not exist; the journal stays in use meanwhile. */
  backup(path: string): Result<void, Failure>;
  /**
   * Call it before each attempt, and `release` what it gives when the answer is kept: room on the disk for the largest answer is then
   * certain (decision 0007). Fails where nothing may leave now: no room, or a file that was seen damaged or failing.
   */
  reserve(): Result<Reservation, Failure>;
  /** Why nothing new may begin on these records: they were seen damaged or failing. Null where nothing stands against it. */
  trouble(): Failure | null;
  /** The sealed answers that events of `subject` name: for a quota. */
  sealedSizeOf(subject: string): SealedSize;
  /** Whether these records are the one and latest copy. While it is not `own` nothing new is sold. */
  custody(): Custody;
  custodyFacts(): CustodyFacts;
  /** Of an operation: that its intent comes from before the records were restored or copied, so that it is asked about and not sent. */
  isSettleOnly(operationId: string): boolean;
  /** Records evidence from elsewhere that there is another copy; nothing more where custody is open already. */
  changeCustody(cause: CustodyCause, evidence: readonly string[]): Result<void, Failure>;
  /** Owned cards were reconciled and a person accepts these records as the one copy. `findings` holds no code of a card. */
  reconcileCustody(findings: JsonObject): Result<void, Failure>;
  /** Destroys the keys of codes that were handed over `olderThanMs` ago (30 days). `not_allowed`: not now, and `detail` says why. */
  purge(olderThanMs?: number): Result<Purged, Failure>;
  close(): void;
}

export interface JournalOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** What tells this machine and this folder from others. */
  readonly place?: Place;
  /** Room held for one answer, in bytes. */
  readonly answerRoomBytes?: number;
}

/** Opens `journal.db` in `directory`, making both on first use. Codes: `journal_in_use|_corrupt|_not_writable|_newer`. */
export function openJournal(options: JournalOptions): Result<Journal, Failure> {
  const opened = openDatabase(journalFile(options.directory), journalOptions);
  if (!opened.ok) return err(journalFailure(opened.error));
  const installation = openInstallation(options.directory, options.randomness);
  const journal = installation.ok ? begin(options, opened.value, installation.value) : installation;
  if (journal.ok) return journal;
  if (installation.ok) installation.value.close();
  opened.value.close();
  return journal;
}

function begin(options: JournalOptions, database: Database, installation: Installation): Result<Journal, Failure> {
  const { clock, randomness, place = systemPlace } = options;
  const begun = database.transaction(() => {
    findCustody(database, installation, place, clock.nowMs());
    return { installationId: installationIdOf(database, randomness), custody: readCustody(database), end: verifyEnd(database, checkedAtOpening) };
  });
  if (!begun.ok) return err(journalFailure(begun.error));
  const { end, ...found } = begun.value;
  // It can still be read, verified and backed up; only nothing new begins on it.
  const trouble: Failure | null = end.ok ? null : { code: 'journal_corrupt', detail: `event_${end.error.firstBadSeq}` };
  return ok(new SqliteJournal(options, { database, installation, trouble, ...found }));
}

/** Whether there is a journal in `directory`. Where that cannot be told, opening it says why. */
export function hasJournal(directory: string): boolean {
  try {
    statSync(journalFile(directory));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function installationIdOf(database: Database, randomness: Randomness): string {
  const known = readMeta(database, installationKey);
  if (known !== null) return known;
  const made = randomness.uuid();
  writeMeta(database, installationKey, made);
  return made;
}

/** What was opened and found at the beginning. */
interface Opened {
  readonly database: Database;
  readonly installation: Installation;
  readonly installationId: string;
  readonly custody: CustodyFacts;
  readonly trouble: Failure | null;
}

class SqliteJournal implements Journal {
  readonly installationId: string;
  readonly #database: Database;
  readonly #installation: Installation;
  readonly #reserve: Reserve;
  readonly #clock: Clock;
  readonly #path: string;
  #custody: CustodyFacts;
  #trouble: Failure | null;
  #closed = false;

  constructor(options: JournalOptions, { database, installation, installationId, custody, trouble }: Opened) {
    this.#database = database;
    this.#installation = installation;
    this.#reserve = createReserve(options.directory, options.answerRoomBytes ?? answerRoomBytes, options.clock);
    this.#clock = options.clock;
    this.#path = journalFile(options.directory);
    this.#custody = custody;
    this.#trouble = trouble;
    this.installationId = installationId;
    installation.resetWitness(this.head());
    this.#backUpDaily();
  }

  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure> {
    const database = this.#database;
    const purged: string[] = [];
    let keepsAnswer = false;
    const done = this.#write(() => write({
      append: (event) => appendEvent(database, event, this.#clock.nowMs()),
      fileSealed: (id, record) => {
        keepsAnswer = true;
        return fileSealed(database, id, record);
      },
      purgeSealed: (id) => {
        purgeSealed(database, id);
        purged.push(id);
      },
      upsertOperation: (row) => upsertOperation(database, row),
      setMeta: (key, value) => writeMeta(database, key, value),
    }), () => keepsAnswer);
    // A purged key must not live on in the write-ahead log. Where this fails, closing does it.
    if (done.ok && purged.length > 0) database.checkpoint();
    return done;
  }

  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure> {
    return this.transaction((tx) => events.map((event) => tx.append(event)));
  }

  events(query: EventQuery = {}): readonly StoredEvent[] {
    return this.#read(() => readEvents(this.#database, query));
  }

  subjects(kind: string): readonly string[] {
    return this.#read(() => readSubjects(this.#database, kind));
  }

  operation(operationId: string): OperationRow | null {
    return this.#read(() => readOperation(this.#database, operationId));
  }

  operations(query: OperationQuery): Result<OperationPage, Failure> {
    return this.#read(() => readPage(this.#database, query));
  }

  pendingOperations(): readonly OperationRow[] {
    return this.#read(() => readPending(this.#database));
  }

  scheduledOperations(): readonly OperationRow[] {
    return this.#read(() => readScheduled(this.#database));
  }

  sealed(id: string): SealedRecord | 'purged' | null {
    return this.#read(() => readSealed(this.#database, id));
  }

  meta(key: string): string | null {
    return this.#read(() => readMeta(this.#database, key));
  }

  head(): ChainHead {
    return this.#read(() => readHead(this.#database));
  }

  hashAt(seq: number): string | null {
    return this.#read(() => readHashAt(this.#database, seq));
  }

  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
    return this.#read(() => verifyChain(this.#database));
  }

  rebuildOperations(fold: OperationFold): Result<number, Failure> {
    return this.#write(() => rebuild(this.#database, fold));
  }

  compareOperations(fold: OperationFold): readonly string[] {
    return this.#read(() => differing(this.#database, fold));
  }

  backup(path: string): Result<void, Failure> {
    const copied = this.#database.backup(path);
    return copied.ok ? copied : err(journalFailure(copied.error));
  }

  reserve(): Result<Reservation, Failure> {
    return this.#trouble === null ? this.#reserve.hold() : err(this.#trouble);
  }

  trouble(): Failure | null {
    return this.#trouble;
  }

  sealedSizeOf(subject: string): SealedSize {
    return this.#read(() => sealedSizeOf(this.#database, subject));
  }

  custody(): Custody {
    return this.#custody.custody;
  }

  custodyFacts(): CustodyFacts {
    return this.#custody;
  }

  isSettleOnly(operationId: string): boolean {
    const [intent] = this.events({ subject: operationId, kind: orderIntendedKind, limit: 1 });
    return intent !== undefined && isSettleOnly(this.#custody, intent.seq);
  }

  changeCustody(cause: CustodyCause, evidence: readonly string[]): Result<void, Failure> {
    if (this.#custody.custody !== 'own') return ok(undefined);
    return this.#writeCustody(() => recordCustody(this.#database, cause, evidence, this.#clock.nowMs()));
  }

  reconcileCustody(findings: JsonObject): Result<void, Failure> {
    const { openSeq } = this.#custody;
    if (openSeq === null) return ok(undefined);
    return this.#writeCustody(() => appendEvent(this.#database, custodyReconciled(openSeq, findings), this.#clock.nowMs()));
  }

  purge(olderThanMs: number = keptAfterHandOverMs): Result<Purged, Failure> {
    const forbidden = this.#read(() => purgeForbidden(this.#database, this.#custody));
    if (!forbidden.ok) return forbidden;
    const nowMs = this.#clock.nowMs();
    const purged = this.#write(() => purgeDelivered(this.#database, nowMs - olderThanMs, nowMs));
    if (!purged.ok || purged.value.sealed === 0) return purged;
    // The log and the automatic backups would still give the keys back.
    const cleaned = this.#database.checkpoint();
    const replaced = cleaned.ok ? replaceBackups(this.#database, this.#path, nowMs) : cleaned;
    return replaced.ok ? purged : err(journalFailure(replaced.error));
  }

  close(): void {
    if (this.#closed) return;
    this.#upkeep();
    this.#closed = true;
    this.#database.close();
    this.#installation.close();
  }

  /** Once a day: what was delivered long ago goes, and a copy is made. Nothing of it may keep the journal from closing. */
  #upkeep(): void {
    if (this.#trouble !== null) return;
    try {
      if (isBackupDue(this.#path, this.#clock.nowMs())) this.purge();
      this.#backUpDaily();
    } catch (thrown) {
      if (!(thrown instanceof JournalUnavailable)) throw thrown;
    }
  }

  /** A damaged journal is never copied over the copies from before. */
  #backUpDaily(): void {
    if (this.#trouble === null && this.head().seq > 0) backUpDaily(this.#database, this.#path, this.#clock.nowMs());
  }

  #writeCustody(work: () => unknown): Result<void, Failure> {
    const written = this.#write(work);
    if (!written.ok) return written;
    this.#custody = this.#read(() => readCustody(this.#database));
    return ok(undefined);
  }

  #write<T>(work: () => T, mustKeep: () => boolean = () => false): Result<T, Failure> {
    for (;;) {
      const done = this.#tryWrite(work);
      if (done.ok) {
        this.#installation.recordWitness(this.head());
        return done;
      }
      // What is delivered once is worth the room that was held for it (law 4).
      if (isDiskFull(done.error) && mustKeep() && this.#reserve.giveUp()) continue;
      this.#noteTrouble(done.error);
      return done;
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

  #read<T>(read: () => T): T {
    try {
      return reading(read);
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) this.#noteTrouble(thrown.failure);
      throw thrown;
    }
  }

  #noteTrouble(failure: Failure): void {
    if (isLasting(failure)) this.#trouble = failure;
  }
}
