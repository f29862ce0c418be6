import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Randomness } from '../../../../src-main/core/ports.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import type { OperationRow } from '../../../../src-main/journal/operation-row.ts';

/** A clock that a test moves by hand. */
export class HandClock implements Clock {
  atMs = 1_700_000_000_000;

  nowMs(): number {
    return this.atMs;
  }

  monotonicMs(): number {
    return this.atMs;
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }
}

export const randomness: Randomness = {
  uuid: () => randomUUID(),
  bytes: (length) => new Uint8Array(randomBytes(length)),
};

export function openOrThrow(directory: string, clock: Clock = new HandClock()): Journal {
  const opened = openJournal({ directory, clock, randomness });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

export function rowOf(operationId: string, changes: Partial<OperationRow> = {}): OperationRow {
  return {
    operationId,
    state: 'intended',
    pending: true,
    unsettled: true,
    search: '',
    walletId: 'w',
    cardId: 'c',
    quantity: 2,
    invoiceId: null,
    externalReference: null,
    intendedAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    nextAttemptAtMs: null,
    view: {},
    ...changes,
  };
}
