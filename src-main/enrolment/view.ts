import type { EnrolmentSteps, EnrolmentView } from '../../src-shared/contract/schemas.ts';
import type { EnrolmentContext } from './context.ts';
import type { Facts } from './facts.ts';
import { replacedKeys } from './replaced.ts';
import { validityOf } from './validity.ts';

/**
 * How enrolling stands: the key in use, and beside it one that is to replace it; without a key in use the enrolment
 * begun last.
 */
export function currentView(context: EnrolmentContext): EnrolmentView {
  const { store, keyring, deployment } = context;
  const latest = store.latest();
  const inUse = keyring.active(deployment)?.localId;
  if (latest === null || inUse === undefined || inUse === latest.localId)
    return { ...stepsOf(latest), ...aroundKey(context, latest) };
  const facts = store.ofKey(inUse);
  return {
    ...stepsOf(facts),
    state: 'active',
    ...aroundKey(context, facts),
    ...(latest.state === 'active' ? {} : { next: stepsOf(latest) }),
  };
}

/** The enrolment that is under way, or the one that is done. */
export function stepsUnderWay(view: EnrolmentView): EnrolmentSteps {
  return view.next ?? view;
}

function aroundKey(context: EnrolmentContext, facts: Facts | null): Pick<EnrolmentView, 'validity' | 'replaced'> {
  const validity = facts === null ? null : validityOf(facts, context.session.serviceClock.nowMs());
  const replaced = replacedKeys(context).flatMap(({ entry: { keyId }, pendingOrders }) =>
    keyId === null ? [] : [{ keyId, pendingOrders }],
  );
  return { ...(validity === null ? {} : { validity }), ...(replaced.length === 0 ? {} : { replaced }) };
}

function stepsOf(facts: Facts | null): EnrolmentSteps {
  if (facts === null) return { state: 'none' };
  const { state, invitationId, ownThumbprint, submitted, refusal, waitsFor, invitationEndsAt } = facts;
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
