import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { recordCodes, recordCodesTogether, type Order } from '../../orders/codes/order-codes.ts';
import { approvalFault } from '../../staff/acting.ts';
import { askedCodesIn } from '../machine/asked-codes.ts';
import { revealEvent } from '../machine/events.ts';
import { boughtHere, handOverFault } from '../machine/release.ts';
import { nameOf, type OwnedSubject } from '../machine/subject.ts';
import type { RevealContext } from './context.ts';
import { unsealCodes } from './credentials.ts';
import { unlessHeld } from './held-codes.ts';
import { revealEventsOf, rowOfReveal } from './stored-events.ts';

/** Where codes leave their seal: each time is written down before they come out (law 6). */

/** Asked when codes are there to come out: whether whoever asked for them can still see them. */
export type IsWatched = () => boolean;

export type CodePart = 'serialNumber' | 'voucher';

type Context = Pick<RevealContext, 'records' | 'journal' | 'vault' | 'step'>;

/** Nobody saw them: not in the journal either. The lock may be open again by now, but the sheet that asked is gone. */
const leftAlone: Failure = { code: 'not_allowed', detail: 'locked' };

/** The order, where it was bought here and its codes may come out. */
export function openOrder({ records, journal }: Context, operationId: OperationId): Result<Order, Failure> {
  const bought = boughtHere(operationId, records.find(operationId));
  if (!bought.ok) return bought;
  const fault = codesAgainFault(bought.value);
  return fault === null ? unlessHeld(journal, operationId, bought.value) : err(fault);
}

/**
 * Once the customer has the codes, or has the money back instead, a cashier needs a manager's word for each time that
 * they come out.
 */
export function codesAgainFault(...orders: readonly Pick<Order, 'handedOver' | 'keptBack'>[]): Failure | null {
  return approvalFault([
    ...(orders.some(({ handedOver }) => handedOver) ? [{ kind: 'codesAgain' as const }] : []),
    ...(orders.some(({ keptBack }) => keptBack) ? [{ kind: 'codesOfVoid' as const }] : []),
  ]);
}

/** Which codes of an order are to come out, each with the id of the answer that holds it. */
export interface CodesOfOrder {
  readonly operationId: OperationId;
  readonly codesIn: ReadonlyMap<SoldCardId, string>;
}

export interface ShownTogether {
  readonly shown: readonly { readonly operationId: OperationId; readonly codes: readonly CardCodes[] }[];
  readonly failed: readonly { readonly operationId: OperationId; readonly failure: Failure }[];
}

/**
 * Shows codes of several orders in one step, and without one: `handOut` has them before anything else can happen. What
 * does not open of one order takes nothing from the others; where none opens, the first failure is given.
 */
export function showTogether<T>(
  context: Context,
  orders: readonly CodesOfOrder[],
  isWatched: IsWatched,
  handOut: (together: ShownTogether) => T,
): Result<T, Failure> {
  if (!isWatched()) return err(leftAlone);
  const opened = orders.map((order) => ({ ...order, codes: openedCodes(context, order) }));
  const shown = opened.flatMap(({ operationId, codes }) => (codes.ok ? [{ operationId, codes: codes.value }] : []));
  const failed = opened.flatMap(({ operationId, codes }) => (codes.ok ? [] : [{ operationId, failure: codes.error }]));
  const [first] = failed;
  if (shown.length === 0 && first !== undefined) return err(first.failure);
  context.step('codes-unsealed');
  const bodies = new Map(
    opened
      .filter(({ codes }) => codes.ok)
      .map(({ operationId, codesIn }) => [operationId, { soldCardIds: [...codesIn.keys()] }]),
  );
  const recorded = recordCodesTogether(context.records, 'codes-shown', bodies);
  if (!recorded.ok) return recorded;
  context.step('delivery-recorded');
  return ok(handOut({ shown, failed }));
}

