import { importPublicKey } from '../state/keys.ts';
import { refuse, refuseField, type Refusal } from '../wire/refusals.ts';
import { verifyRequest } from '../wire/request-verification.ts';
import { err, ok, type Result } from '../wire/result.ts';
import { queryOf } from '../wire/seen-request.ts';
import type { CallFaults, Execution, RuleFaults } from './call-faults.ts';
import type { Call, CallOutcome, SignedCall } from './call.ts';
import { authorizeEnrolment } from './enrolment.ts';
import { isAllowedFrom } from './networks.ts';
import type { EnrolmentOperation, Operation, SignedOperation } from './operations.ts';
import { checkRates } from './rate-limits.ts';

/** A call before its query has been read. */
export type ArrivedCall = Omit<Call, 'cursor'>;

/**
 * Takes a call through every check in order, then to its operation. A planted refusal comes after the checks of the
 * caller.
 */
export async function answerCall(operation: Operation, arrived: ArrivedCall): Promise<CallOutcome> {
  const call: Call = { ...arrived, cursor: new URLSearchParams(queryOf(arrived.seen)).get('cursor') ?? undefined };
  return operation.kind === 'enrollmentToken' ? answerEnrolment(operation, call) : answerSigned(operation, call);
}

function answerEnrolment(operation: EnrolmentOperation, call: Call): CallOutcome {
  const invitation = authorizeEnrolment(call);
  if (!invitation.ok) return invitation;
  return decide(operation, { ...call, invitation: invitation.value }, operation.run);
}

async function answerSigned(operation: SignedOperation, call: Call): Promise<CallOutcome> {
  const caller = await identifyCaller(operation, call);
  if (!caller.ok) return caller;
  const { policy } = caller.value;
  const admitted = checkRates(operation, caller.value);
  if (!admitted.ok) return admitted;
  if (!operation.scopes.some((scope) => policy.scopes.includes(scope))) return refuse('insufficient_scope');
  const allowed = checkStaff(operation, caller.value);
  return allowed.ok ? decide(operation, caller.value, operation.run) : allowed;
}

async function identifyCaller(operation: SignedOperation, call: Call): Promise<Result<SignedCall, Refusal>> {
  const { state, seen, profile, nowMs } = call;
  const findActiveKey = (keyId: string) => {
    const jwk = state.partnerKeys.findActive(keyId, nowMs)?.jwk;
    return jwk === undefined ? undefined : importPublicKey(jwk);
  };
  const verified = await verifyRequest(seen, operation.kind, profile, findActiveKey, nowMs);
  if (!verified.ok)
    return verified.error.code === 'invalid_credentials' && !state.settings.staff().explains
      ? refuse('invalid_credentials')
      : verified;
  const key = state.partnerKeys.findActive(verified.value.keyId, nowMs);
  if (key === undefined) return refuse('invalid_credentials');
  if (!isAllowedFrom(key.cidrs, seen.remoteAddress)) return refuse('source_ip_not_allowed');
  const { nonce } = verified.value;
  if (nonce !== undefined && !state.nonces.use(key.id, nonce, nowMs)) return refuse('replay_detected');
  return ok({ ...call, key, policy: state.settings.policy() });
}

/** A planted refusal first, then what the query says, then the operation. */
function decide<C extends Call>(operation: Operation, call: C, run: (call: C) => CallOutcome): CallOutcome {
  const planted = call.faults.take('decision');
  if (planted !== undefined) {
    if (planted.execution !== undefined) execute(planted.execution, call, run);
    return err(planted.refusal);
  }
  const permitted = checkQuery(operation, call);
  return permitted.ok ? run(call) : permitted;
}

/** Lists, and what has a body or an effect ("Statuses per endpoint"). */
function mayBeInvalid({ method, takesCursor }: Operation): boolean {
  return method === 'POST' || takesCursor === true;
}

/** Does what has just been refused: a queue that the refusal knew nothing of. */
function execute<C extends Call>({ afterMs, reported }: Execution, call: C, run: (call: C) => CallOutcome): void {
  const planted: Partial<RuleFaults> = reported
    ? {}
    : { outcome: { outcome: { status: 'completed', reported: false } } };
  const faults: CallFaults = { take: (point) => planted[point] };
  const action = (nowMs: number) => void run({ ...call, faults, nowMs });
  if (afterMs === 0) action(call.nowMs);
  else call.later(afterMs, action);
}

/**
 * `cursor` at most once and only where the table takes it. Where the document has no 422, what is more is not looked
 * at.
 */
function checkQuery(operation: Operation, call: Call): Result<true, Refusal> {
  if (!mayBeInvalid(operation)) return ok(true);
  const names = [...new URLSearchParams(queryOf(call.seen)).keys()];
  const unknown = names.find((name) => name !== 'cursor' || operation.takesCursor === undefined);
  if (unknown !== undefined) return refuseField(`/query/${unknown}`, 'unknown');
  return names.length > 1 ? refuseField('/query/cursor', 'repeated') : ok(true);
}

/**
 * An account or a binding that support switched off, where the operation's own codes name it ("Refusal codes per
 * endpoint").
 */
function checkStaff({ gates }: SignedOperation, { state }: SignedCall): Result<true, Refusal> {
  const { accountActive, bindingAuthorized } = state.settings.staff();
  if (gates.includes('binding') && !bindingAuthorized) return refuse('binding_not_authorized');
  return gates.includes('account') && !accountActive ? refuse('account_inactive') : ok(true);
}
