import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallHandlers, EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { stepsUnderWay } from '../../enrolment/views/enrolment-view.ts';
import { readBounded } from '../../files/read-bounded.ts';
import type { Counter } from '../counter/counter.ts';
import { atCounter, type CallContext } from './context.ts';

export function enrolmentCalls(context: CallContext): CallHandlers['enrolment'] {
  return {
    status: () => atCounter(context, ({ enrolment }) => ok(enrolment.status())),
    begin: ({ invitationId, token, validDays, cidrs }) =>
      atCounter(context, async (counter) => {
        const invitation = invitationFrom(context, invitationId, token);
        if (!invitation.ok) return invitation;
        return settled(context, counter, () => counter.enrolment.begin({ ...invitation.value, validDays, cidrs }));
      }),
    check: () =>
      atCounter(context, (counter) => {
        const { state } = stepsUnderWay(counter.enrolment.status());
        // A crash or a lost answer left the enrolment at an earlier step: it goes on there, with the same key.
        const resumable = state === 'draft' || state === 'keyMade' || state === 'submitted' || state === 'proved';
        return settled(context, counter, () => (resumable ? counter.enrolment.resume() : counter.enrolment.check()));
      }),
    retire: () => atCounter(context, (counter) => settled(context, counter, () => counter.enrolment.retire())),
  };
}

/** In training the invitation lies ready beside the sandbox, and its token never passes the screens. */
function invitationFrom(
  context: CallContext,
  invitationId: string | undefined,
  token: string | undefined,
): Result<{ readonly invitationId: string; readonly token: string }, Failure> {
  const sandbox = context.current()?.sandbox ?? null;
  if (sandbox !== null) {
    const ready = tokenIn(sandbox.enrollmentTokenFile);
    return ready === null
      ? err({ code: 'sandbox_failed', detail: 'token_file' })
      : ok({ invitationId: sandbox.invitationId, token: ready.trim() });
  }
  if (invitationId === undefined) return err({ code: 'input_invalid', field: 'invitation' });
  if (token === undefined) return err({ code: 'input_invalid', field: 'token' });
  return ok({ invitationId, token });
}

function tokenIn(path: string): string | null {
  try {
    return readBounded(path).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * A key that has just become active is asked for its permissions at once, so that a missing one is known before a sale.
 */
async function settled(
  context: CallContext,
  counter: Counter,
  step: () => Promise<Result<EnrolmentView, Failure>>,
): Promise<Result<EnrolmentView, Failure>> {
  const before = counter.enrolment.status();
  const result = await step();
  const isNew =
    result.ok &&
    result.value.state === 'active' &&
    (before.state !== 'active' || result.value.keyId !== before.keyId || counter.policy() === null);
  if (isNew) await counter.diagnose();
  const after = result.ok ? result.value : counter.enrolment.status();
  // A step that failed may have come further than the page knows.
  if (result.ok || after.state !== before.state || after.next?.state !== before.next?.state)
    context.notify('enrolmentChanged', after);
  return result;
}
