import type { AttentionReason, Failure } from '../../../src-preload/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import { deploymentIdentity } from '../../deployment/profile.ts';
import type { EngineContext } from '../context.ts';
import { isCopySuspected } from '../custody.ts';
import { orderEvent } from './events.ts';
import { stateOf } from './order.ts';
import type { Order } from './order.ts';
import { proveNotBought, notBoughtTermsOf, isDatedAhead, readsSinceLastPlace } from './not-bought.ts';
import type { NotBoughtInput, NotBoughtFinding, KnownRead } from './not-bought.ts';
import { isGate } from './refusal-table.ts';
import { isOpenQuestion } from './next-call.ts';
import type { Verdict } from './verdict.ts';

/** Reads another order of ours once, for the fence to compare with. */
export type ReadKnown = (operationId: OperationId) => Promise<Result<Order, Failure>>;

/** Verified refusals in a row that say nothing of the order, and answers of any kind that do not, before a person is asked. */
const gatesBeforeAsking = 3;
const answersBeforeAsking = 12;

/**
 * After a read of an order that is being settled: it is proved that nothing was bought, or that cannot be proved and a
 * person is asked, or it is too early for either. Settling always ends.
 */
export async function settle(context: EngineContext, operationId: OperationId, facts: Order, readKnown: ReadKnown): Promise<Result<Order, Failure>> {
  const { session, book } = context;
  const keyId = session.signingKey(facts.intent.pinned.keyId)?.keyId;
  if (keyId === undefined || !isBeingSettled(facts, session.clock.nowMs())) return ok(facts);
  const input: Omit<NotBoughtInput, 'known'> = {
    facts, word: notBoughtTermsOf(session.profile), now: { deployment: deploymentIdentity(session.profile), keyId, profileHash: session.profileHash }, restored: facts.heldBack !== null || isCopySuspected(context.journal),
  };
  let ruling: NotBoughtFinding = proveNotBought({ ...input, known: null });
  if (ruling.kind === 'readKnown') ruling = proveNotBought({ ...input, known: await readKnownOrder(context, operationId, keyId, readKnown) });
  if (ruling.kind === 'holds') return book.record(operationId, [orderEvent(operationId, 'order-not-bought', ruling.proof)]);
  const isTooEarly = ruling.kind === 'early' && isDatedAhead(facts, session.serviceClock.nowMs() / 1000);
  const reason = ruling.kind === 'broken' ? ruling.reason : isTooEarly ? 'fence_dated_ahead' : silenceIn(facts);
  return reason === null || facts.attention === reason ? ok(facts) : book.record(operationId, [orderEvent(operationId, 'attention-raised', { reason })]);
}

/** What the service was seen to hold no "not found" can end. */
function isBeingSettled(facts: Order, nowMs: number): boolean {
  if (facts.acknowledged) return false;
  const state = stateOf(facts, nowMs);
  return state === 'settling' || (state === 'attention' && isOpenQuestion(facts));
}

/** Another order that the service was seen to hold under this key, read now; null where the read told nothing. */
async function readKnownOrder({ book, session }: EngineContext, operationId: OperationId, keyId: string, readKnown: ReadKnown): Promise<KnownRead | 'none' | null> {
  const known = book.known(operationId, keyId, (pinned) => session.signingKey(pinned)?.keyId ?? null);
  if (known === null) return 'none';
  const read = await readKnown(known);
  const last = read.ok ? read.value.attempts.findLast(({ call }) => call === 'getPartnerOrder') : undefined;
  if (typeof last?.ended !== 'object' || last.ended === null || last.answeredAtSeconds === null) return null;
  const { outcome } = last.ended;
  const found = outcome === 'completed' || outcome === 'accepted' || outcome === 'failed';
  return found || outcome === 'notFound' ? { operationId: known, found, keyId: last.keyId, atSeconds: last.answeredAtSeconds } : null;
}

/** Whether the service goes on answering without a word on the order. Answers that got lost say nothing of it. */
function silenceIn(facts: Order): AttentionReason | null {
  const answered = readsSinceLastPlace(facts).flatMap(({ ended }) => (typeof ended === 'object' && ended !== null ? [ended] : []));
  const heard = answered.findLastIndex(({ outcome }) => outcome !== 'nothing' && outcome !== 'unverified');
  const silent = answered.slice(heard + 1);
  const latest = silent.slice(-gatesBeforeAsking);
  const gated = latest.length === gatesBeforeAsking && latest.every((ended) => ended.outcome === 'nothing' && ended.code !== null && isGate(ended.code));
  if (!gated && silent.length < answersBeforeAsking) return null;
  return latest.every(isUnboundNotFound) ? 'not_found_not_bound' : 'no_word';
}

/** One that is bound to the read is evidence; this one may speak of any order. */
function isUnboundNotFound(ended: Verdict): boolean {
  return ended.outcome === 'nothing' && ended.code === 'resource_not_found';
}
