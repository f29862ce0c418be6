import { dirname } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Pausable } from '../core/pausable.ts';
import type { Clock, StepMark } from '../core/ports.ts';
import { err, type Result } from '../core/result.ts';
import { wholeNumberIn } from '../core/whole-number.ts';
import type { Database } from '../sqlite/database.ts';
import { reasonOf, troubleIn, troubleText, type BackupTrouble } from './backup-trouble.ts';
import { backUpNow, isBackedUp, isDayAway, numberNextBackup, roomFault } from './backups.ts';
import { walkChain } from './chain.ts';
import type { CopyFacts } from './copy-status.ts';
import { readHead } from './events-table.ts';
import type { FileAccess } from './file-access.ts';
import { journalFailure, JournalUnavailable } from './journal-failure.ts';
import type { PurgeRules } from './journal-rules.ts';
import type { KeepingStep } from './keeping-steps.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import {
  dueKeys,
  keptAfterDeliveryMs,
  purgeCopies,
  purgedAtOnce,
  purgeDue,
  purgeForbidden,
  type Purged,
} from './purge.ts';

/** The key of `meta` with what the last backup failed for. */
const troubleKey = 'backup-trouble';

export interface KeepingOptions {
  readonly database: Database;
  readonly path: string;
  readonly file: FileAccess;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly rules: PurgeRules;
  /** Why nothing may be written, where that is so. */
  readonly refusesWrites: Failure | null;
  readonly copyFacts: () => CopyFacts;
  /** Where tests end the process. */
  readonly step: StepMark<KeepingStep>;
}

/** What is done for the records once a day: the purge, and the backup. */
export class DailyKeeping {
  readonly #options: KeepingOptions;
  /** Of this process: a disk that is full may not take a note of it. */
  #trouble: BackupTrouble | null = null;

  constructor(options: KeepingOptions) {
    this.#options = options;
  }

  /** Does what is due. Nothing of it may keep the journal from opening or closing. */
  *work({ backsUp, isUnhurried }: { readonly backsUp: boolean; readonly isUnhurried: boolean }): Pausable<void> {
    const { database, file } = this.#options;
    if (!this.#isWhole()) return;
    try {
      if (file.read(() => readHead(database)).seq === 0) return;
      this.#purgeDaily();
      if (backsUp) yield* this.#backUpDaily(isUnhurried);
    } catch (thrown) {
      if (!(thrown instanceof JournalUnavailable)) throw thrown;
    }
  }

  /** Why the last backup that was due was not made; null where it was. */
  backupTrouble(): BackupTrouble | null {
    const { database, file } = this.#options;
    return this.#trouble ?? troubleIn(file.read(() => readMeta(database, troubleKey)));
  }

  purge(olderThanMs: number, limit?: number): Result<Purged, Failure> {
    const { database, path, file, clock, rules, refusesWrites, copyFacts, step } = this.#options;
    if (refusesWrites !== null) return err(refusesWrites);
    const forbidden = file.read(() => purgeForbidden(database, rules, copyFacts()));
    if (!forbidden.ok) return forbidden;
    const nowMs = clock.nowMs();
    const run = { cutoffMs: nowMs - olderThanMs, nowMs, limit };
    const due = file.read(() => dueKeys(database, rules, run));
    // The backups first: one that is restored after a kill between the two gives none of them back.
    file.read(() => purgeCopies(database, path, rules, new Set(due.keys())));
    step('purged-in-backups');
    const purged = file.write(() => purgeDue(database, due, run));
    if (!purged.ok) return purged;
    step('purged-in-journal');
    // The log would still give the keys back.
    const cleaned = database.moveLog('TRUNCATE');
    return cleaned.ok ? purged : err(journalFailure(cleaned.error));
  }

  /** What a run leaves, or a kill cuts off, the next opening goes on with: the day is noted once all of it is done. */
  #purgeDaily(): void {
    if (!this.#isDue('purged-at-ms')) return;
    const purged = this.purge(keptAfterDeliveryMs, purgedAtOnce);
    if (!purged.ok || purged.value.sealed >= purgedAtOnce) return;
    this.#note('purged-at-ms', String(this.#options.clock.nowMs()));
  }

  /** A try is noted before it is made: one that fails or is killed is not made with every start. */
  *#backUpDaily(isUnhurried: boolean): Pausable<void> {
    const { database, path, file, clock, step } = this.#options;
    const nowMs = clock.nowMs();
    if (!this.#isDue('backup-tried-at-ms') || isBackedUp(dirname(path), nowMs)) return;
    // It is looked for anew each time, and a disk that is full is not written to for it.
    const fault = file.read(() => roomFault(database, path));
    this.#trouble = fault === null ? null : { reason: reasonOf(fault), atMs: nowMs };
    if (fault !== null) return;
    const noted = file.write(() => {
      numberNextBackup(database, path);
      writeMeta(database, 'backup-tried-at-ms', String(nowMs));
      writeMeta(database, troubleKey, '');
    });
    if (!noted.ok) return;
    const made = yield* backUpNow(database, path, { nowMs, isUnhurried, step });
    if (made.ok && made.value) {
      this.#note('backup-tried-at-ms', '');
      return;
    }
    this.#trouble = { reason: made.ok ? 'damaged' : reasonOf(made.error), atMs: nowMs };
    this.#note(troubleKey, troubleText(this.#trouble));
    // A full disk says nothing of the journal.
    if (made.ok || made.error.code === 'corrupt') yield* this.#lookForDamage();
  }

  /** A copy that is not whole may be the copy's fault or the journal's own. */
  *#lookForDamage(): Pausable<void> {
    const verified = yield* walkChain(this.#options.database);
    if (!verified.ok)
      this.#options.file.found({ code: 'journal_corrupt', detail: `event_${verified.error.firstBadSeq}` });
  }

  #isDue(key: string): boolean {
    const { database, file, clock } = this.#options;
    return isDayAway(clock.nowMs(), wholeNumberIn(file.read(() => readMeta(database, key))));
  }

  #note(key: string, text: string): void {
    const { database, file } = this.#options;
    file.write(() => writeMeta(database, key, text));
  }

  /** Records that are damaged, or not known to be the one and latest copy, never push out the copies from before. */
  #isWhole(): boolean {
    return this.#options.file.trouble() === null && this.#options.copyFacts().status === 'own';
  }
}
