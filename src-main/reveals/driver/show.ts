import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Order } from '../../orders/codes/order-codes.ts';
import { codesToShow, hasThemHere, isClosed, holdOfOwned } from '../machine/release.ts';
import { nameOf, type OwnedSubject } from '../machine/subject.ts';
import { closedAnswers } from '../records/closed-codes.ts';
import type { RevealContext } from '../records/context.ts';
import { unsealCodes } from '../records/credentials.ts';
import {
  openedCodes,
  openOrder,
  showTogether,
  showUnshown,
  type CodesOfOrder,
  type IsWatched,
  type ShownTogether,
} from '../records/deliveries.ts';
import { judgeRevealAgain } from '../records/judge-again.ts';
import { askForOrder, untilAllRefused, type AskForOrder } from './ask-for-order.ts';
import { askForCodes, type RevealCall } from './ask.ts';

export interface ShowContext extends RevealContext {
  /** Re-checks the unverified answers to an order's own calls: codes may lie in one of them. */
  readonly recheckOrder: (operationId: OperationId) => Promise<unknown>;
}

/** Shows codes of an order from what lies here; where too few do, or they do not open, the service is asked first. */
export async function showOrder(
  context: ShowContext,
  operationId: OperationId,
  only: SoldCardId | undefined,
  isWatched: IsWatched,
): Promise<Result<CardCodes[], Failure>> {
  const ready = await readyToShow(context, operationId, only);
  if (!ready.ok) return ready;
  return showTogether(context, [ready.value], isWatched, ({ shown }) => shown.flatMap(({ codes }) => codes));
}

/**
 * The same for several orders: all are asked for before any comes out, so that a lock, a failure or the end of the
 * process meanwhile leaves none recorded that nobody saw.
 */
export async function showOrders<T>(
  context: ShowContext,
  operationIds: readonly OperationId[],
  isWatched: IsWatched,
  handOut: (together: ShownTogether) => T,
): Promise<Result<T, Failure>> {
  const ready: CodesOfOrder[] = [];
  const unready: ShownTogether['failed'][number][] = [];
  const ask = untilAllRefused(context);
  for (const operationId of operationIds) {
    // Who asked is gone: the service need not be asked for the rest.
    const one = isWatched()
      ? await readyToShow(context, operationId, undefined, ask)
      : ok({ operationId, codesIn: none });
    if (one.ok) ready.push(one.value);
    else unready.push({ operationId, failure: one.error });
  }
  const [first] = unready;
  if (ready.length === 0 && first !== undefined && isWatched()) return err(first.failure);
  return showTogether(context, ready, isWatched, ({ shown, failed }) =>
    handOut({ shown, failed: [...unready, ...failed] }),
  );
}

const none: CodesOfOrder['codesIn'] = new Map();

/** Which codes of an order can come out now, asked from the service where they must be; nothing is shown by it. */
async function readyToShow(
  context: ShowContext,
  operationId: OperationId,
  only: SoldCardId | undefined,
  ask: AskForOrder = (asked) => askForOrder(context, asked),
): Promise<Result<CodesOfOrder, Failure>> {
  // The codes may lie in an answer that could not be verified when it came.
  await context.recheckOrder(operationId);
  judgeRevealAgain(context, operationId);
  const open = openOrder(context, operationId);
  if (!open.ok) return open;
  const order = open.value;
  if (hasThemHere(order, only)) {
    const kept = ifItOpens(context, { operationId, codesIn: codesToShow(order, only) });
    if (kept.ok || !isClosed(kept.error)) return kept;
  }
  const closed = closedAnswers(context, order);
  const asked = await ask({ operationId, order, insteadOf: closed });
  // The codes that are here come out all the same: without `cards:reveal` they would never.
  const latest = context.records.find(operationId) ?? order;
  const ready = ifItOpens(context, { operationId, codesIn: codesToShow(latest, only, closed) });
  return asked.ok || ready.ok ? ready : err({ ...asked.error, operationId });
}

function ifItOpens(context: ShowContext, order: CodesOfOrder): Result<CodesOfOrder, Failure> {
  const opened = openedCodes(context, order);
  return opened.ok ? ok(order) : opened;
}

/**
 * All codes of an order, or none: from what lies here; where too few do, or they do not open, the service is asked
 * first. They are not recorded: nothing may leave with them until the caller has done so (law 6).
 */
export async function bringOrder(
  context: ShowContext,
  operationId: OperationId,
): Promise<Result<CardCodes[], Failure>> {
  await context.recheckOrder(operationId);
  judgeRevealAgain(context, operationId);
  const open = openOrder(context, operationId);
  if (!open.ok) return open;
  const kept = wholeOf(context, operationId, open.value);
  if (kept.ok || !isClosed(kept.error)) return kept;
  const asked = await askForOrder(context, {
    operationId,
    order: open.value,
    insteadOf: closedAnswers(context, open.value),
  });
  // They may have been handed over, or the records come into doubt, while the service was asked.
  const latest = openOrder(context, operationId);
  if (!latest.ok) return latest;
  const whole = wholeOf(context, operationId, latest.value);
  return whole.ok || asked.ok ? whole : err({ ...asked.error, operationId });
}

function wholeOf(
  { journal, vault }: ShowContext,
  operationId: OperationId,
  order: Order,
): Result<CardCodes[], Failure> {
  return hasThemHere(order, undefined)
    ? unsealCodes(journal, vault, order.sealedCodes)
    : err({ ...detailed('codes_unavailable', 'to_reveal'), operationId });
}

/**
 * Shows the codes of a card or an invoice. Those that came and were never shown come out first: the answer that holds
 * them may have been verified only later.
 */
export async function showOwned(
  context: RevealContext,
  subject: OwnedSubject,
  call: RevealCall,
  isWatched: IsWatched,
): Promise<Result<CardCodes[], Failure>> {
  const hold = holdOfOwned(context.journal.copyStatus() === 'own');
  if (hold !== null) return err(hold);
  judgeRevealAgain(context, nameOf(subject));
  const waiting = showUnshown(context, subject, isWatched);
  if (waiting.ok) return waiting;
  const asked = await askForCodes(context, subject, call);
  return asked.ok ? showUnshown(context, subject, isWatched) : asked;
}
