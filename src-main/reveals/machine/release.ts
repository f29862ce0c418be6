import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed, hasDetail } from '../../../src-shared/contract/details.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { SoldOrder } from './sold-order.ts';

/** Whether codes may come out, and which of them lie here. */

const held: Failure = detailed('codes_unavailable', 'locked_until_reconciled');

/**
 * Codes that another copy of these records may have handed out are held until owned cards are reconciled; null where
 * they are not. `mayBeElsewhere`: the order was intended before the records came into doubt, and they still are.
 */
export function holdOf(operationId: OperationId, { handedOver }: SoldOrder, mayBeElsewhere: boolean): Failure | null {
  return mayBeElsewhere && !handedOver ? { ...held, operationId } : null;
}

/** The same for a card or an invoice that is asked for by itself: it may belong to any of those orders. */
export function holdOfOwned(isOnlyCopy: boolean): Failure | null {
  return isOnlyCopy ? null : held;
}

/** The order, where it was bought here. */
export function boughtHere<T extends SoldOrder>(operationId: OperationId, order: T | null): Result<T, Failure> {
  if (order === null) return err({ code: 'operation_unknown', operationId });
  return order.completed === null ? err({ ...detailed('codes_unavailable', 'not_completed'), operationId }) : ok(order);
}

/** Whether an order was bought and has codes still to come. */
export function lacksCodes({ completed, sealedCodes, intent }: SoldOrder): boolean {
  return completed !== null && sealedCodes.size < intent.quantity;
}

/** Whether all codes that are asked for lie here: those of the order, or of `only` one of its cards. */
export function hasThemHere({ sealedCodes, intent }: SoldOrder, only: SoldCardId | undefined): boolean {
  return sealedCodes.size >= intent.quantity || (only !== undefined && sealedCodes.has(only));
}

/**
 * Which answer holds which of the codes that are asked for. One that does not open must not keep the codes in the
 * others from coming out: those in `closed` are left out.
 */
export function codesToShow(
  { sealedCodes }: SoldOrder,
  only: SoldCardId | undefined,
  closed: readonly string[] = [],
): ReadonlyMap<SoldCardId, string> {
  return new Map(
    [...sealedCodes].filter(
      ([soldCardId, sealedId]) => (only === undefined || soldCardId === only) && !closed.includes(sealedId),
    ),
  );
}

/** What becomes of a kept answer when it is opened; `purged`: its key was destroyed on purpose. */
export type Condition = 'opens' | 'purged' | 'closed';

/**
 * The kept answers with codes of an order that do not open: damaged, without their key, or not there. Those destroyed
 * after the hand-over, or after they were kept back, are none.
 */
export function closedAmong(
  { sealedCodes, handedOver, keptBack }: SoldOrder,
  conditionOf: (sealedId: string) => Condition,
): readonly string[] {
  return [...new Set(sealedCodes.values())].filter((id) => {
    const condition = conditionOf(id);
    return condition === 'closed' || (condition === 'purged' && !handedOver && !keptBack);
  });
}

/** Whether codes that were kept do not come out any more, and only the service has them. */
export function isClosed(failure: Failure): boolean {
  const { code } = failure;
  return (
    code === 'seal_failed' ||
    (code === 'codes_unavailable' && !hasDetail(failure, 'codes_unavailable', 'card_not_in_order'))
  );
}

/** Whether the customer may be said to have them: what was never shown would be purged unread. */
export function handOverFault(operationId: OperationId, { timesCodesOut, keptBack }: SoldOrder): Failure | null {
  if (keptBack) return { code: 'sale_void', operationId };
  return timesCodesOut === 0 ? { code: 'codes_not_shown', operationId } : null;
}
