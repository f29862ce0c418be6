import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { recordCodes, type Order } from '../../orders/codes/order-codes.ts';
import { approvalFault } from '../../staff/acting.ts';
import { askedCodesIn } from '../machine/asked-codes.ts';
import { revealEvent } from '../machine/events.ts';
import { boughtHere, handOverFault } from '../machine/release.ts';
import { nameOf, type OwnedSubject } from '../machine/subject.ts';
import type { RevealContext } from './context.ts';
import { unsealCodes } from './credentials.ts';
import { unlessLocked } from './lock.ts';
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
  return fault === null ? unlessLocked(journal, operationId, bought.value) : err(fault);
}

/** Once the customer has the codes, a cashier needs a manager's word for each time that they come out. */
export function codesAgainFault({ handedOver }: Pick<Order, 'handedOver'>): Failure | null {
  return approvalFault(handedOver ? [{ kind: 'codesAgain' }] : []);
}

/** Shows codes of an order, each from the answer that holds it. */
export function showSealed(
  context: Context,
  operationId: OperationId,
  codesIn: ReadonlyMap<SoldCardId, string>,
  isWatched: IsWatched,
): Result<CardCodes[], Failure> {
  if (!isWatched()) return err(leftAlone);
  if (codesIn.size === 0) return err({ ...detailed('codes_unavailable', 'card_not_in_order'), operationId });
  // They may have been handed over while the service was asked for them.
  const order = context.records.find(operationId);
  const fault = order === null ? null : codesAgainFault(order);
  if (fault !== null) return err(fault);
  return unsealed(context, codesIn, (soldCardIds) =>
    recordCodes(context.records, operationId, 'codes-shown', { soldCardIds }),
  );
}

/** Shows the codes of a card or an invoice that came and were not shown since. */
export function showUnshown(context: Context, owned: OwnedSubject, isWatched: IsWatched): Result<CardCodes[], Failure> {
  if (!isWatched()) return err(leftAlone);
  const { journal } = context;
  const subject = nameOf(owned);
  const { unshown } = askedCodesIn(revealEventsOf(journal, { subject }));
  if (unshown === null) return err({ code: 'codes_unavailable' });
  const codesIn = new Map(unshown.soldCardIds.map((card) => [card, unshown.sealedId]));
  return unsealed(context, codesIn, () =>
    journal.append(rowOfReveal(revealEvent(subject, 'codes-shown', { soldCardIds: [...unshown.soldCardIds] }))),
  );
}

function unsealed(
  { journal, vault, step }: Context,
  codesIn: ReadonlyMap<SoldCardId, string>,
  record: (soldCardIds: SoldCardId[]) => Result<unknown, Failure>,
): Result<CardCodes[], Failure> {
  const codes = unsealCodes(journal, vault, codesIn);
  if (!codes.ok) return codes;
  step('codes-unsealed');
  const shown = record([...codesIn.keys()]);
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
  const open = unlessLocked(journal, operationId, order);
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
  const bought = boughtHere(operationId, context.records.find(operationId));
  if (!bought.ok || bought.value.handedOver) return bought;
  const open = unlessLocked(context.journal, operationId, bought.value);
  if (!open.ok) return open;
  const fault = handOverFault(operationId, bought.value);
  return fault === null ? recordCodes(context.records, operationId, 'codes-handed-over', {}) : err(fault);
}
