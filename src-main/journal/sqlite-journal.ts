import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { atOnce, type Turns } from '../core/turns.ts';
import type { Database } from '../sqlite/database.ts';
import type { HeldLock } from '../sqlite/lock.ts';
import type { SealedRecord } from '../vault/vault.ts';
import { backUpNow, isBackupDue, isDayAway, numberNextBackup } from './backups.ts';
import { verifyChain, walkChain, type ChainFault } from './chain.ts';
import { isRecordedLost, readCopyFacts, recordCopyStatus } from './copy-status-record.ts';
import { copyStatusReconciled, isSettleOnly, type CopyStatus, type CopyCause, type CopyFacts } from './copy-status.ts';
import { markDamage } from './damage-mark.ts';
import type { ChainHead, EventQuery, NewEvent, StoredEvent } from './event.ts';
import { appendEvent, readEvents, readHashAt, readHead, readSubjects, readSubjectsOfSerial } from './events-table.ts';
import { FileAccess, type OpenFile, type Worth } from './file-access.ts';
import type { Installation } from './installation.ts';
import { journalFailure, JournalUnavailable } from './journal-failure.ts';
import { journalFile } from './journal-file.ts';
import type { JournalRules } from './journal-rules.ts';
import type { Journal, JournalOptions, JournalTransaction } from './journal.ts';
import type { JsonObject } from './json.ts';
import { LeisureCheck, type LeisureTurn } from './leisure-check.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { readPage } from './projection-page.ts';
import {
  differing,
  readBetween,
  countUnsettled,
  readPending,
  readRow,
  readScheduled,
  readTouched,
  rebuild,
  upsertRow,
} from './projection-table.ts';
import type { ProjectionPage, ProjectionQuery, ProjectionRow, ShortRow } from './projection.ts';
import {
  keptAfterDeliveryMs,
  purgeCopies,
  purgedAtOnce,
  purgeDelivered,
  purgeForbidden,
  type Purged,
} from './purge.ts';
import { answerRoomBytes, createReserve, type Reservation, type Reserve } from './reserve.ts';
import { fileSealed, holdsSealed, purgedKind, purgeSealed, readSealed, readSealedIds } from './sealed-table.ts';
import { verifyRecord } from './verify-record.ts';

/** What was found in it at the beginning. */
export interface Opened extends OpenFile {
  readonly installationId: string;
  readonly isCheckedWhole: boolean;
  /**
   * Its opening leaves the backup of the day to quiet minutes or to its closing: a check of it takes longer than a
   * person waits.
   */
  readonly isLarge: boolean;
  readonly copyFacts: CopyFacts;
  /** Keeps other processes from the folder. */
  readonly lock: HeldLock;
}

/** The journal over its open file. */
export class SqliteJournal implements Journal {
  readonly installationId: string;
  readonly isCheckedWhole: boolean;
  readonly #database: Database;
  readonly #installation: Installation;
  readonly #lock: HeldLock;
  readonly #reserve: Reserve;
  readonly #file: FileAccess;
  readonly #clock: Clock;
  readonly #path: string;
  readonly #rules: JournalRules;
  readonly #refusesWrites: Failure | null;
  readonly #leisureCheck: LeisureCheck;
  #copyFacts: CopyFacts;
  #closed = false;
  readonly #onTrouble: (() => void)[] = [];

