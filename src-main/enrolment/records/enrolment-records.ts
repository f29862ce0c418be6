import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { wholeNumberIn } from '../../core/whole-number.ts';
import type { SealedReference, StoredEvent } from '../../journal/event.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Vault } from '../../vault/vault.ts';
import { enrolmentOf } from '../machine/apply.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { draftedKind, type NewEnrolmentEvent } from '../machine/events.ts';
import { isWorthNoting } from '../machine/validity.ts';
import { invitationIdOf, readEvents, rowOfEvent, subjectOf } from './stored-events.ts';

/** Where enrolments are kept: events in the journal, everything secret in sealed records beside them. */
export interface EnrolmentRecords {
  /** The enrolment that was begun last with this deployment. */
  latest(): Enrolment | null;
  /** The enrolment under this invitation with this deployment, which need not be the last. */
  under(invitationId: string): Enrolment | null;
  /** The enrolment that made this key. */
  ofKey(localId: string): Enrolment | null;
  /** All of the events, or none. */
  record(...events: readonly NewEnrolmentEvent[]): Result<void, Failure>;
  /** An id for a sealed record that is filed by someone else. */
  newRecordId(): string;
  /** Files `secret` sealed and the event that names it, together or not at all. */
  recordSealed(
    secret: Uint8Array,
    eventWith: (sealed: SealedReference) => NewEnrolmentEvent,
  ): Result<SealedReference, Failure>;
  unseal(recordId: string): Result<Uint8Array, Failure>;
  /** When the service last said that this key is not active, by its time, as exactly as that is kept. */
  lastNotActiveMs(keyId: string): number | null;
  noteNotActive(keyId: string, atMs: number): Result<void, Failure>;
}

export function openEnrolmentRecords(
  journal: Journal,
  vault: Vault,
  randomness: Randomness,
  deployment: string,
): EnrolmentRecords {
  const underSubject = (subject: string): Enrolment | null => {
    const enrolment = enrolmentOf(invitationIdOf(subject), readEvents(journal.events({ subject })));
    return enrolment?.deployment === deployment ? enrolment : null;
  };
  const lastDrafted = (where: (body: StoredEvent['body']) => boolean): Enrolment | null => {
    const last = journal
      .events({ kind: draftedKind })
      .findLast(({ body }) => body['deployment'] === deployment && where(body));
    return last === undefined ? null : underSubject(last.subject);
  };
  const newRecordId = (): string => `enrolment:${randomness.uuid()}`;
  const lastNotActiveMs = (keyId: string): number | null => wholeNumberIn(journal.meta(notActiveMeta(keyId)));
  return {
    latest: () => lastDrafted(() => true),
    ofKey: (localId) => {
      const enrolment = lastDrafted((body) => body['localId'] === localId);
      return enrolment?.localId === localId ? enrolment : null;
    },
    under: (invitationId) => underSubject(subjectOf(invitationId)),
    record: (...events) => {
      const appended = journal.append(...events.map(rowOfEvent));
      return appended.ok ? ok(undefined) : appended;
    },
    newRecordId,
    recordSealed: (secret, eventWith) => {
      const id = newRecordId();
      const record = vault.seal(id, secret);
      return journal.transaction((tx) => {
        const reference = tx.fileSealed(id, record);
        tx.append(rowOfEvent(eventWith(reference)));
        return reference;
      });
    },
    unseal: (recordId) => {
      const record = journal.sealed(recordId);
      if (record === null || record === 'purged') return err({ code: 'seal_failed', detail: 'record_missing' });
      return vault.unseal(recordId, record);
    },
    lastNotActiveMs,
    noteNotActive: (keyId, atMs) =>
      isWorthNoting(lastNotActiveMs(keyId), atMs)
        ? journal.transaction((tx) => tx.setMeta(notActiveMeta(keyId), String(atMs)))
        : ok(undefined),
  };
}

function notActiveMeta(keyId: string): string {
  return `key-not-active:${keyId}`;
}
