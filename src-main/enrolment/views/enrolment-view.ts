import type { EnrolmentSteps, EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Keyring } from '../../keyring/keyring.ts';
import { hasEnded, type Enrolment } from '../machine/enrolment.ts';
import { validityOf } from '../machine/validity.ts';
import type { EnrolmentRecords } from '../records/enrolment-records.ts';
import { replacedKeys } from '../records/replaced-keys.ts';

interface Shown {
  readonly records: EnrolmentRecords;
  readonly session: Pick<PartnerSession, 'serviceClock'>;
  readonly keyring: Keyring;
  readonly deployment: string;
  readonly pendingOrders: (keyId: string) => number;
}

/**
 * How enrolling goes: the key in use, and beside it one that is to replace it; without a key in use the enrolment
 * begun last.
 */
export function currentView(shown: Shown): EnrolmentView {
  const { records, keyring, deployment } = shown;
  const latest = records.latest();
  const inUse = keyring.active(deployment)?.localId;
  if (latest === null || inUse === undefined || inUse === latest.localId)
    return { ...stepsOf(latest), ...aroundKey(shown, latest) };
  const enrolment = records.ofKey(inUse);
  return {
    ...stepsOf(enrolment),
    state: 'active',
    ...aroundKey(shown, enrolment),
    ...(latest.state === 'active' ? {} : { next: stepsOf(latest) }),
  };
}

/** The enrolment that is under way, or the one that is done. */
export function stepsUnderWay(view: EnrolmentView): EnrolmentSteps {
  return view.next ?? view;
}

function aroundKey(shown: Shown, enrolment: Enrolment | null): Pick<EnrolmentView, 'validity' | 'replaced'> {
  const validity = enrolment === null ? null : validityOf(enrolment, shown.session.serviceClock.nowMs());
  const replaced = replacedKeys(shown).flatMap(({ entry: { keyId }, pendingOrders }) =>
    keyId === null ? [] : [{ keyId, pendingOrders }],
  );
  return { ...(validity === null ? {} : { validity }), ...(replaced.length === 0 ? {} : { replaced }) };
}

function stepsOf(enrolment: Enrolment | null): EnrolmentSteps {
  if (enrolment === null) return { state: 'none' };
  const { state, invitationId, ownThumbprint, submitted, refusal, invitationEndsAt } = enrolment;
  const waitsFor = state === 'expired' && !hasEnded(enrolment) ? 'activation' : enrolment.waitsFor;
  return {
    state,
    invitationId,
    ...(ownThumbprint === null ? {} : { ownThumbprint }),
    ...(submitted === null
      ? {}
      : {
          keyId: submitted.keyId,
          serviceThumbprint: submitted.serviceThumbprint,
          thumbprintsAgree: submitted.thumbprintsAgree,
        }),
    ...(refusal === null ? {} : { refusal }),
    ...(waitsFor === null ? {} : { waitsFor }),
    ...(invitationEndsAt === null ? {} : { invitationEndsAt }),
  };
}
