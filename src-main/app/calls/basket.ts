import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { knownId, type BasketId, type OperationId, type WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { deploymentIdentity } from '../../deployment/profile.ts';
import { mostToReveal, saleFault } from '../../orders/machine/placing.ts';
import { limitsFor } from '../../orders/records/quantity-limits.ts';
import { inLine, type NewLine, type PlacedLine } from '../../orders/records/record-basket.ts';
import { needsApproval } from '../../staff/acting.ts';
import type { Need } from '../../staff/approval-check.ts';
import type { Counter } from '../counter/counter.ts';
import type { CallContext } from './context.ts';
import { largeIn, partOf, sumsOf, type LargeChoices } from './large-sale.ts';
import { changedCharge, needsOfPrice, type PricedSale } from './shown-sale.ts';

type Basket = CallInput<'orders', 'buyBasket'>;
type Line = Basket['lines'][number];
type AskedSale = CallInput<'orders', 'place'>;
type PricedLine = NewLine & { readonly sale: PricedSale };

/**
 * Buys all lines of a basket or none. Each is checked as a sale of its own would be, at what `priced` finds for it;
 * how large it is counts for the whole. Errors name the line in front of the field.
 */
export function buyBasketAt(
  context: CallContext,
  counter: Counter,
  basket: Basket,
  priced: (asked: AskedSale) => Result<PricedSale, Failure>,
): Result<{ readonly basket: BasketId; readonly orders: readonly PlacedLine[] }, Failure> {
  if (counter.session.signingKey() === null) return err({ code: 'not_enrolled' });
  const { randomness } = context.ports;
  const lines: PricedLine[] = [];
  for (const [number, line] of basket.lines.entries()) {
    const sale = saleIn(counter, basket, number, priced);
    if (!sale.ok) return err(inLine(number, sale.error));
    const operationId = knownId<OperationId>(randomness.uuid());
    lines.push({ operationId, sale: sale.value, besidesPending: line.besidesPending });
  }
  const sales = lines.map(({ sale }) => sale);
  const choices = context.current()?.preferences.read() ?? initialPreferences;
  const large = largeFault(sales, choices);
  // That so large a sale is meant is not a cashier's word where a manager is asked for it.
  const isMeant = basket.largeConfirmed === true || needsApproval();
  const fault = totalsFault(sales, basket) ?? (isMeant ? null : large);
  if (fault !== null) return err(fault);
  const id = knownId<BasketId>(randomness.uuid());
  const needs: readonly Need[] = [
    ...(large === null ? [] : [{ kind: 'largeSale' as const }]),
    ...sales.flatMap(needsOfPrice),
  ];
  const placed = counter.orders.buyBasket(id, lines, needs);
  return placed.ok ? ok({ basket: id, orders: placed.value }) : placed;
}

/** One line as a sale, at what the customer pays by the prices in force. */
function saleIn(
  counter: Counter,
  { lines, pricesRevision, externalReference }: Basket,
  number: number,
  priced: (asked: AskedSale) => Result<PricedSale, Failure>,
): Result<PricedSale, Failure> {
  const line = lines[number];
  if (line === undefined) throw new Error('no such line');
  const reference = externalReference === undefined || externalReference === '' ? {} : { externalReference };
  const asked = { ...line, ...reference, pricesRevision, useAllowedDebt: false };
  const fault = saleFault({ quantity: line.quantity, ...reference }, counter.session.profile);
  if (fault !== null) return err(fault);
  if (wouldMerge(counter, lines.slice(0, number), line)) return err({ code: 'input_invalid', field: 'cardId' });
  const sale = priced(asked);
  if (!sale.ok) return sale;
  const changed = changedCharge(sale.value, asked);
  return changed === null ? sale : err(changed);
}

/** Equal cards at one price are one line until that holds all that one order may. */
function wouldMerge(counter: Counter, before: readonly Line[], { walletId, cardId, otherPrice }: Line): boolean {
  const same = before.filter(
    (line) => line.walletId === walletId && line.cardId === cardId && line.otherPrice === otherPrice,
  );
  if (same.length === 0) return false;
  const { session, localRecords } = counter;
  const limits = limitsFor(localRecords.journal, deploymentIdentity(session.profile), knownId<WalletId>(walletId));
  const most = Math.min(
    session.profile.maximumQuantity,
    mostToReveal(counter.policy()?.scopes ?? null),
    limits.get(cardId)?.maximum ?? Number.POSITIVE_INFINITY,
  );
  return same.some(({ quantity }) => quantity < most);
}

/** What stood under the lines is what they come to, in each currency by itself. */
function totalsFault(sales: readonly PricedSale[], { shownTotals }: Basket): Failure | null {
  const totals = sumsOf(sales.map(({ charge }) => ({ amount: charge.total, currency: charge.currency })));
  const isSame =
    shownTotals.length === totals.size &&
    // One that stands twice would stand in the place of another.
    new Set(shownTotals.map(({ currency }) => currency)).size === totals.size &&
    shownTotals.every(({ amount, currency }) => totals.get(currency)?.eq(amount) === true);
  return isSame ? null : { code: 'charge_changed', field: 'shownTotals' };
}

export function largeFault(sales: readonly PricedSale[], choices: LargeChoices): Failure | null {
  const large = largeIn(sales.map(partOf), choices);
  return large === null ? null : { code: 'large_sale', field: large === 'cards' ? 'lines' : 'shownTotals' };
}