/** The codes of an order, and nothing written. All is asked again: time may have passed since it was ready. */
export function openedCodes(context: Context, { operationId, codesIn }: CodesOfOrder): Result<CardCodes[], Failure> {
  const open = openOrder(context, operationId);
  if (!open.ok) return open;
  if (codesIn.size === 0) return err({ ...detailed('codes_unavailable', 'card_not_in_order'), operationId });
  return unsealCodes(context.journal, context.vault, codesIn);
}

/** Shows the codes of a card or an invoice that came and were not shown since. */
export function showUnshown(context: Context, owned: OwnedSubject, isWatched: IsWatched): Result<CardCodes[], Failure> {
  if (!isWatched()) return err(leftAlone);
  const { journal, vault, step } = context;
  const subject = nameOf(owned);
  const { unshown } = askedCodesIn(revealEventsOf(journal, { subject }));
  if (unshown === null) return err({ code: 'codes_unavailable' });
  const codesIn = new Map(unshown.soldCardIds.map((card) => [card, unshown.sealedId]));
  const codes = unsealCodes(journal, vault, codesIn);
  if (!codes.ok) return codes;
  step('codes-unsealed');
  const body = { soldCardIds: [...unshown.soldCardIds] };
  const shown = journal.append(rowOfReveal(revealEvent(subject, 'codes-shown', body)));
  if (!shown.ok) return shown;
  step('delivery-recorded');
  return codes;
}

export function copyPart(
  { records, journal, vault }: Context,
  operationId: OperationId,
  soldCardId: SoldCardId,
  part: CodePart,
): Result<string, Failure> {
  const order = records.find(operationId);
  const sealedId = order?.sealedCodes.get(soldCardId);
  if (order === null || sealedId === undefined) return err({ code: 'codes_unavailable', operationId });
  const open = unlessHeld(journal, operationId, order);
  if (!open.ok) return open;
  const fault = codesAgainFault(order);
  if (fault !== null) return err(fault);
  const codes = unsealCodes(journal, vault, new Map([[soldCardId, sealedId]]));
  if (!codes.ok) return codes;
  // Of two codes under one card nobody can say which is meant: both are shown, and none is copied.
  const text = codes.value.length > 1 ? null : (codes.value[0]?.[part] ?? null);
  if (text === null) return err({ code: 'codes_unavailable', operationId });
  const recorded = recordCodes(records, operationId, 'codes-copied', { soldCardId, part });
  return recorded.ok ? ok(text) : recorded;
}

export function handOver(context: Context, operationId: OperationId): Result<Order, Failure> {
  const order = toHandOver(context, operationId);
  if (!order.ok || order.value.handedOver) return order;
  return recordCodes(context.records, operationId, 'codes-handed-over', {});
}

/** All orders of a sale or none: half of them would be a sale whose rest waits for a customer who is gone. */
export function handOverTogether(
  context: Context,
  operationIds: readonly OperationId[],
): Result<ReadonlyMap<OperationId, Order>, Failure> {
  const waiting: OperationId[] = [];
  for (const operationId of operationIds) {
    const order = toHandOver(context, operationId);
    if (!order.ok) return order;
    if (!order.value.handedOver) waiting.push(operationId);
  }
  const bodies = new Map(waiting.map((operationId) => [operationId, {}]));
  const recorded = waiting.length === 0 ? ok([]) : recordCodesTogether(context.records, 'codes-handed-over', bodies);
  if (!recorded.ok) return recorded;
  return ok(
    new Map(
      operationIds.flatMap((id) => {
        const order = context.records.find(id);
        return order === null ? [] : [[id, order]];
      }),
    ),
  );
}

function toHandOver({ records, journal }: Context, operationId: OperationId): Result<Order, Failure> {
  const bought = boughtHere(operationId, records.find(operationId));
  if (!bought.ok || bought.value.handedOver) return bought;
  const open = unlessHeld(journal, operationId, bought.value);
  const fault = open.ok ? handOverFault(operationId, bought.value) : null;
  return fault === null ? open : err(fault);
}
