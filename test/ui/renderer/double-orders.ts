import { shownSaleFault } from '../../../src-main/app/calls/shown-sale.ts';
import { pricedCard } from '../../../src-main/app/counter/charges.ts';
import { parseAmount } from '../../../src-main/core/money.ts';
import { otherCharge } from '../../../src-main/prices/machine/other-charge.ts';
import { saleCharge, type SaleCharge } from '../../../src-main/prices/machine/sale-charge.ts';
import type { DecisionChoice, Failure } from '../../../src-shared/contract/codes.ts';
import type { CallHandlers, CallInput, CallResult, OrderView } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import { categoryOf, soldCard } from './double-catalogue.ts';
import * as data from './double-data.ts';
import { knowsCost } from './double-prices.ts';
import type { World } from './double-world.ts';

export function orderCalls(world: World): CallHandlers['orders'] {
  const found = (operationId: string, part: Partial<OrderView> = {}): Promise<CallResult<OrderView>> => {
    const order = world.orders.get(operationId);
    if (order === undefined) return soon(no('operation_unknown', { operationId }));
    const moved = { ...order, ...part };
    world.orders.set(operationId, moved);
    return soon(ok(moved));
  };
  const placed = (input: CallInput<'orders', 'place'>, basket?: OrderView['basket']): OrderView => {
    world.placed += 1;
    const number = 100 + world.placed;
    const card = soldCard(world, input.walletId, input.cardId);
    const charge = chargeOf(world, input);
    const intended = data.order(number, {
      state: 'intended',
      walletId: input.walletId,
      cardId: input.cardId,
      quantity: input.quantity,
      ...(charge === null ? {} : shownCharge(charge)),
      ...(card?.name === undefined ? {} : { cardName: card.name }),
      externalReference: input.externalReference ?? null,
      intendedAt: data.ago(0),
      cancellable: true,
      ...(input.replaces === undefined ? {} : { replaces: input.replaces }),
      ...(basket === undefined ? {} : { basket }),
    });
    world.orders.set(intended.operationId, intended);
    setTimeout(outcome, 60, world, intended.operationId, input.quantity, 49 + world.placed);
    return intended;
  };
  return {
    place: (input) => {
      const fault = faultOf(world, input);
      const replaced = input.replaces === undefined ? undefined : world.orders.get(input.replaces);
      return soon(fault === null ? ok(placed(input, replaced?.basket)) : { ok: false, error: fault });
    },
    buyBasket: (input) => {
      const lines = input.lines.map((line) => ({ ...line, useAllowedDebt: false, ...shownWith(input) }));
      for (const [number, line] of lines.entries()) {
        const fault = faultOf(world, line);
        if (fault !== null) return soon({ ok: false, error: { ...fault, field: `lines.${number}.${fault.field}` } });
      }
      const id = data.id(7, world.placed);
      const orders = lines.map((line, number) => placed(line, { id, line: number }));
      return soon(ok({ basket: id, orders }));
    },
    list: (query) =>
      soon(
        ok({
          items: [...world.orders.values()]
            .filter((each) =>
              data.matches(
                each,
                query,
                world.owed().map(({ operationId }) => operationId),
              ),
            )
            .toSorted((one, other) => other.intendedAt.localeCompare(one.intendedAt))
            .map((each) => orderFor(world, each)),
        }),
      ),
    copyForStaff: () => soon(ok({ copied: true as const })),
    read: ({ operationId }) => {
      const order = world.orders.get(operationId);
      return soon(
        order === undefined
          ? no('operation_unknown', { operationId })
          : ok({ order: orderFor(world, order), timeline: data.timelineOf(order, world.decided.get(operationId)) }),
      );
    },
    resume: ({ operationId }) => found(operationId),
    decide: ({ operationId, choice }) => {
      world.decided.set(operationId, choice);
      return found(operationId, { attention: undefined, ...outcomes[choice] });
    },
    keepWanted: ({ operationId }) => found(operationId, { wantedUntil: data.ago(-10) }),
    cancel: ({ operationId }) => found(operationId, { state: 'cancelled', cancellable: false }),
  };
}

/** As main shows it to who is at the counter. */
export function orderFor(world: Pick<World, 'staff'>, order: OrderView): OrderView {
  if (knowsCost(world)) return order;
  const { total: _, charge, ...shown } = order;
  const { margin: _margin, ...charged } = charge;
  return { ...shown, charge: charged };
}

function shownWith({ pricesRevision, largeConfirmed, externalReference }: CallInput<'orders', 'buyBasket'>) {
  return {
    pricesRevision,
    ...(largeConfirmed === undefined ? {} : { largeConfirmed }),
    ...(externalReference === undefined ? {} : { externalReference }),
  };
}

/** As main judges what was on the screen. */
function faultOf(world: World, input: CallInput<'orders', 'place'>): Failure | null {
  const { quantity, walletId, cardId } = input;
  const cost = soldCard(world, walletId, cardId)?.unitPrice;
  const amount = parseAmount(cost?.amount ?? '');
  const charge = chargeOf(world, input);
  if (cost === undefined || amount === null || charge === null) return { code: 'price_changed', field: 'cardId' };
  const expectedUnitPrice = { amount, currency: cost.currency };
  return shownSaleFault({ quantity, expectedUnitPrice, charge }, input, world.preferences);
}

function chargeOf(
  world: World,
  { walletId, cardId, quantity, otherPrice }: CallInput<'orders', 'place'>,
): SaleCharge | null {
  const card = soldCard(world, walletId, cardId);
  if (card?.unitPrice === undefined) return null;
  const category = categoryOf(world, walletId, card.subcategoryId);
  const ruled = saleCharge(world.prices, pricedCard(walletId, card, card.unitPrice, category), quantity);
  return otherPrice === undefined ? ruled : otherCharge(ruled, otherPrice, quantity);
}

function shownCharge({ price, total, currency, source }: SaleCharge): Pick<OrderView, 'charge'> {
  return { charge: { price: { amount: price, currency }, total: { amount: total, currency }, source } };
}

/** What a person's decision makes of an order. */
const outcomes: Record<DecisionChoice, Partial<OrderView>> = {
  resend: { state: 'unknown' },
  'accept-not-bought': { state: 'notBought', decided: 'accept-not-bought' },
  'accept-as-bought': { state: 'completed', decided: 'accept-as-bought' },
};

/** What the service makes of a placed order, as the test wants. */
function outcome(world: World, operationId: string, quantity: number, seed: number): void {
  // What a test or a person did with it meanwhile stands.
  if (world.orders.get(operationId)?.state !== 'intended') return;
  const { outcome: wanted = 'completed', refusal = 'card_unavailable' } = world.options;
  if (wanted === 'completed')
    world.control.settle(operationId, {
      state: 'completed',
      codesState: 'sealed',
      invoiceId: data.id(9, 1),
      codes: data.hidden(quantity, seed),
      cancellable: false,
    });
  else if (wanted === 'refused') {
    world.control.settle(operationId, {
      state: 'refused',
      refusal: { code: refusal, requestId: 'req-refused-1' },
      cancellable: false,
    });
  } else world.control.settle(operationId, { state: wanted, cancellable: false });
}
