import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { detailed } from '../../../../src-shared/contract/details.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../../core/ids.ts';
import { compareAmounts } from '../../../core/money.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { Order } from '../../../orders/machine/order.ts';
import { isSameSale, saleFault } from '../../../orders/machine/placing.ts';
import { actingPerson } from '../../../staff/acting.ts';
import { amountOption, invalid, uuidOption, wholeNumber, type Arguments } from '../terminal/arguments.ts';
import { failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { knowsCost } from '../terminal/cost.ts';
import { buyBasket } from './buy-basket.ts';
import type { Command } from './command.ts';
import { orderColumns } from './order-layout.ts';
import { largeNeeds, pricedNow, sayWithoutReveal, type UnpricedSale } from './priced-now.ts';
import { settle } from './resume.ts';

export const buy: Command = {
  usage:
    '--wallet W (--card C --quantity N | --line C=N --line C=N …) [--reference R] [--allow-debt] [--expect-unit-price A] [--operation-id UUID] [--beside-pending] [--wait S] [--reveal]',
  options: [
    'wallet',
    'card',
    'quantity',
    'line',
    'reference',
    'allow-debt',
    'expect-unit-price',
    'operation-id',
    'beside-pending',
    'wait',
    'reveal',
  ],
  columns: orderColumns,
  words: { from: 0, to: 0 },
  roles: ['cashier', 'manager'],
  approval: 'asFound',
  run: async (context) => {
    const { args } = context;
    if (args.list('line').length > 0) return buyBasket(context);
    const sale = saleFrom(args);
    if (!sale.ok) return failed(sale.error);
    const wait = wholeNumber(args, 'wait', { from: 0, to: 86_400, otherwise: 30 });
    if (!wait.ok) return failed(wait.error);
    // What the shop pays is not for a cashier to find out by trying.
    if (args.text('expect-unit-price') !== null && !(await knowsCost(context, actingPerson())))
      return failed({ ...detailed('role_required', 'manager'), field: 'expect-unit-price' });
    const operationId = args.text('operation-id') === null ? ok(null) : uuidOption<OperationId>(args, 'operation-id');
    if (!operationId.ok) return failed(operationId.error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    return buyWith(context, counter.value, sale.value, operationId.value, wait.value * 1000);
  },
};

async function buyWith(
  context: CliContext,
  counter: Counter,
  sale: UnpricedSale,
  given: OperationId | null,
  waitMs: number,
): Promise<CommandOutcome> {
  const operationId = given ?? knownId<OperationId>(counter.session.randomness.uuid());
  const existing = counter.localRecords.records.find(operationId);
  const placed =
    existing === null
      ? await placeNew(context, counter, sale, operationId, given !== null)
      : sameOrder(context.args, existing, sale, operationId);
  if (!placed.ok) return failed(placed.error);
  context.say(context.text('cli.operation', { operationId }));
  return settle(context, counter, operationId, waitMs);
}

function sameOrder(
  args: Arguments,
  existing: Order,
  sale: UnpricedSale,
  operationId: OperationId,
): Result<Order, Failure> {
  const expected = amountOption(args, 'expect-unit-price');
  if (!expected.ok) return expected;
  const samePrice = expected.value === null || compareAmounts(expected.value, existing.intent.unitPrice) === 0;
  return samePrice && isSameSale(existing.intent, sale)
    ? ok(existing)
    : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
}

/** The price comes from a fresh read; where the caller expects another, nothing is recorded and nothing is sent. */
async function placeNew(
  context: CliContext,
  counter: Counter,
  sale: UnpricedSale,
  operationId: OperationId,
  named: boolean,
): Promise<Result<Order, Failure>> {
  const { args, say, text, stopping } = context;
  const expected = amountOption(args, 'expect-unit-price');
  if (!expected.ok) return expected;
  const priced = await pricedNow(counter, sale, stopping);
  if (!priced.ok) return priced;
  if (expected.value !== null && compareAmounts(expected.value, priced.value.expectedUnitPrice.amount) !== 0)
    return err({ code: 'price_changed', field: 'expect-unit-price' });
  sayWithoutReveal({ say, text }, counter);
  // Whoever names the operation says by it that this sale is another one than those still pending.
  const besidesPending = named || args.flag('beside-pending');
  const needs = largeNeeds(context, [priced.value]);
  return needs.ok ? counter.orders.place(operationId, priced.value, { besidesPending, needs: needs.value }) : needs;
}

function saleFrom(args: Arguments): Result<UnpricedSale, Failure> {
  const walletId = uuidOption<WalletId>(args, 'wallet');
  if (!walletId.ok) return walletId;
  const cardId = uuidOption<CardId>(args, 'card');
  if (!cardId.ok) return cardId;
  const quantity = args.text('quantity') ?? '';
  if (!/^\d{1,6}$/.test(quantity)) return invalid('quantity');
  const reference = args.text('reference');
  const sale: UnpricedSale = {
    walletId: walletId.value,
    cardId: cardId.value,
    quantity: Number(quantity),
    useAllowedDebt: args.flag('allow-debt'),
    ...(reference === null ? {} : { externalReference: reference }),
  };
  // What the profile says narrows both, for a new order only.
  const fault = saleFault(sale, { countersignedJournal: false, maximumQuantity: 10_000 });
  return fault === null ? ok(sale) : err(fault);
}