  constructor(options: JournalOptions, opened: Opened) {
    this.#database = opened.database;
    this.#installation = opened.installation;
    this.#lock = opened.lock;
    this.#reserve = createReserve(options.directory, options.answerRoomBytes ?? answerRoomBytes, options.clock);
    this.#file = new FileAccess(opened, this.#reserve, (isNews) => {
      markDamage(options.directory);
      if (isNews) this.#onTrouble.forEach((listener) => listener());
    });
    this.#clock = options.clock;
    this.#path = journalFile(options.directory);
    this.#rules = options.rules;
    this.#leisureCheck = new LeisureCheck({
      clock: this.#clock,
      database: this.#database,
      file: this.#file,
      rules: this.#rules.projection,
      isUnderWay: () => this.#reserve.isHeld(),
    });
    this.#copyFacts = opened.copyFacts;
    this.installationId = opened.installationId;
    this.isCheckedWhole = opened.isCheckedWhole;
    if (opened.copyFacts.lostHead === undefined) this.#installation.resetCheckpoint(this.head());
    else this.#installation.keepCheckpoint();
    // Where the disk is too full for it, selling says so.
    this.#refusesWrites = opened.refusesWrites ?? null;
    if (this.#refusesWrites === null) this.#reserve.holdForUrgentEvents();
    atOnce(this.#kept({ backsUp: !opened.isLarge }));
  }

  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure> {
    const database = this.#database;
    const purged: string[] = [];
    let worth: Worth | null = null;
    const done = this.#file.write(
      () =>
        write({
          append: (event) => {
            if (this.#rules.urgentKinds.includes(event.kind)) worth ??= 'urgent';
            return appendEvent(database, this.#rules.stamped?.(event) ?? event, this.#clock.nowMs());
          },
          fileSealed: (id, record) => {
            worth = 'answer';
            return fileSealed(database, id, record);
          },
          purgeSealed: (id) => {
            purgeSealed(database, id);
            appendEvent(database, { subject: '', kind: purgedKind, body: { sealedIds: [id] } }, this.#clock.nowMs());
            purged.push(id);
          },
          project: (row) => upsertRow(database, row),
          setMeta: (key, value) => writeMeta(database, key, value),
        }),
      () => worth,
    );
    // A purged key must not live on in the write-ahead log. Where this fails, closing does it.
    if (done.ok && purged.length > 0) database.moveLog();
    return done;
  }

  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure> {
    return this.transaction((tx) => events.map((event) => tx.append(event)));
  }

  events(query: EventQuery = {}): readonly StoredEvent[] {
    return this.#file.read(() => readEvents(this.#database, query));
  }

  subjects(kind: string): readonly string[] {
    return this.#file.read(() => readSubjects(this.#database, kind));
  }

  projected(subject: string): ProjectionRow | null {
    return this.#file.read(() => readRow(this.#database, subject));
  }

  projectedPage(query: ProjectionQuery): Result<ProjectionPage, Failure> {
    return this.#file.read(() => readPage(this.#database, query));
  }

  projectedBetween(fromMs: number, untilMs: number): readonly ShortRow[] {
    return this.#file.read(() => readBetween(this.#database, fromMs, untilMs));
  }

  unsettledCount(): number {
    return this.#file.read(() => countUnsettled(this.#database));
  }

  pending(): readonly ProjectionRow[] {
    return this.#file.read(() => readPending(this.#database));
  }

  touched(afterSeq: number): readonly ProjectionRow[] {
    return this.#file.read(() => readTouched(this.#database, afterSeq));
  }

  scheduled(): readonly ProjectionRow[] {
    return this.#file.read(() => readScheduled(this.#database));
  }

  sealed(id: string): SealedRecord | 'purged' | null {
    return this.#file.read(() => readSealed(this.#database, id));
  }

  sealedIds(prefix: string): readonly string[] {
    return this.#file.read(() => readSealedIds(this.#database, prefix));
  }

  subjectsOfSerial(digest: string): readonly string[] {
    return this.#file.read(() => readSubjectsOfSerial(this.#database, digest));
  }

  holdsSealed(): boolean {
    return this.#file.read(() => holdsSealed(this.#database));
  }

  meta(key: string): string | null {
    return this.#file.read(() => readMeta(this.#database, key));
  }

  head(): ChainHead {
    return this.#file.read(() => readHead(this.#database));
  }

  hashAt(seq: number): string | null {
    return this.#file.read(() => readHashAt(this.#database, seq));
  }

  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
    return this.#file.read(() => verifyChain(this.#database));
  }

  verifyRecord(
    checkpoint: ChainHead | null = null,
  ): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
    return this.#file.read(() =>
      verifyRecord(this.#database, this.#copyFacts, [this.#installation.checkpoint, checkpoint]),
    );
  }

  rebuildProjection(): Result<number, Failure> {
    return this.#file.write(() => rebuild(this.#database, this.#rules.projection));
  }

  compareProjection(): readonly string[] {
    return this.#file.read(() => differing(this.#database, this.#rules.projection));
  }

  backup(path: string): Result<void, Failure> {
    const copied = this.#database.backup(path);
    return copied.ok ? copied : err(journalFailure(copied.error));
  }

  reserve(): Result<Reservation, Failure> {
    const trouble = this.trouble();
    const held = trouble === null ? this.#reserve.hold() : err(trouble);
    if (!held.ok) return held;
    const release = (lateMs?: number): void => {
      held.value.release(lateMs);
      // What the answer says is recorded and shown before that.
      setImmediate(() => !this.#closed && !this.#reserve.isHeld() && this.#file.moveLogAhead());
    };
    return ok({ release });
  }

  trouble(): Failure | null {
    return this.#file.trouble();
  }

  onTrouble(listener: () => void): void {
    this.#onTrouble.push(listener);
  }

  copyStatus(): CopyStatus {
    return this.#copyFacts.status;
  }

  copyFacts(): CopyFacts {
    return this.#copyFacts;
  }

  isSettleOnly(subject: string): boolean {
    const [first] = this.events({ subject, kind: this.#rules.projection.firstKind, limit: 1 });
    return first !== undefined && isSettleOnly(this.#copyFacts, first.seq);
  }

  changeCopyStatus(
    cause: CopyCause,
    evidence: readonly string[],
    checkpoint: ChainHead | null = null,
  ): Result<void, Failure> {
    if (this.#copyFacts.status !== 'own') return ok(undefined);
    if (checkpoint !== null && this.#file.read(() => isRecordedLost(this.#database, checkpoint))) return ok(undefined);
    return this.#writeCopyStatus(() =>
      recordCopyStatus(this.#database, cause, evidence, this.#clock.nowMs(), checkpoint),
    );
  }

  reconcileCopyStatus(findings: JsonObject): Result<void, Failure> {
    const { openSeq } = this.#copyFacts;
    if (openSeq === null) return ok(undefined);
    return this.#writeCopyStatus(() =>
      appendEvent(this.#database, copyStatusReconciled(openSeq, findings), this.#clock.nowMs()),
    );
  }

  purge(olderThanMs: number = keptAfterDeliveryMs): Result<Purged, Failure> {
    return this.#purge(olderThanMs);
  }

  keep(): void {
    atOnce(this.#kept({ backsUp: true }));
  }

  async keepInTurns(pause: () => Promise<void>): Promise<void> {
    const turns = this.#kept({ backsUp: true });
    while (turns.next().done !== true) {
      await pause();
      // What is not checked yet is a copy too many, and no good one went for it.
      if (this.#closed) turns.return();
    }
  }

  checkTurn(): LeisureTurn {
    return this.#closed ? { came: 'over', mended: [] } : this.#leisureCheck.turn();
  }

  *#kept({ backsUp }: { readonly backsUp: boolean }): Turns<void> {
    if (this.#closed || !this.#isWhole()) return;
    try {
      if (this.head().seq === 0) return;
      this.#purgeDaily();
      if (backsUp) yield* this.#backUpDaily();
    } catch (thrown) {
      // Nothing of it may keep the journal from opening or closing.
      if (!(thrown instanceof JournalUnavailable)) throw thrown;
    }
  }

  close(): void {
    if (this.#closed) return;
    try {
      this.keep();
      this.#leisureCheck.close();
    } finally {
      this.#closed = true;
      this.#database.close();
      this.#installation.close();
      this.#lock.release();
    }
  }

  #purge(olderThanMs: number, limit?: number): Result<Purged, Failure> {
    if (this.#refusesWrites !== null) return err(this.#refusesWrites);
    const forbidden = this.#file.read(() => purgeForbidden(this.#database, this.#rules.purge, this.#copyFacts));
    if (!forbidden.ok) return forbidden;
    const nowMs = this.#clock.nowMs();
    const purged = this.#file.write(() =>
      purgeDelivered(this.#database, this.#rules.purge, { cutoffMs: nowMs - olderThanMs, nowMs, limit }),
    );
    if (!purged.ok) return purged;
    // The log and the backups would still give the keys back.
    const cleaned = this.#database.moveLog();
    if (!cleaned.ok) return err(journalFailure(cleaned.error));
    this.#file.read(() => purgeCopies(this.#database, this.#path));
    return purged;
  }

  /** What a run leaves, or a kill cuts off, the next opening goes on with: the day is noted once all of it is done. */
  #purgeDaily(): void {
    if (!this.#isDue('purged-at-ms')) return;
    const purged = this.#purge(keptAfterDeliveryMs, purgedAtOnce);
    if (!purged.ok || purged.value.sealed >= purgedAtOnce) return;
    this.#file.write(() => this.#note('purged-at-ms', this.#clock.nowMs()));
  }

  /** A try is noted before it is made: one that fails or is killed is not made with every start. */
  *#backUpDaily(): Turns<void> {
    if (!this.#isDue('backup-tried-at-ms') || !isBackupDue(this.#path, this.#clock.nowMs())) return;
    const noted = this.#file.write(() => {
      numberNextBackup(this.#database, this.#path);
      this.#note('backup-tried-at-ms', this.#clock.nowMs());
    });
    if (!noted.ok) return;
    const made = yield* backUpNow(this.#database, this.#path, this.#clock.nowMs());
    if (made.ok && made.value) this.#file.write(() => this.#note('backup-tried-at-ms', null));
    else yield* this.#lookForDamage();
  }

  /** A copy that is not whole may be the copy's fault or the journal's own. */
  *#lookForDamage(): Turns<void> {
    const verified = yield* walkChain(this.#database);
    if (!verified.ok) this.#file.found({ code: 'journal_corrupt', detail: `event_${verified.error.firstBadSeq}` });
  }

  #isDue(key: string): boolean {
    const noted = this.meta(key) ?? '';
    return isDayAway(this.#clock.nowMs(), noted === '' ? null : Number(noted));
  }

  /** Call it inside a write. */
  #note(key: string, atMs: number | null): void {
    writeMeta(this.#database, key, atMs === null ? '' : String(atMs));
  }

  /** Records that are damaged, or not known to be the one and latest copy, never push out the copies from before. */
  #isWhole(): boolean {
    return this.trouble() === null && this.#copyFacts.status === 'own';
  }

  #writeCopyStatus(work: () => unknown): Result<void, Failure> {
    const written = this.#file.write(work);
    if (!written.ok) return written;
    this.#copyFacts = this.#file.read(() => readCopyFacts(this.#database));
    if (this.#copyFacts.lostHead === undefined) this.#installation.resetCheckpoint(this.head());
    else this.#installation.keepCheckpoint();
    return ok(undefined);
  }
}
