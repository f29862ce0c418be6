import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { checkInput, type CheckedInput, type EnrolmentInput } from '../input.ts';
import { decideBeginning, lacksServiceKey, type Earlier } from '../machine/beginning.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { enrolmentEvent } from '../machine/events.ts';
import { tokenOf, type EnrolmentContext } from './context.ts';

/** Makes the beginning durable, unless it is the repetition of one that goes on. */
export async function begin(context: EnrolmentContext, given: EnrolmentInput): Promise<Result<void, Failure>> {
  const input = checkInput(given, context.session.profile.enrolment.validDays);
  if (!input.ok) return input;
  const confirmed = await serviceKeysConfirmed(context);
  return confirmed.ok ? draft(context, input.value) : confirmed;
}

async function serviceKeysConfirmed({
  session: { serviceKeys, profile },
}: EnrolmentContext): Promise<Result<void, Failure>> {
  const { answersSigned } = profile.enrolment;
  if (!lacksServiceKey(serviceKeys.view(), answersSigned)) return ok(undefined);
  const looked = await serviceKeys.look();
  if (!looked.ok) return looked;
  return lacksServiceKey(looked.value, answersSigned) ? err({ code: 'service_keys_unconfirmed' }) : ok(undefined);
}

function draft(context: EnrolmentContext, input: CheckedInput): Result<void, Failure> {
  const { keyring, session, records, deployment } = context;
  const { invitationId, token, validDays, cidrs } = input;
  const earlier = records.under(invitationId);
  const begun = decideBeginning({
    validDays,
    cidrs,
    earlier: earlier === null ? null : earlierOf(context, earlier, token),
    localIdInUse: keyring.active(deployment)?.localId ?? null,
  });
  if (!begun.ok) return begun;
  if (begun.value.kind === 'goesOn') return ok(undefined);
  const localId = begun.value.localId ?? session.randomness.uuid();
  const bytes = new TextEncoder().encode(token);
  const recorded = records.recordSealed(bytes, (sealed) =>
    enrolmentEvent(invitationId, 'enrolment-drafted', { deployment, localId, validDays, cidrs: [...cidrs], sealed }),
  );
  bytes.fill(0);
  return recorded.ok ? ok(undefined) : recorded;
}

function earlierOf(context: EnrolmentContext, enrolment: Enrolment, given: string): Earlier {
  const { keyring, records } = context;
  const { localId, invitationId } = enrolment;
  const token = tokenOf(context, enrolment);
  const signs = keyring.find(localId) === null ? null : keyring.signingKey(localId).ok;
  return {
    enrolment,
    isLatest: records.latest()?.invitationId === invitationId,
    key: signs === null ? 'none' : signs ? 'signs' : 'broken',
    token: !token.ok ? 'unreadable' : token.value === given ? 'same' : 'other',
  };
}
