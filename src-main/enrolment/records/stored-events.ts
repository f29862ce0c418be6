import type { NewEvent, StoredEvent } from '../../journal/event.ts';
import { asJsonObject } from '../../journal/json.ts';
import { readEnrolmentEvent, type EnrolmentEvent, type NewEnrolmentEvent } from '../machine/events.ts';

export function subjectOf(invitationId: string): string {
  return `enrolment:${invitationId}`;
}

export function invitationIdOf(subject: string): string {
  return subject.slice('enrolment:'.length);
}

/** The journal row to append for an event: members without a value are left out. */
export function rowOfEvent({ invitationId, kind, body }: NewEnrolmentEvent): NewEvent {
  return { subject: subjectOf(invitationId), kind, body: asJsonObject(body) };
}

/** The enrolment events among stored rows, in order. */
export function readEvents(rows: readonly StoredEvent[]): readonly EnrolmentEvent[] {
  return rows.flatMap(({ kind, body }) => readEnrolmentEvent(kind, body) ?? []);
}
