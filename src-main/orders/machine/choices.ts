import type { DecisionChoice, Failure } from '../../../src-preload/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { AttemptContext } from '../context.ts';
import { orderEvent } from './events.ts';
import { attentionOf, isHeldBack, stateOf } from './order.ts';
import type { Order } from './order.ts';
import { wantedForMs } from './intent.ts';
import { conflictReason } from './verdict.ts';

/**
 * What a person can decide about an order in `attention`; nothing in any other state. What was bought cannot be decided
 * away, what the service holds cannot be decided unbought, and where a resend would not be the same request, or would not
 * go out from records that were restored, it is not offered.
 */
export function choicesFor(facts: Order, nowMs: number): DecisionChoice[] {
  const reason = attentionOf(facts);
  if (reason === null || stateOf(facts, nowMs) !== 'attention') return [];
  if (facts.completed !== null) return ['accept-as-bought'];
  if (reason === conflictReason) return ['accept-not-bought', 'accept-as-bought'];
  if (facts.failed) return ['accept-not-bought', 'accept-as-bought'];
  const resend: DecisionChoice[] = isHeldBack(facts) ? [] : ['resend'];
  if (facts.acknowledged) return [...resend, 'accept-as-bought'];
  if (reason === 'pinned_differs' || reason === 'fence_other_terms' || reason === 'records_restored') return ['accept-not-bought', 'accept-as-bought'];
  return [...resend, 'accept-not-bought', 'accept-as-bought'];
}

/** Records a person's decision. Errors: `operation_unknown`, `not_allowed` where it is not theirs to decide. */
export function decide({ book, session }: Pick<AttemptContext, 'book' | 'session'>, operationId: OperationId, choice: DecisionChoice): Result<Order, Failure> {
  const facts = book.find(operationId);
  if (facts === null) return err({ code: 'operation_unknown', operationId });
  const nowMs = session.clock.nowMs();
  const reason = attentionOf(facts);
  if (reason === null || !choicesFor(facts, nowMs).includes(choice)) return err({ code: 'not_allowed', field: 'choice', operationId });
  return book.record(operationId, [orderEvent(operationId, 'decision-made', { choice, reason, wantedUntilMs: nowMs + wantedForMs })]);
}
