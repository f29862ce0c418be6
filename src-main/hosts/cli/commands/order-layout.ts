import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { promisedEnd } from '../../../../src-shared/contract/promised-end.ts';
import type { OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import type { CardCodes } from '../../../core/card-codes.ts';
import type { OperationId } from '../../../core/ids.ts';
import type { DeploymentProfile } from '../../../deployment/profile.ts';
import { conflictReason } from '../../../orders/machine/events.ts';
import { nextCall, ownTerms } from '../../../orders/machine/next-step.ts';
import type { Order } from '../../../orders/machine/order.ts';
import { limitsInRecords, limitsNow, viewOf } from '../../../orders/views/order-view.ts';
import { promised } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { failureLine } from '../terminal/print.ts';

/** What a list of orders shows to a person: of the money only what the customer pays. */
export const orderColumns = [
  'operationId',
  'saleNumber',
  'state',
  'quantity',
  'charge.total',
  'externalReference',
] as const;

/** What came of asking for the codes of an order: none where nobody asked. Some may come where others do not. */
export interface CodesAsked {
  readonly codes?: readonly CardCodes[];
  /** Why codes did not come. The cards are bought all the same. */
  readonly codesError?: Failure;
}

/**
 * When an order that has no outcome goes on by itself, until when it is left alone and by when it is decided, as far as
 * that is known.
 */
type OrderTimes = Pick<OrderView, 'nextAttemptAt' | 'askedUntil' | 'endsBy'>;

export function timesOf(
  { orders, session }: Counter,
  operationId: OperationId,
  facts: Order,
  nowMs: number,
): OrderTimes {
  return timesIn(viewOf(operationId, facts, nowMs, orders.next(operationId), limitsNow(session, operationId, facts)));
}

/** The same from the records alone. */
export function timesInRecords(
  operationId: OperationId,
  facts: Order,
  profile: DeploymentProfile | null,
  nowMs: number,
): OrderTimes {
  return timesIn(
    viewOf(operationId, facts, nowMs, nextCall(facts, ownTerms(facts), nowMs), limitsInRecords(facts, profile, nowMs)),
  );
}

function timesIn({ nextAttemptAt, askedUntil, endsBy }: OrderView): OrderTimes {
  return {
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    ...(askedUntil === undefined ? {} : { askedUntil }),
    ...(endsBy === undefined ? {} : { endsBy }),
  };
}

/** Whoever waits hears on stderr until when that is in vain, and by when it ends. */
export function sayTimes(
  { text, say }: Pick<CliContext, 'text' | 'say'>,
  operationId: OperationId,
  times: OrderTimes,
): void {
  const { nextAttemptAt, askedUntil } = times;
  const endsBy = promisedEnd(times);
  if (askedUntil === undefined && times.endsBy !== undefined && nextAttemptAt !== undefined)
    say(`${operationId}: ${text('order.asksNext', { time: nextAttemptAt })}`);
  if (askedUntil !== undefined) say(`${operationId}: ${text('order.askedUntil', { time: askedUntil })} (resume --now)`);
  if (endsBy !== undefined) say(`${operationId}: ${text('order.endsBy', { time: endsBy })}`);
}

/** An order as the command line prints it. Codes are null unless they were revealed. */
export function orderValue(
  operationId: OperationId,
  facts: Order,
  nowMs: number,
  { codes, codesError }: CodesAsked = {},
) {
  const view = viewOf(operationId, facts, nowMs);
  const { state, invoiceId, walletId, cardId, quantity, total, charge, externalReference, attempts } = view;
  const { completedAt, basket, saleNumber, textClosed } = view;
  return {
    operationId,
    ...(saleNumber === undefined ? {} : { saleNumber }),
    state,
    ...(view.soldBy === undefined ? {} : { soldBy: view.soldBy }),
    invoiceId,
    walletId,
    cardId,
    quantity,
    total,
    charge,
    externalReference,
    ...(textClosed === undefined ? {} : { textClosed }),
    attempts,
    codes: codes ?? view.codes.map(hidden),
    ...(completedAt === undefined ? {} : { completedAt }),
    ...(basket === undefined ? {} : { basket }),
    ...(view.codesState === 'keptBack' ? { voided: true } : {}),
    ...(view.makesGoodFor === undefined ? {} : { makesGoodFor: view.makesGoodFor }),
    ...(codesError === undefined ? {} : { codesError: promised(codesError) }),
    ...refusalIn(facts, view),
  };
}

/** That an order shows no reference does not mean that it has none. */
export function sayClosed(
  { text, say }: Pick<CliContext, 'text' | 'say'>,
  orders: readonly Pick<OrderView, 'textClosed'>[],
): void {
  const count = orders.filter(({ textClosed }) => textClosed === true).length;
  if (count > 0) say(text('cli.orders.closed', { count }));
}

/**
 * What the service said of an order that is for a person, or was: the error names why a person decides and not this.
 */
function refusalIn({ attentionCode }: Order, { refusal }: OrderView) {
  if (refusal === undefined || attentionCode === null || attentionCode === conflictReason) return {};
  const { code, detail, httpStatus, requestId } = refusal;
  return { refusal: { code, detail, httpStatus, requestId } };
}

function hidden({ soldCardId }: OrderView['codes'][number]): CardCodes {
  return { soldCardId, serialNumber: null, voucher: null };
}

/**
 * What the service's support must hear of this order, said to whoever looks at it; they keep it and cannot learn its
 * outcome.
 */
export function sayForStaff({ text, say, nowMs }: Said, operationId: OperationId, facts: Order): void {
  if (viewOf(operationId, facts, nowMs()).recoveryExhausted !== true) return;
  say(`${operationId}: ${text('story.staff.exhausted')}`);
}

/** What an answer that is not bound to this order does not prove. */
export function sayUnproved({ text, say, nowMs }: Said, operationId: OperationId, facts: Order): void {
  const { attention } = viewOf(operationId, facts, nowMs());
  const unproved = unprovedReasons.find((reason) => reason === attention?.reason);
  if (unproved !== undefined) say(`${operationId}: ${text(`timeline.why.${unproved}`)}`);
}

type Said = Pick<CliContext, 'text' | 'say' | 'nowMs'>;
const unprovedReasons = ['refusal_not_bound', 'not_found_not_bound'] as const;

/** What to send an order again by a person's word may cost. */
export function sayRisk({ text, say }: Pick<CliContext, 'text' | 'say'>): void {
  say(text('decision.resend.risk'));
}

/** Whoever asked for codes hears beside the sale why they are not there. */
export function sayWithoutCodes(
  { text, say }: Pick<CliContext, 'text' | 'say'>,
  operationId: OperationId,
  failure: Failure,
): void {
  say(`${operationId}: ${text('order.codesNotHere')} ${failureLine(failure)}`);
}
