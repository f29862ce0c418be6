import { mostBasketLines } from '../../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { PricedSale } from '../../../app/calls/shown-sale.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import { isUuid, knownId, type BasketId, type CardId, type OperationId, type WalletId } from '../../../core/ids.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { inLine, type NewLine } from '../../../orders/records/record-basket.ts';
import { invalid, uuidOption, wholeNumber, type Arguments } from '../terminal/arguments.ts';
import { failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { largeNeeds, pricedNow, sayWithoutReveal, type UnpricedSale } from './priced-now.ts';
import { settleAll } from './resume.ts';

/** Several cards for one customer: each `--line` is an order of its own, and all are recorded before one is sent. */
export async function buyBasket(context: CliContext): Promise<CommandOutcome> {
  const { args } = context;
  const sales = salesFrom(args);
  if (!sales.ok) return failed(sales.error);
  const wait = wholeNumber(args, 'wait', { from: 0, to: 86_400, otherwise: 30 });
  if (!wait.ok) return failed(wait.error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const lines = await linesOf(context, counter.value, sales.value);
  if (!lines.ok) return failed(lines.error);
  sayWithoutReveal(context, counter.value);
  const basket = knownId<BasketId>(counter.value.session.randomness.uuid());
  const needs = largeNeeds(
    context,
    lines.value.map(({ sale }) => sale),
  );
  if (!needs.ok) return failed(needs.error);
  const placed = counter.value.orders.buyBasket(basket, lines.value, needs.value);
  if (!placed.ok) return failed(placed.error);
  const operationIds = placed.value.map(({ operationId }) => operationId);
  for (const operationId of operationIds) context.say(context.text('cli.operation', { operationId }));
  return settleAll(context, counter.value, operationIds, wait.value * 1000);
}

type PricedLine = NewLine & { readonly sale: PricedSale };

async function linesOf(
  { args, stopping }: CliContext,
  counter: Counter,
  sales: readonly UnpricedSale[],
): Promise<Result<readonly PricedLine[], Failure>> {
  const lines: PricedLine[] = [];
  for (const [number, sale] of sales.entries()) {
    // One after the other: the prices are those of one moment, as near as the service allows.
    const priced = await pricedNow(counter, sale, stopping);
    if (!priced.ok) return err(inLine(number, priced.error));
    const operationId = knownId<OperationId>(counter.session.randomness.uuid());
    lines.push({ operationId, sale: priced.value, besidesPending: args.flag('beside-pending') });
  }
  return ok(lines);
}

/** What names one card or one order goes with no lines. */
const ofOneCard = ['card', 'quantity', 'operation-id', 'expect-unit-price'] as const;

/** Equal cards are one line. */
function salesFrom(args: Arguments): Result<readonly UnpricedSale[], Failure> {
  const strange = ofOneCard.find((name) => args.text(name) !== null);
  if (strange !== undefined) return invalid(strange);
  const walletId = uuidOption<WalletId>(args, 'wallet');
  if (!walletId.ok) return walletId;
  const quantities = new Map<CardId, number>();
  for (const line of args.list('line')) {
    const [, cardId = '', quantity = ''] = /^([^=]+)=(\d{1,6})$/.exec(line) ?? [];
    if (!isUuid<CardId>(cardId) || Number(quantity) < 1) return invalid('line');
    quantities.set(cardId, (quantities.get(cardId) ?? 0) + Number(quantity));
  }
  if (quantities.size > mostBasketLines) return invalid('line');
  const reference = args.text('reference');
  const common = {
    walletId: walletId.value,
    useAllowedDebt: args.flag('allow-debt'),
    ...(reference === null ? {} : { externalReference: reference }),
  };
  return ok([...quantities].map(([cardId, quantity]) => ({ ...common, cardId, quantity })));
}
