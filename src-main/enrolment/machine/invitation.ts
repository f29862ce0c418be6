import type { Enrolment } from './enrolment.ts';
import { enrolmentEvent, type NewEnrolmentEvent } from './events.ts';

/** The invitation as the service sees it. */
export interface InvitationReading {
  /** Lower-case letters only, so that spellings of one state are one. */
  readonly state?: string;
  readonly expiresAt?: string;
}

/** States by which a service says that staff ended an invitation. */
const withdrawn: readonly string[] = ['revoked', 'rejected', 'cancelled', 'canceled', 'declined'];

/** What a reading says, and whether it ends the enrolment: it can, and it never makes a key active. */
export function readingSays(
  { invitationId, invitationEndsAt }: Enrolment,
  { state = '', expiresAt }: InvitationReading,
): { readonly events: readonly NewEnrolmentEvent[]; readonly isOver: boolean } {
  if (state === 'expired')
    return { events: [enrolmentEvent(invitationId, 'enrolment-expired', { expiresAt })], isOver: true };
  if (withdrawn.includes(state)) {
    const failure = { code: 'enrolment_refused', detail: state } as const;
    return { events: [enrolmentEvent(invitationId, 'enrolment-refused', { failure })], isOver: true };
  }
  const isNews = expiresAt !== undefined && expiresAt !== invitationEndsAt;
  return {
    events: isNews ? [enrolmentEvent(invitationId, 'enrolment-invitation-read', { expiresAt })] : [],
    isOver: false,
  };
}
