import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { CallHandlers, CallInput, OrderView } from '../../../src-shared/contract/schemas.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../core/ids.ts';
import { parseAmount } from '../../core/money.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Order } from '../../orders/machine/order.ts';
import { saleFault, type NewSale } from '../../orders/machine/placing.ts';
import type { PageQuery } from '../../orders/records/order-records.ts';
import { numbersForStaff } from '../../orders/views/order-view.ts';
import { timelineOf } from '../../orders/views/timeline.ts';
import { atCounter, inLocalRecords, orderViewOf, type CallContext } from './context.ts';
import { shownSaleFault } from './shown-sale.ts';

const pageSize = 50;

export function orderCalls(context: CallContext): CallHandlers['orders'] {
  const wakeRunner = (): void => context.current()?.runner?.wake();
  return {
    place: (input) =>
      atCounter(context, ({ catalogue, orders, session }) => {
        const sale = saleOf(catalogue, input);
        if (!sale.ok) return sale;
        const choices = context.current()?.preferences.read() ?? initialPreferences;
        const fault = saleFault(sale.value, session.profile) ?? shownSaleFault(sale.value, input, choices);
        if (fault !== null) return err(fault);
        const operationId = knownId<OperationId>(context.ports.randomness.uuid());
        const placed = orders.place(operationId, sale.value, { besidesPending: input.besidesPending });
        if (placed.ok) {
          context.pageState.watch(operationId);
          wakeRunner();
        }
        return viewed(context, operationId, placed);
      }),
    list: (query) =>
      inLocalRecords(context, ({ records }) => {
        const page = records.page(pageQueryOf(query, context.ports.clock.nowMs()));
        if (!page.ok) return page;
        const items = page.value.operationIds.flatMap((operationId) => {
          const facts = records.find(operationId);
          return facts === null ? [] : [orderViewOf(context, operationId, facts)];
        });
        return ok({ items, ...(page.value.nextCursor === undefined ? {} : { nextCursor: page.value.nextCursor }) });
      }),
    read: ({ operationId }) =>
      inLocalRecords(context, ({ records }) => {
        const id = knownId<OperationId>(operationId);
        const facts = records.find(id);
        if (facts === null) return err({ code: 'operation_unknown', operationId });
        return ok({ order: orderViewOf(context, id, facts), timeline: timelineOf(records.events(id)) });
      }),
    copyForStaff: ({ operationId }) =>
      inLocalRecords(context, async ({ records }) => {
        const facts = records.find(operationId);
        if (facts === null) return err({ code: 'operation_unknown', operationId });
        const copied = await context.ports.clipboard?.write(numbersForStaff(operationId, facts));
        return copied === true ? ok({ copied }) : err({ code: 'clipboard_unavailable' });
      }),
    resume: ({ operationId }) =>
      atCounter(context, async ({ orders }) => {
        const id = knownId<OperationId>(operationId);
        return viewed(context, id, await orders.resume(id, 0, 'asAsked'));
      }),
    keepWanted: ({ operationId }) =>
      atCounter(context, ({ orders }) => {
        const id = knownId<OperationId>(operationId);
        const kept = orders.keepWanted(id);
        if (kept.ok) wakeRunner();
        return viewed(context, id, kept);
      }),
    cancel: ({ operationId }) =>
      atCounter(context, ({ orders }) => {
        const id = knownId<OperationId>(operationId);
        return viewed(context, id, orders.cancel(id));
      }),
    decide: ({ operationId, choice }) =>
      atCounter(context, ({ orders }) => {
        const id = knownId<OperationId>(operationId);
        const decided = orders.decide(id, choice);
        if (decided.ok) wakeRunner();
        return viewed(context, id, decided);
      }),
  };
}

function pageQueryOf(
  { show, states, walletId, cardId, from, until, find, cursor }: CallInput<'orders', 'list'>,
  nowMs: number,
): PageQuery {
  return {
    show,
    limit: pageSize,
    ...(states === undefined ? {} : { states: { anyOf: states, nowMs } }),
    ...(walletId === undefined ? {} : { walletId }),
    ...(cardId === undefined ? {} : { cardId }),
    ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
    ...(until === undefined ? {} : { untilMs: Date.parse(until) }),
    ...(find === undefined ? {} : { find }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function saleOf(catalogue: Catalogue, input: CallInput<'orders', 'place'>): Result<NewSale, Failure> {
  const amount = parseAmount(input.expectedUnitPrice.amount);
  if (amount === null) return err({ code: 'input_invalid', field: 'expectedUnitPrice' });
  const { currency, asOf } = input.expectedUnitPrice;
  const card = catalogue.card(knownId<WalletId>(input.walletId), knownId<CardId>(input.cardId));
  // A screen that was drawn before the last read would send a price that the service has taken back since.
  if (card !== null && (card.unitPrice?.amount !== amount || card.unitPrice.currency !== currency))
    return err({ code: 'price_changed', field: 'expectedUnitPrice' });
  return ok({
    walletId: knownId<WalletId>(input.walletId),
    cardId: knownId<CardId>(input.cardId),
    quantity: input.quantity,
    // What the service showed and not what a screen made of it: every member goes back as it came.
    expectedUnitPrice: card?.unitPrice ?? { amount, currency, ...(asOf === undefined ? {} : { asOf }) },
    useAllowedDebt: input.useAllowedDebt,
    ...(input.externalReference === undefined || input.externalReference === ''
      ? {}
      : { externalReference: input.externalReference }),
    ...(card?.name === undefined ? {} : { cardName: card.name }),
    ...(input.replaces === undefined ? {} : { replaces: knownId<OperationId>(input.replaces) }),
  });
}

function viewed(
  context: CallContext,
  operationId: OperationId,
  facts: Result<Order, Failure>,
): Result<OrderView, Failure> {
  return facts.ok ? ok(orderViewOf(context, operationId, facts.value)) : facts;
}
