import type { InvitationReading } from '../partner-api/operations/enrolment.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import type { Facts } from './facts.ts';

/** States by which a service says that staff ended an invitation. */
const withdrawn: readonly string[] = ['revoked', 'rejected', 'cancelled', 'canceled', 'declined'];

/**
 * Records the end of an invitation that has expired or was withdrawn; `rest` when it goes on, with its end noted. Never
 * makes a key active.
 */
export function recordInvitationEnd(
  { store }: EnrolmentContext,
  facts: Facts,
  { state = '', expiresAt }: InvitationReading,
): StepResult {
  if (state === 'expired') {
    const recorded = store.record(facts.invitationId, { kind: 'enrolment-expired', body: { expiresAt } });
    return recorded.ok ? { ok: true, value: 'moved' } : recorded;
  }
  if (withdrawn.includes(state)) {
    const recorded = store.record(facts.invitationId, {
      kind: 'enrolment-refused',
      body: { failure: { code: 'enrolment_refused', detail: state } },
    });
    return recorded.ok ? { ok: true, value: 'moved' } : recorded;
  }
  if (expiresAt !== undefined && expiresAt !== facts.invitationEndsAt) {
    const recorded = store.record(facts.invitationId, { kind: 'enrolment-invitation-read', body: { expiresAt } });
    if (!recorded.ok) return recorded;
  }
  return { ok: true, value: 'rest' };
}
