import type { Failure } from '../../src-shared/contract/codes.ts';
import { atOnce, oneByOne, type Pausable } from '../core/pausable.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import type { HeldLock } from '../sqlite/lock.ts';
import type { SealedRecord } from '../vault/vault.ts';
import type { BackupTrouble } from './backup-trouble.ts';
import { verifyChain, type ChainFault, type LinkId } from './chain.ts';
import { isRecordedLost, readCopyFacts, recordCopyStatus } from './copy-status-record.ts';
import { copyStatusReconciled, isSettleOnly, type CopyStatus, type CopyCause, type CopyFacts } from './copy-status.ts';
import { DailyKeeping } from './daily-keeping.ts';
import { markDamage } from './damage-mark.ts';
import type { ChainHead, EventQuery, NewEvent, StoredEvent } from './event.ts';
import {
  appendEvent,
  readEvents,
  readHashAt,
  readHead,
  readLatestOf,
  readSubjects,
  readSubjectsOfSerial,
  readSubjectsSince,
  rememberLinks,
} from './events-table.ts';
import { FileAccess, type OpenFile, type Worth } from './file-access.ts';
import type { Installation } from './installation.ts';
import { journalFailure } from './journal-failure.ts';
import { journalFile } from './journal-file.ts';
import type { JournalRules } from './journal-rules.ts';
import type { InTurns, Journal, JournalOptions, JournalTransaction } from './journal.ts';
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
import type { ProjectionPage, ProjectionQuery, ProjectionRow, ScheduledPage, ShortRow } from './projection.ts';
import { keptAfterDeliveryMs, type Purged } from './purge.ts';
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
  readonly #rules: JournalRules;
  readonly #refusesWrites: Failure | null;
  readonly #leisureCheck: LeisureCheck;
  readonly #keeping: DailyKeeping;
  #copyFacts: CopyFacts;
  #closed = false;
  readonly #onTrouble: (() => void)[] = [];

  constructor(options: JournalOptions, opened: Opened) {
    this.#database = opened.database;
    rememberLinks(this.#database);
    this.#installation = opened.installation;
    this.#lock = opened.lock;
    this.#reserve = createReserve(options.directory, options.answerRoomBytes ?? answerRoomBytes, options.clock);
    this.#file = new FileAccess(opened, this.#reserve, (isNews) => {
      markDamage(options.directory);
      if (isNews) this.#onTrouble.forEach((listener) => listener());
    });
    this.#clock = options.clock;
    this.#rules = options.rules;
    this.#leisureCheck = new LeisureCheck({
      clock: this.#clock,
      database: this.#database,
      file: this.#file,
      rules: this.#rules.projection,
      isUnderWay: () => this.#reserve.isHeld(),
    });
    this.#copyFacts = opened.copyFacts;
    this.#keeping = new DailyKeeping({
      database: this.#database,
      path: journalFile(options.directory),
      file: this.#file,
      clock: this.#clock,
      rules: this.#rules.purge,
      refusesWrites: opened.refusesWrites ?? null,
      copyFacts: () => this.#copyFacts,
      step: options.keepingStep ?? (() => undefined),
    });
    this.installationId = opened.installationId;
    this.isCheckedWhole = opened.isCheckedWhole;
    if (opened.copyFacts.lostHead === undefined) this.#installation.resetCheckpoint(this.head());
    else this.#installation.keepCheckpoint();
    // Where the disk is too full for it, selling says so.
    this.#refusesWrites = opened.refusesWrites ?? null;
    if (this.#refusesWrites === null) this.#reserve.holdForUrgentEvents();
    atOnce(this.#keeping.work({ backsUp: !opened.isLarge, isUnhurried: !opened.isLarge }));
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
          fileText: (id, record) => fileSealed(database, id, record),
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
    if (done.ok && purged.length > 0) database.moveLog('TRUNCATE');
    return done;
  }

  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure> {
    return this.transaction((tx) => events.map((event) => tx.append(event)));
  }

  events(query: EventQuery = {}): readonly StoredEvent[] {
    return this.#file.read(() => readEvents(this.#database, query));
  }

  latestOf(subject: string): ChainHead | null {
    return this.#file.read(() => readLatestOf(this.#database, subject));
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

  scheduled(page?: ScheduledPage): readonly ProjectionRow[] {
    return this.#file.read(() => readScheduled(this.#database, page));
  }

  subjectsSince(afterSeq: number): readonly string[] {
    return this.#file.read(() => readSubjectsSince(this.#database, afterSeq));
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
    return atOnce(this.verifyRecordInTurns({ checkpoint }));
  }

  verifyRecordInTurns({
    checkpoint,
    ...options
  }: InTurns & { readonly checkpoint: ChainHead | null; readonly from?: LinkId }): Pausable<
    Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>
  > {
    const checkpoints = [this.#installation.checkpoint, checkpoint];
    return this.#readInTurns(verifyRecord(this.#database, this.#copyFacts, { checkpoints, ...options }));
  }

  rebuildProjection(): Result<number, Failure> {
    return this.#file.write(() => rebuild(this.#database, this.#rules.projection));
  }

  compareProjection(): readonly string[] {
    return atOnce(this.compareProjectionInTurns({ afterSeq: 0 }));
  }

  compareProjectionInTurns(options: InTurns & { readonly afterSeq: number }): Pausable<readonly string[]> {
    return this.#readInTurns(differing(this.#database, this.#rules.projection, options));
  }

  *#readInTurns<T>(work: Pausable<T>): Pausable<T> {
    for (;;) {
      const turn = this.#file.read(() => work.next());
      if (turn.done === true) return turn.value;
      yield turn.value;
    }
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
      // What the answer says is recorded and passed on before that. Not later: a sale that began by then would move it.
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
    return this.#keeping.purge(olderThanMs);
  }

  backupTrouble(): BackupTrouble | null {
    return this.#keeping.backupTrouble();
  }

  keep(): void {
    if (!this.#closed) atOnce(this.#keeping.work({ backsUp: true, isUnhurried: false }));
  }

  async keepInTurns(pause: () => Promise<void>): Promise<void> {
    // What is not checked yet is a copy too many, and no good one went for it.
    await oneByOne(this.#keeping.work({ backsUp: true, isUnhurried: true }), pause, () => this.#closed);
  }

  isOpen(): boolean {
    return !this.#closed;
  }

  checkTurn(): LeisureTurn {
    return this.#closed ? { came: 'over', mended: [] } : this.#leisureCheck.turn();
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

  #writeCopyStatus(work: () => unknown): Result<void, Failure> {
    const written = this.#file.write(work);
    if (!written.ok) return written;
    this.#copyFacts = this.#file.read(() => readCopyFacts(this.#database));
    if (this.#copyFacts.lostHead === undefined) this.#installation.resetCheckpoint(this.head());
    else this.#installation.keepCheckpoint();
    return ok(undefined);
  }
}
