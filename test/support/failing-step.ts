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
  /** The so-manieth, or the first of this name. */
  failAt(which: number | string): void;
  /** The one that failed; null where there were not so many. */
  failed(): FailedStep | null;
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
  let [taken, isWithin] = [0, false];
  let due: number | string = 0;
  let failed: FailedStep | null = null;
  const isDue = (name: string, failure: Failure): boolean => {
    // What one step does by another is a part of it.
    if (isWithin || failed !== null) return false;
    taken += 1;
    if (due !== taken && due !== name) return false;
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
      if (isDue(rows.join(' '), notWritable)) throw new JournalUnavailable(notWritable);
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
      [taken, due, failed] = [0, which, null];
    },
    failed: () => failed,
  };
}
