import { presentComponents } from '../wire/formats.ts';
import { refuseField } from '../wire/refusals.ts';
import { authorityOf, pathOf, queryOf } from '../wire/seen-request.ts';
import { answerWith, isoTime, type CallOutcome, type SignedCall } from './call.ts';

/** Reports what the service saw of a call that passed every check; changes nothing ("SignatureDiagnostic"). */
export function runDiagnostic(call: SignedCall): CallOutcome {
  if (Buffer.from(call.seen.body).toString('latin1') !== '{}') return refuseField('', 'must_be_an_empty_object');
  const { seen, key, policy, state, profile } = call;
  return answerWith({
    routeId: call.operation,
    method: seen.method,
    authority: authorityOf(seen),
    path: pathOf(seen),
    canonicalQuery: queryOf(seen).slice(1),
    // Its two bytes are a body, and of the kinds that the document names only this one has one.
    requestKind: 'orderMutation',
    requiredScope: 'diagnostics:use',
    coveredComponents: presentComponents(profile, profile.request.components.diagnostic, queryOf(seen)),
    keyId: key.id,
    partnerId: state.settings.get('partnerId'),
    applicationId: state.settings.get('applicationId'),
    policyVersion: policy.policyVersion,
    effectiveScopes: policy.scopes,
    receivedAt: isoTime(call.nowMs),
  });
}
