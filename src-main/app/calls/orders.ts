import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { CallHandlers, CallInput, OrderView } from '../../../src-shared/contract/schemas.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { costsMore } from '../../orders/machine/automatic-try.ts';
import type { Order } from '../../orders/machine/order.ts';
import { saleFault } from '../../orders/machine/placing.ts';
import { boughtBeside } from '../../orders/records/dispatch.ts';
import type { PageQuery } from '../../orders/records/find-page.ts';
import { numbersForStaff } from '../../orders/views/order-view.ts';
import { timelineOf } from '../../orders/views/timeline.ts';
import { otherCharge } from '../../prices/machine/other-charge.ts';
import type { PriceList } from '../../prices/machine/price-list.ts';
import { saleCharge } from '../../prices/machine/sale-charge.ts';
import { needsApproval } from '../../staff/acting.ts';
import { pricedCard } from '../counter/charges.ts';
import type { LocalRecords } from '../counter/counter.ts';
import { buyBasketAt } from './basket.ts';
import { atCounter, inLocalRecords, orderViewOf, type CallContext } from './context.ts';
import { needsOfShown, shownSaleFault, type PricedSale } from './shown-sale.ts';

const pageSize = 50;

export function orderCalls(context: CallContext): CallHandlers['orders'] {
  const wakeRunner = (): void => context.current()?.runner?.wake();
  /** What a person pressed for last, less what was tried again since, and whether the counter has stayed open since. */
  let pressed: { readonly operationIds: ReadonlySet<string>; readonly isThere: () => boolean } | null = null;
  return {
    place: (input) =>
      atCounter(context, ({ catalogue, localRecords, orders, session }) => {
        if (session.signingKey() === null) return err({ code: 'not_enrolled' });
        const inputFault = saleFault(asked(input), session.profile);
        if (inputFault !== null) return err(inputFault);
        const sale = saleOf(catalogue, localRecords.prices.read(), input);
        if (!sale.ok) return sale;
        const choices = context.current()?.preferences.read() ?? initialPreferences;
        const isAutomatic = input.afterPriceChange === true;
        if (isAutomatic && (pressed?.operationIds.has(input.replaces ?? '') !== true || !pressed.isThere()))
          return err({ code: 'not_allowed', field: 'afterPriceChange' });
        // That so large a sale is meant is not a cashier's word where a manager is asked for it.
        const isAsked = needsApproval();
        const said = isAutomatic ? consented(input, sale.value, localRecords) : input;
        const beside = boughtBeside(localRecords.records, sale.value);
        const fault = shownSaleFault(sale.value, isAsked ? { ...said, largeConfirmed: true } : said, choices, beside);
        if (fault !== null) return err(fault);
        const operationId = knownId<OperationId>(context.ports.randomness.uuid());
        const placed = orders.place(operationId, sale.value, {
          besidesPending: input.besidesPending,
          needs: needsOfShown(sale.value, choices, beside),
        });
        if (placed.ok) {
          pressed = isAutomatic
            ? withoutOne(pressed, input.replaces)
            : { operationIds: new Set([operationId]), isThere: context.pageState.watched() };
          context.pageState.watch(operationId);
          wakeRunner();
        }
        return viewed(context, operationId, placed);
      }),
    buyBasket: (input) =>
      atCounter(context, (counter) => {
        const { catalogue, localRecords } = counter;
        const placed = buyBasketAt(context, counter, input, (asked) =>
          saleOf(catalogue, localRecords.prices.read(), asked),
        );
        if (!placed.ok) return placed;
        const { basket, orders } = placed.value;
        pressed = {
          operationIds: new Set(orders.map(({ operationId }) => operationId)),
          isThere: context.pageState.watched(),
        };
        orders.slice(0, 1).forEach(({ operationId }) => context.pageState.watch(operationId));
        wakeRunner();
        return ok({
          basket,
          orders: orders.map(({ operationId, order }) => orderViewOf(context, operationId, order)),
        });
      }),
    list: (query) =>
      inLocalRecords(context, ({ records, payments }) => {
        const named = query.find === undefined ? [] : serialsOf(context, query.find);
        const owed = query.show === 'owed' ? { among: payments.owed().map(({ operationId }) => operationId) } : {};
        const page = records.page({ ...pageQueryOf(query, context.ports.clock.nowMs()), named, ...owed });
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

/** Each order that a person pressed for may be tried again by itself once. */
function withoutOne<T extends { readonly operationIds: ReadonlySet<string> }>(
  pressed: T | null,
  operationId: string | undefined,
): T | null {
  if (pressed === null) return null;
  return { ...pressed, operationIds: new Set([...pressed.operationIds].filter((id) => id !== operationId)) };
}

/** Sales with a card of this serial number. Without the counter's data key nobody finds them. */
function serialsOf(context: CallContext, find: string): readonly OperationId[] {
  const counter = context.current()?.counter;
  return counter?.ok === true ? counter.value.serials.find(find) : [];
}

function pageQueryOf(
  { show, states, walletId, cardId, from, until, find, cursor }: CallInput<'orders', 'list'>,
  nowMs: number,
): PageQuery {
  return {
    show: show === 'owed' ? 'all' : show,
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

function asked({ quantity, externalReference = '' }: CallInput<'orders', 'place'>) {
  return { quantity, ...(externalReference === '' ? {} : { externalReference }) };
}

/** The cost is what the service showed last, and no screen's word: every member goes back as it came. */
function saleOf(
  catalogue: Catalogue,
  prices: PriceList,
  input: CallInput<'orders', 'place'>,
): Result<PricedSale, Failure> {
  const walletId = knownId<WalletId>(input.walletId);
  const card = catalogue.card(walletId, knownId<CardId>(input.cardId));
  // What was on the screen may be gone by now, or be without a price: the catalogue is to be read again.
  if (card?.unitPrice === undefined) return err({ code: 'price_changed', field: 'cardId' });
  const category = catalogue.categoryOf(walletId, card.subcategoryId);
  const ruled = saleCharge(prices, pricedCard(walletId, card, card.unitPrice, category), input.quantity);
  const { otherPrice } = input;
  const charge = otherPrice === undefined ? ruled : otherCharge(ruled, otherPrice, input.quantity);
  if (charge === null) return err({ code: 'input_invalid', field: 'otherPrice' });
  return ok({
    walletId,
    cardId: card.id,
    ...asked(input),
    expectedUnitPrice: card.unitPrice,
    charge,
    useAllowedDebt: input.useAllowedDebt,
    ...(card.name === undefined ? {} : { cardName: card.name }),
    ...(input.replaces === undefined ? {} : { replaces: knownId<OperationId>(input.replaces) }),
    ...(input.afterPriceChange === undefined ? {} : { afterPriceChange: true }),
  });
}

/** That so large a sale is meant was said of the cost of then: at a higher one nobody has said it. */
function consented(
  { largeConfirmed, ...input }: CallInput<'orders', 'place'>,
  sale: PricedSale,
  { records }: Pick<LocalRecords, 'records'>,
): CallInput<'orders', 'place'> {
  const replaced = sale.replaces === undefined ? null : records.find(sale.replaces);
  const isSame = largeConfirmed !== undefined && replaced !== null && !costsMore(sale, replaced);
  return isSame ? { ...input, largeConfirmed } : input;
}

function viewed(
  context: CallContext,
  operationId: OperationId,
  facts: Result<Order, Failure>,
): Result<OrderView, Failure> {
  return facts.ok ? ok(orderViewOf(context, operationId, facts.value)) : facts;
}
