import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { areCodesHeld } from '../../journal/copy-status.ts';
import type { Journal } from '../../journal/journal.ts';
import { orderIntendedKind } from '../../orders/codes/order-codes.ts';
import { holdOf } from '../machine/release.ts';
import type { SoldOrder } from '../machine/sold-order.ts';

type Records = Pick<Journal, 'copyStatus' | 'copyFacts' | 'events'>;

/** The order, unless another copy of these records may have handed out its codes. */
export function unlessHeld<T extends SoldOrder>(
  journal: Records,
  operationId: OperationId,
  order: T,
): Result<T, Failure> {
  const hold = holdOf(operationId, order, mayBeElsewhere(journal, operationId));
  return hold === null ? ok(order) : err(hold);
}

function mayBeElsewhere(journal: Records, operationId: OperationId): boolean {
  if (journal.copyStatus() === 'own') return false;
  const [intent] = journal.events({ subject: operationId, kind: orderIntendedKind, limit: 1 });
  return intent !== undefined && areCodesHeld(journal.copyFacts(), intent.seq);
}
