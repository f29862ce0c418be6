import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import { stateOf as stateOfOrder, type Order } from '../../orders/machine/order.ts';
import { instant } from '../../orders/views/order-view.ts';
import { stateOf } from '../machine/complaint.ts';
import type { KnownComplaint } from '../records/complaint-records.ts';

/** A complaint as screens see it; `order` is that of its card. No code of a card is in it. */
export function complaintView(known: KnownComplaint, order: Order | null, nowMs: number): ComplaintView {
  const { complaint, madeGood, replacement } = known;
  const { id, revision, operationId, soldCardId, reason, openedAtMs, isSent, steps } = complaint;
  return {
    id,
    revision,
    state: stateOf(complaint, madeGood),
    operationId,
    soldCardId,
    cardName: order?.intent.cardName ?? null,
    reason,
    openedAt: instant(openedAtMs),
    isSent,
    replacement:
      replacement === null || replacement.order === null
        ? null
        : { operationId: replacement.operationId, state: stateOfOrder(replacement.order, nowMs) },
    steps: steps.map(({ kind, atMs, by, note, moneyReturned }) => ({
      kind,
      at: instant(atMs),
      ...(by === null ? {} : { by }),
      ...(note === null ? {} : { note }),
      ...(moneyReturned === undefined ? {} : { moneyReturned }),
    })),
  };
}
