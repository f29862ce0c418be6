import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Pausable } from '../core/pausable.ts';
import type { Clock, Randomness, StepMark } from '../core/ports.ts';
import type { Result } from '../core/result.ts';
import type { MachineIdentity } from '../files/machine-identity.ts';
import type { SealedRecord } from '../vault/vault.ts';
import type { BackupTrouble } from './backup-trouble.ts';
import type { ChainFault, LinkId } from './chain.ts';
import type { CopyStatus, CopyCause, CopyFacts } from './copy-status.ts';
import type { ChainHead, EventQuery, NewEvent, SealedReference, StoredEvent } from './event.ts';
import type { JournalRules } from './journal-rules.ts';
import type { JsonObject } from './json.ts';
import type { KeepingStep } from './keeping-steps.ts';
import type { LeisureTurn } from './leisure-check.ts';
import type { ProjectionPage, ProjectionQuery, ProjectionRow, ScheduledPage, ShortRow } from './projection.ts';
import type { Purged } from './purge.ts';
import type { Reservation } from './reserve.ts';

export type { ChainFault } from './chain.ts';
export type { Reservation } from './reserve.ts';

/** The writes of one transaction: all of them become durable, or none. The journal's own reads see them at once. */
export interface JournalTransaction {
  append(event: NewEvent): StoredEvent;
  /** Files a sealed answer; name the returned reference in an event's body under `sealed`. */
  fileSealed(id: string, record: SealedRecord): SealedReference;
  /** The same for what is sealed and was not delivered: on a full disk it is refused as any other write. */
  fileText(id: string, record: SealedRecord): SealedReference;
  /** Destroys the key of a sealed answer: its ciphertext stays in the chain's care and says nothing any more. */
  purgeSealed(id: string): void;
  /** Writes a row of the projection. */
  project(row: ProjectionRow): void;
  setMeta(key: string, value: string): void;
}

/** Long work on these records. */
export interface InTurns {
  /** Hears after each turn of the last event that was read. */
  readonly onReached?: (seq: number) => void;
}

/**
 * The append-only, chained record of this installation (law 8). Writes return a failure and leave nothing half-written;
 * reads throw `JournalUnavailable` where the file fails under them, and inside `transaction` that too becomes a
 * failure.
 */
