import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Randomness } from '../../../../src-main/core/ports.ts';
import type { Fold, JournalRules } from '../../../../src-main/journal/journal-rules.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import type { ProjectionRow } from '../../../../src-main/journal/projection.ts';

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

/** The kind of event that the file holds at most once for a subject. */
export const firstKind = 'order-intended';

/** What these tests keep in a journal: the kinds are those of the counter, and what they say is not. */
export const testRules: JournalRules = {
  projection: { firstKind, firstLost: 'intent', kinds: [firstKind], fold: (subject) => rowOf(subject) },
  purge: {
    forbidden: (latest) => {
      const scopes = latest('policy-reported')?.['scopes'];
      return Array.isArray(scopes) && scopes.includes('cards:reveal') ? null : 'cards_reveal_missing';
    },
    deliveredBy: (subject, isPending) => {
      if (/^(card|invoice):/.test(subject)) return ['codes-shown'];
      return isPending === false ? ['codes-handed-over'] : [];
    },
    sealedAgainKind: 'codes-revealed',
  },
  urgentKinds: ['codes-shown', 'codes-handed-over'],
};

export function foldedBy(fold: Fold, kinds: readonly string[] = testRules.projection.kinds): JournalRules {
  return { ...testRules, projection: { ...testRules.projection, fold, kinds } };
}

export function openOrThrow(directory: string, clock: Clock = new HandClock(), rules = testRules): Journal {
  const opened = openJournal({ directory, rules, clock, randomness });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

export function rowOf(operationId: string, changes: Partial<ProjectionRow> = {}): ProjectionRow {
  return {
    operationId,
    state: 'intended',
    pending: true,
    unsettled: true,
    search: '',
    saleNumber: null,
    referenceKey: null,
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
