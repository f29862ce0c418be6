import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { OperationId } from '../../../core/ids.ts';
import { attentionOf, type Order } from '../../../orders/machine/order.ts';
import { viewOf } from '../../../orders/views/order-view.ts';
import type { CommandOutcome } from '../terminal/command-outcome.ts';
import { orderValue, type CodesAsked } from './order-layout.ts';

/**
 * Whether an order was bought, as an exit, by its state alone: 0 bought, 3 not bought, 4 not settled, 5 for a person.
 */
export function orderOutcome(
  operationId: OperationId,
  facts: Order,
  nowMs: number,
  asked: CodesAsked = {},
): CommandOutcome {
  const view = viewOf(operationId, facts, nowMs);
  const value = orderValue(operationId, facts, nowMs, asked);
  switch (view.state) {
    case 'completed':
      return { exit: 0, value };
    case 'refused':
      return { exit: 3, error: { ...(view.refusal ?? { code: 'unknown_refusal' }), operationId }, value };
    case 'failed':
      return { exit: 3, error: { code: 'order_failed', operationId }, value };
    case 'cancelled':
    case 'notBought':
      return { exit: 3, error: { code: 'order_cancelled', operationId }, value };
    case 'attention':
      return {
        exit: 5,
        error: { ...contextOf(view.refusal), code: 'needs_attention', operationId, ...reasonOf(facts, view) },
        value,
      };
    case 'intended':
    case 'unknown':
    case 'accepted':
    case 'blocked':
    case 'waiting':
    case 'settling':
      return {
        exit: 4,
        error: {
          ...contextOf(view.refusal),
          code: 'not_settled',
          detail: view.refusal?.code ?? view.state,
          operationId,
        },
        value,
      };
  }
}

/** Why a person decides, and beside it what differs or the code of the service. */
function reasonOf(facts: Order, { refusal, attention }: OrderView): Pick<Failure, 'detail'> {
  const reason = attentionOf(facts);
  const details = [
    ...(attention?.differs ?? []),
    ...(refusal === undefined || refusal.code === reason ? [] : [refusal.detail ?? refusal.code]),
  ];
  return reason === null ? {} : { detail: details.length === 0 ? reason : `${reason}: ${details.join(', ')}` };
}

function contextOf(refusal: Failure | undefined): Pick<Failure, 'requestId' | 'httpStatus'> {
  return {
    ...(refusal?.requestId === undefined ? {} : { requestId: refusal.requestId }),
    ...(refusal?.httpStatus === undefined ? {} : { httpStatus: refusal.httpStatus }),
  };
}
