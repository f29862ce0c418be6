import type { DecisionChoice, Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { choicesFor } from './choices.ts';
import type { Circumstances } from './circumstances.ts';
import {
  bodyUnreadableReason,
  orderEvent,
  type IntendedOrder,
  type NewOrderEvent,
  type OrderCall,
  type OrderEventBody,
  type SealedReference,
  type Verdict,
} from './events.ts';
import { interpret, type OrderAnswer, type VerifiedAnswer } from './interpret.ts';
import { mustAskForPinned } from './next-step.ts';
import {
  attentionOf,
  doesWantedDecide,
  isCancellable,
  isFinal,
  positionOf,
  stateOf,
  wantedForMs,
  type Order,
} from './order.ts';
import { nothingHeard, pauseMs } from './pause.ts';
import { isSentSince } from './progress.ts';
import { settle, type SettlingEvidence } from './settling.ts';

/**
 * What can happen to an order after its intent, as far as something has to be decided for it: that a request leaves and
 * that an answer lies sealed are recorded as they are, and what becomes of the codes is for the reveals.
 */
export type OrderInput =
  /** No answer came; `not_sent`: no byte of the request left this computer. */
  | { readonly kind: 'unanswered'; readonly attempt: string; readonly reason: string }
  /** One came that could not be verified, and its bytes were not kept: too many such ones lie here. */
  | { readonly kind: 'notKept'; readonly attempt: string; readonly httpStatus: number; readonly reason: string }
  /** A kept answer does not open. */
  | {
      readonly kind: 'sealBroken';
      readonly attempt: string;
      readonly sealed: SealedReference;
      readonly httpStatus: number;
    }
  | JudgedInput
  /** The body does not open, or is another one than its event commits to: no byte of it may leave (law 2). */
  | { readonly kind: 'bodyUnreadable' }
  /** An attempt is over and everything is written down that came of it; `evidence` where it was a read. */
  | { readonly kind: 'attemptOver'; readonly evidence: SettlingEvidence | null }
  | { readonly kind: 'stillWanted' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'chosen'; readonly choice: DecisionChoice };

/** A kept answer was judged. */
export interface JudgedInput {
  readonly kind: 'judged';
  readonly attempt: string;
  readonly call: OrderCall;
  readonly sealed: SealedReference;
  readonly httpStatus: number;
  readonly answer: OrderAnswer;
  /** The intent of another order of ours that the answer names. */
  readonly otherIntent: IntendedOrder | null;
  /** It was judged before: what it teaches now moves no schedule. */
  readonly isAgain: boolean;
}

export interface Decision {
  /** To be recorded in one transaction; one may be filed under another order. */
  readonly events: readonly NewOrderEvent[];
  /** The answer is verified: its signature speaks of this order from now on. */
  readonly isVerified?: true;
  /** Only another copy of these records would explain the answer: to be written down before it. */
  readonly copyEvidence?: CopyEvidence;
  /** Another order of ours is to be read first, and what that came to given with the same input. */
  readonly readsOther?: true;
}

/**
 * What follows from an input for an order: the events to record, and nothing else. Pure: whoever calls it makes the
 * events durable. Errors, of what a person asks: `operation_final`, `not_allowed`, `not_cancellable`.
 */
export function decide(
  operationId: OperationId,
  order: Order,
  input: OrderInput,
  circumstances: Circumstances,
): Result<Decision, Failure> {
  const { nowMs } = circumstances;
  const pausedUntilMs = (): number => nowMs + pauseMs(order, nothingHeard, circumstances);
  switch (input.kind) {
    case 'unanswered': {
      const { attempt, reason } = input;
      const retryAtMs = pausedUntilMs();
      return only(
        reason === 'not_sent'
          ? orderEvent(operationId, 'attempt-not-sent', { attempt, retryAtMs })
          : orderEvent(operationId, 'attempt-lost', { attempt, reason, retryAtMs }),
      );
    }
    case 'notKept': {
      const { attempt, httpStatus, reason } = input;
      return only(
        orderEvent(operationId, 'answer-unverified', {
          attempt,
          httpStatus,
          reason,
          sealed: null,
          retryAtMs: pausedUntilMs(),
        }),
      );
    }
    case 'sealBroken': {
      const { attempt, sealed, httpStatus } = input;
      // Its outcome stays open, and the order goes on.
      return only(
        orderEvent(operationId, 'answer-unverified', {
          attempt,
          sealed,
          httpStatus,
          reason: 'seal_failed',
          retryAtMs: nowMs,
        }),
      );
    }
    case 'judged':
      return ok(judged(operationId, order, input, circumstances));
    case 'bodyUnreadable':
      return order.attention === bodyUnreadableReason
        ? ok({ events: [] })
        : only(orderEvent(operationId, 'attention-raised', { reason: bodyUnreadableReason }));
    case 'attemptOver':
      return ok(attemptOver(operationId, order, input.evidence, circumstances));
    case 'stillWanted':
      return stillWanted(operationId, order, nowMs);
    case 'cancelled':
      return isCancellable(order, nowMs)
        ? only(orderEvent(operationId, 'order-cancelled', {}))
        : err({ code: 'not_cancellable', operationId });
    case 'chosen':
      return chosen(operationId, order, input.choice, nowMs);
  }
}

/** An order of records that were restored or copied at `boundarySeq` becomes read-only, once for each time. */
export function readOnlySince(
  operationId: OperationId,
  { readOnly }: Order,
  boundarySeq: number,
): readonly NewOrderEvent[] {
  return (readOnly?.boundarySeq ?? 0) >= boundarySeq
    ? []
    : [orderEvent(operationId, 'order-held-back', { boundarySeq })];
}

export type CopyEvidence = 'order_never_sent' | 'answer_replayed';

/** An order that was sent from elsewhere is proof of a copy; the other only gives reason to suspect one. */
export function isProofOfCopy(evidence: CopyEvidence): evidence is 'order_never_sent' {
  return evidence === 'order_never_sent';
}

/**
 * What an answer shows that only another copy of these records would explain; null where they can explain it
 * themselves.
 */
export function evidenceOfCopy(order: Order, call: OrderCall, verdict: Verdict): CopyEvidence | null {
  const sent = order.attempts.filter(
    (attempt) => attempt.call === 'createPartnerOrder' && attempt.progress.stage !== 'notSent',
  );
  const isHeld = verdict.outcome === 'completed' || verdict.outcome === 'accepted' || verdict.outcome === 'failed';
  if (order.readOnly !== null || !isHeld) return null;
  if (call === 'getPartnerOrder') return sent.length === 0 ? 'order_never_sent' : null;
  return verdict.outcome === 'completed' && verdict.replayed && sent.length === 1 ? 'answer_replayed' : null;
}

function judged(operationId: OperationId, order: Order, input: JudgedInput, circumstances: Circumstances): Decision {
  const { attempt, call, sealed, httpStatus, answer, otherIntent, isAgain } = input;
  const { verdict, thenRead, about } = interpret({
    answer,
    call,
    position: positionOf(order, attempt),
    isSentSince: isSentSince(order, attempt),
    operationId,
    intent: order.intent,
    otherIntent,
  });
  // A signature that already spoke of another subject goes on speaking of that one.
  const verified = answer.kind === 'verified' && verdict.outcome !== 'unverified' ? answer : null;
  const retryAtMs = isAgain
    ? order.retryAtMs
    : circumstances.nowMs + pauseMs(order, { verdict, askedMs: verified?.retryAfterMs ?? null }, circumstances);
  if (verdict.outcome === 'unverified') {
    return {
      events: [
        orderEvent(operationId, 'answer-unverified', {
          attempt,
          sealed,
          httpStatus,
          reason: verdict.reason,
          retryAtMs,
        }),
      ],
    };
  }
  const shared = {
    createdAtSeconds: verified?.createdAtSeconds ?? 0,
    sealed,
    httpStatus,
    requestId: verified?.requestId ?? null,
    retryAtMs,
    ...askedIn(verified, isAgain, circumstances.serviceNowMs),
  };
  const copyEvidence = evidenceOfCopy(order, call, verdict);
  return {
    events: [
      ...(about === undefined
        ? []
        : [
            orderEvent(about.operationId, 'answer-judged', {
              ...shared,
              attempt: null,
              verdict: about.verdict,
              thenRead: false,
            }),
          ]),
      orderEvent(operationId, 'answer-judged', {
        ...shared,
        attempt,
        verdict,
        thenRead: thenRead || (isAgain && order.thenRead),
      }),
    ],
    isVerified: true,
    ...(copyEvidence === null ? {} : { copyEvidence }),
  };
}

/** Of what an answer asked that is judged again counts what is left since it was signed. */
function askedIn(
  answer: VerifiedAnswer | null,
  isAgain: boolean,
  serviceNowMs: number,
): Pick<OrderEventBody<'answer-judged'>, 'asked'> {
  if (answer === null || answer.retryAfterMs === null) return {};
  const agoMs = isAgain && answer.createdAtSeconds !== null ? serviceNowMs - (answer.createdAtSeconds + 1) * 1000 : 0;
  const waitMs = Math.min(answer.retryAfterMs, answer.retryAfterMs - agoMs);
  return waitMs <= 0 ? {} : { asked: { untilMs: serviceNowMs + waitMs, waitMs } };
}

function attemptOver(
  operationId: OperationId,
  order: Order,
  evidence: SettlingEvidence | null,
  circumstances: Circumstances,
): Decision {
  if (mustAskForPinned(order, circumstances))
    return { events: [orderEvent(operationId, 'attention-raised', { reason: 'pinned_differs' })] };
  const settled = evidence === null ? null : settle(order, evidence, circumstances);
  switch (settled?.kind) {
    case undefined:
    case 'open':
      return { events: [] };
    case 'readKnown':
      return { events: [], readsOther: true };
    case 'notBought':
      return { events: [orderEvent(operationId, 'order-not-bought', settled.proof)] };
    case 'asksPerson':
      // That its body cannot be sent stays the reason: a person is asked already, and may not send it again.
      if (order.attention === bodyUnreadableReason) return { events: [] };
      return { events: [orderEvent(operationId, 'attention-raised', { reason: settled.reason })] };
  }
}

function stillWanted(operationId: OperationId, order: Order, nowMs: number): Result<Decision, Failure> {
  const state = stateOf(order, nowMs);
  if (isFinal(state)) return err({ code: 'operation_final', operationId });
  if (state === 'settling' && !doesWantedDecide(order, nowMs)) return err({ code: 'not_allowed', operationId });
  return only(orderEvent(operationId, 'wanted-extended', { wantedUntilMs: nowMs + wantedForMs }));
}

/** A person's word where the evidence does not decide. */
function chosen(
  operationId: OperationId,
  order: Order,
  choice: DecisionChoice,
  nowMs: number,
): Result<Decision, Failure> {
  const reason = attentionOf(order);
  if (reason === null || !choicesFor(order, nowMs).includes(choice))
    return err({ code: 'not_allowed', field: 'choice', operationId });
  return only(orderEvent(operationId, 'decision-made', { choice, reason, wantedUntilMs: nowMs + wantedForMs }));
}

function only(event: NewOrderEvent): Result<Decision, Failure> {
  return ok({ events: [event] });
}
