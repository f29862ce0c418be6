import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { largeFault } from '../../../app/calls/basket.ts';
import type { PricedSale } from '../../../app/calls/shown-sale.ts';
import { pricedCard } from '../../../app/counter/charges.ts';
import type { Counter } from '../../../app/counter/counter.ts';
import type { Money } from '../../../core/money.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { NewSale } from '../../../orders/machine/new-sale.ts';
import { saleFault } from '../../../orders/machine/placing.ts';
import type { CatalogueCard } from '../../../partner-api/operations/catalogue.ts';
import { openPreferences } from '../../../preferences/preferences.ts';
import { saleCharge, type SaleCharge } from '../../../prices/machine/sale-charge.ts';
import type { Need } from '../../../staff/approval-check.ts';
import type { CliContext } from '../terminal/context.ts';

export type UnpricedSale = Omit<NewSale, 'expectedUnitPrice' | 'charge'>;

/** A sale at the price that the service says now. Errors: what keeps it from being sold; nothing is recorded yet. */
export async function pricedNow(
  counter: Counter,
  sale: UnpricedSale,
  stopping: AbortSignal,
): Promise<Result<PricedSale, Failure>> {
  const fault = saleFault(sale, counter.session.profile);
  if (fault !== null) return err(fault);
  const card = await counter.catalogue.freshCard(sale.walletId, sale.cardId);
  if (!card.ok) return card;
  // Whoever ended the command before the sale began wants none.
  if (stopping.aborted) return err({ code: 'connection_lost' });
  const { unitPrice, name, available } = card.value;
  if (unitPrice === undefined) return err({ code: 'card_without_price', field: 'card' });
  if (!available) return err({ code: 'card_unavailable', field: 'card' });
  const charge = await chargeFor(counter, sale, card.value, unitPrice);
  if (!charge.ok) return charge;
  const named = name === undefined ? {} : { cardName: name };
  return ok({ ...sale, expectedUnitPrice: unitPrice, charge: charge.value, ...named });
}

/** What is over what the manager chose is for a manager's word, all that is sold together in one. */
export function largeNeeds(
  context: Pick<CliContext, 'directory'>,
  sales: readonly PricedSale[],
): Result<readonly Need[], Failure> {
  const folder = context.directory();
  if (!folder.ok) return folder;
  const choices = openPreferences(folder.value, null).read();
  return ok(largeFault(sales, choices) === null ? [] : [{ kind: 'largeSale' }]);
}

export function sayWithoutReveal({ say, text }: Pick<CliContext, 'say' | 'text'>, counter: Counter): void {
  const policy = counter.policy();
  if (policy !== null && !policy.scopes.includes('cards:reveal')) say(`${text('enrol.noReveal')} (cards:reveal)`);
}

/** What the customer pays. The shelf is read only where a rule for its category may decide. */
async function chargeFor(
  { catalogue, localRecords }: Counter,
  { walletId, quantity }: UnpricedSale,
  card: CatalogueCard,
  cost: Money,
): Promise<Result<SaleCharge, Failure>> {
  const prices = localRecords.prices.read();
  let category = catalogue.categoryOf(walletId, card.subcategoryId);
  if (category === null && prices.rules.some(({ target }) => target.kind === 'category')) {
    const shelf = await catalogue.subcategory(walletId, card.subcategoryId);
    if (!shelf.ok) return shelf;
    category = shelf.value.categoryId;
  }
  return ok(saleCharge(prices, pricedCard(walletId, card, cost, category), quantity));
}