export interface Journal {
  readonly installationId: string;
  /** Whether all of the file was read when it was opened. */
  readonly isCheckedWhole: boolean;
  /**
   * Runs `write` in one immediate transaction. When this returns `ok` the rows survive a power cut. `write` must be
   * synchronous.
   */
  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure>;
  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure>;
  events(query?: EventQuery): readonly StoredEvent[];
  /** The newest event of a subject, by its number and its hash; null where it has none. */
  latestOf(subject: string): ChainHead | null;
  /** The subjects that have an event of this kind, the one that had it first at the beginning. */
  subjects(kind: string): readonly string[];
  /** The row of a subject in the projection. */
  projected(subject: string): ProjectionRow | null;
  /** Newest first. Fails only for a cursor that is not ours (`input_invalid`, field `cursor`). */
  projectedPage(query: ProjectionQuery): Result<ProjectionPage, Failure>;
  /** Every row that was begun from the first of these times on and before the other, oldest first. */
  projectedBetween(fromMs: number, untilMs: number): readonly ShortRow[];
  /** How many rows somebody still has to do or wait for something for. */
  unsettledCount(): number;
  /** Every pending row, oldest first. */
  pending(): readonly ProjectionRow[];
  /** Every row that an event after `afterSeq` says something of, and every pending one, in no particular sequence. */
  touched(afterSeq: number): readonly ProjectionRow[];
  /** The rows of what goes on by itself at some time, pending or not, oldest first: all, or so many after one. */
  scheduled(page?: ScheduledPage): readonly ProjectionRow[];
  /** The subjects that an event after `afterSeq` says something of. */
  subjectsSince(afterSeq: number): readonly string[];
  sealed(id: string): SealedRecord | 'purged' | null;
  /** The ids, sorted, of what is sealed under a key that is still here and begins so. */
  sealedIds(prefix: string): readonly string[];
  /** The subjects of the events that hold this digest of a serial number. */
  subjectsOfSerial(digest: string): readonly string[];
  /** Whether anything was ever sealed for these records, destroyed since or not. */
  holdsSealed(): boolean;
  meta(key: string): string | null;
  head(): ChainHead;
  /** The hash of event `seq`, or null: whether a head kept elsewhere still lies in this chain. */
  hashAt(seq: number): string | null;
  /** Walks the chain alone. */
  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>;
  /**
   * Proves besides that each sealed answer has its key or was destroyed on purpose, and that the chain holds the
   * checkpoints of the folder and, as `checkpoint`, of the keyring.
   */
  verifyRecord(checkpoint?: ChainHead | null): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>;
  /** The same in turns; the chain only `from` a link up to which it was walked before. */
  verifyRecordInTurns(
    options: InTurns & { readonly checkpoint: ChainHead | null; readonly from?: LinkId },
  ): Pausable<Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>>;
  /** Throws the projection away and derives it again; gives the number of its rows. */
  rebuildProjection(): Result<number, Failure>;
  /** The subjects whose row differs from what their events give. */
  compareProjection(): readonly string[];
  /** The same in turns; only of those that an event after `afterSeq` says something of, where that is not 0. */
  compareProjectionInTurns(options: InTurns & { readonly afterSeq: number }): Pausable<readonly string[]>;
  /** Writes a whole copy to `path`, which must not exist; the journal stays in use meanwhile. */
  backup(path: string): Result<void, Failure>;
  /**
   * Call it before each attempt, and `release` what it gives when the answer is kept: room on the disk for the largest
   * answer is then certain (decision 0007). Fails where nothing may leave now: no room, or a file that was seen damaged
   * or failing.
   */
  reserve(): Result<Reservation, Failure>;
  /**
   * Why nothing new may begin on these records: they were seen damaged or failing. Null where nothing stands against
   * it.
   */
  trouble(): Failure | null;
  /** Hears once of the first `trouble` since it was opened, and once more where that turns out to be damage. */
  onTrouble(listener: () => void): void;
  /** Whether these records are the one and latest copy. While it is not `own` nothing new may begin. */
  copyStatus(): CopyStatus;
  copyFacts(): CopyFacts;
  /** Of a subject: that it began before the records were restored or copied, so that it is asked about and not sent. */
  isSettleOnly(subject: string): boolean;
  /**
   * Records evidence from elsewhere that there is another copy; nothing more where one is to be reconciled already.
   * `checkpoint`: one that is not in this chain, where that is the evidence; where that is recorded already it is no
   * news.
   */
  changeCopyStatus(cause: CopyCause, evidence: readonly string[], checkpoint?: ChainHead | null): Result<void, Failure>;
  /** A person accepts these records as the one copy, with what was found. `findings` holds no secret. */
  reconcileCopyStatus(findings: JsonObject): Result<void, Failure>;
  /**
   * Destroys the keys of what was delivered `olderThanMs` ago (30 days). `not_allowed`: not now, and `detail`
   * says why.
   */
  purge(olderThanMs?: number): Result<Purged, Failure>;
  /**
   * Does what is due once a day: purges, and makes a backup. Opening and closing do it too; call it where a journal
   * stays open for longer.
   */
  keep(): void;
  /** Why the last backup that was due was not made; null where it was. */
  backupTrouble(): BackupTrouble | null;
  /** The same, with a pause wherever other work may have its turn: the check of a large copy takes many. */
  keepInTurns(pause: () => Promise<void>): Promise<void>;
  /**
   * Checks some milliseconds' worth of what the opening of a large journal left out (decision 0047). Damage that it
   * finds is `trouble` from then on, and the next opening reads all of the file.
   */
  checkTurn(): LeisureTurn;
  /** Work that was left for a later turn asks first. */
  isOpen(): boolean;
  close(): void;
}

export interface JournalOptions {
  readonly directory: string;
  readonly rules: JournalRules;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly identity?: MachineIdentity;
  /** Room held for one answer, in bytes. */
  readonly answerRoomBytes?: number;
  /** Where tests end the process while it purges or backs up. */
  readonly keepingStep?: StepMark<KeepingStep>;
}
