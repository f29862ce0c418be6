import type { Result } from '../../src-main/core/result.ts';
import { JournalUnavailable } from '../../src-main/journal/journal-failure.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import type { Keyring } from '../../src-main/keyring/keyring.ts';
import type { Vault } from '../../src-main/vault/vault.ts';
import type { Failure } from '../../src-shared/contract/codes.ts';

/** The parts of a counter whose work outlives its run. */
interface DurableParts {
  readonly journal: Journal;
  readonly keyring: Keyring;
  readonly vault: Vault;
}

/** Something durable that was tried and failed. */
export interface FailedStep {
  readonly name: string;
  readonly failure: Failure;
}

/** Lets one of the steps that follow fail, and that only once. */
export interface FailingStep {
  /** The first of this name, or of a later one of it what `taken` calls it; null lets none fail. */
  failAt(which: string | null): void;
  /** Those since then in their order, up to the one that failed: the second of a name has ` 2` after it. */
  taken(): readonly string[];
  /** The one that failed; null where none was called so. */
  failed(): FailedStep | null;
}

/**
 * The next answer teaches the service's time again. A write of its own only where its turn came before what is recorded
 * of the answer, so that a run may have it and the next one not.
 */
export const timeNoted = 'service-greatest-created-seconds';

/**
 * Has `run` do its work again and again, each time with another of its steps failing, the first time with none. `run`
 * gives the steps that were taken. By their names, since what a run left behind may give the next one another number of
 * them.
 */
export async function eachStepFailing(
  run: (which: string | null) => Promise<Pick<FailingStep, 'taken'>>,
): Promise<void> {
  const due = new Set((await run(null)).taken());
  if (due.size === 0) throw new Error('The work took no step that could fail');
  // What is added to a set while it is gone through has its turn too.
  for (const which of due) {
    for (const name of (await run(which)).taken()) due.add(name);
  }
}

const notWritable: Failure = { code: 'journal_not_writable', detail: 'SQLITE_READONLY' };
const noRoom: Failure = { code: 'journal_not_writable', detail: 'no_space' };
const keyringNotWritten: Failure = { code: 'vault_unavailable', detail: 'keyring_not_written' };
const notSealing: Failure = { code: 'seal_failed', detail: 'envelope_missing' };
const notOpening: Failure = { code: 'seal_failed', detail: 'record' };

/**
 * Counts what a counter does with these parts: each write to the journal or the keyring, room for an answer, proof that
 * answers can be sealed, and opening of what is sealed. A write to the journal that fails is rolled back.
 */
export function failingStep({ journal, keyring, vault }: DurableParts): FailingStep {
  let taken: string[] = [];
  let isWithin = false;
  let due: string | null = null;
  let failed: FailedStep | null = null;
  const isDue = (name: string, failure: Failure): boolean => {
    // What one step does by another is a part of it.
    if (isWithin || failed !== null) return false;
    const before = taken.filter((one) => one.replace(/ \d+$/, '') === name).length;
    const which = before === 0 ? name : `${name} ${before + 1}`;
    taken.push(which);
    if (due !== which) return false;
    failed = { name, failure };
    return true;
  };
  const step =
    <A extends readonly unknown[], T>(name: string, failure: Failure, call: (...given: A) => Result<T, Failure>) =>
    (...given: A): Result<T, Failure> => {
      if (isDue(name, failure)) return { ok: false, error: failure };
      const before = isWithin;
      isWithin = true;
      try {
        return call(...given);
      } finally {
        isWithin = before;
      }
    };
  const transaction = journal.transaction.bind(journal);
  journal.transaction = (write) =>
    transaction((tx) => {
      const rows: string[] = [];
      const written = write({
        ...tx,
        append: (event) => {
          rows.push(event.kind);
          return tx.append(event);
        },
        setMeta: (key, text) => {
          rows.push(key.split(':')[0] ?? key);
          tx.setMeta(key, text);
        },
      });
      const [first] = rows;
      // With whatever it is written, that is the same step.
      const name = rows.length === 1 ? first : rows.filter((row) => row !== timeNoted).join(' ');
      if (isDue(name ?? '', notWritable)) throw new JournalUnavailable(notWritable);
      return written;
    });
  journal.reserve = step('journal.reserve', noRoom, journal.reserve.bind(journal));
  journal.changeCopyStatus = step('journal.changeCopyStatus', notWritable, journal.changeCopyStatus.bind(journal));
  journal.reconcileCopyStatus = step('journal.reconcile', notWritable, journal.reconcileCopyStatus.bind(journal));
  keyring.make = step('keyring.make', keyringNotWritten, keyring.make.bind(keyring));
  keyring.bindKeyId = step('keyring.bindKeyId', keyringNotWritten, keyring.bindKeyId.bind(keyring));
  keyring.activate = step('keyring.activate', keyringNotWritten, keyring.activate.bind(keyring));
  keyring.retire = step('keyring.retire', keyringNotWritten, keyring.retire.bind(keyring));
  keyring.recordCheckpoint = step('keyring.checkpoint', keyringNotWritten, keyring.recordCheckpoint.bind(keyring));
  vault.prove = step('vault.prove', notSealing, vault.prove.bind(vault));
  vault.unseal = step('vault.unseal', notOpening, vault.unseal.bind(vault));
  return {
    failAt: (which) => {
      [taken, due, failed] = [[], which, null];
    },
    taken: () => taken,
    failed: () => failed,
  };
}
