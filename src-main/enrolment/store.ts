import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { SealedReference, StoredEvent } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import type { Vault } from '../vault/vault.ts';
import { draftedKind, invitationIdOf, newEvent, readEvent, subjectOf, type EnrolmentEvent } from './events.ts';
import { factsOf, type Facts } from './facts.ts';

/** Where the steps of an enrolment are kept: events in the journal, everything secret in sealed records beside them. */
export interface EnrolmentStore {
  /** The enrolment that was begun last with this deployment. */
  latest(): Facts | null;
  /** The enrolment under this invitation with this deployment, which need not be the last. */
  under(invitationId: string): Facts | null;
  /** The enrolment that made this key. */
  ofKey(localId: string): Facts | null;
  /** All of the events, or none. */
  record(invitationId: string, ...events: readonly EnrolmentEvent[]): Result<void, Failure>;
  /** An id for a sealed record that is filed by someone else. */
  newRecordId(): string;
  /** Files `secret` sealed and the event that names it, together or not at all. */
  recordSealed(
    invitationId: string,
    secret: Uint8Array,
    eventWith: (sealed: SealedReference) => EnrolmentEvent,
  ): Result<SealedReference, Failure>;
  unseal(recordId: string): Result<Uint8Array, Failure>;
}

export function createEnrolmentStore(
  journal: Journal,
  vault: Vault,
  randomness: Randomness,
  deployment: string,
): EnrolmentStore {
  const factsUnder = (subject: string): Facts | null => {
    const events = journal.events({ subject }).flatMap((stored) => readEvent(stored) ?? []);
    const facts = factsOf(invitationIdOf(subject), events);
    return facts?.deployment === deployment ? facts : null;
  };
  const lastDrafted = (where: (body: StoredEvent['body']) => boolean): Facts | null => {
    const last = journal
      .events({ kind: draftedKind })
      .findLast(({ body }) => body['deployment'] === deployment && where(body));
    return last === undefined ? null : factsUnder(last.subject);
  };
  const newRecordId = (): string => `enrolment:${randomness.uuid()}`;
  return {
    latest: () => lastDrafted(() => true),
    ofKey: (localId) => {
      const facts = lastDrafted((body) => body['localId'] === localId);
      return facts?.localId === localId ? facts : null;
    },
    under: (invitationId) => factsUnder(subjectOf(invitationId)),
    record: (invitationId, ...events) => {
      const appended = journal.append(...events.map((event) => newEvent(invitationId, event)));
      return appended.ok ? ok(undefined) : appended;
    },
    newRecordId,
    recordSealed: (invitationId, secret, eventWith) => {
      const id = newRecordId();
      const record = vault.seal(id, secret);
      return journal.transaction((tx) => {
        const reference = tx.fileSealed(id, record);
        tx.append(newEvent(invitationId, eventWith(reference)));
        return reference;
      });
    },
    unseal: (recordId) => {
      const record = journal.sealed(recordId);
      if (record === null || record === 'purged') return err({ code: 'seal_failed', detail: 'record_missing' });
      return vault.unseal(recordId, record);
    },
  };
}
