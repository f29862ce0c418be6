import type { CatalogueView } from '../../../src-shared/contract/schemas.ts';
import type { ReadCatalogue } from '../../catalogue/view.ts';
import { knownId, type SubcategoryId, type WalletId } from '../../core/ids.ts';
import { pricerOf, type CardCharge, type PricedCard } from '../../prices/machine/charge.ts';
import type { Counter } from './counter.ts';

type Card = ReadCatalogue['cards'][number];
/** What of a card its price is found from. */
interface SoldCard {
  readonly id: string;
  readonly subcategoryId: string;
  readonly personalPrice?: PricedCard['cost'] | undefined;
}

/** A card of a wallet, with the shelf that the catalogue knows for it. */
export function pricedCard(
  walletId: string,
  { id, subcategoryId, personalPrice }: SoldCard,
  cost: PricedCard['cost'],
  category: string | null,
): PricedCard {
  return {
    card: id,
    subcategory: subcategoryId,
    category,
    wallet: walletId,
    cost,
    personalPrice: personalPrice ?? null,
  };
}

/** What of a counter prices are found from. */
interface Priced {
  readonly catalogue: Pick<Counter['catalogue'], 'categoryOf'>;
  readonly localRecords: { readonly prices: Pick<Counter['localRecords']['prices'], 'read'> };
}

/** A catalogue with what customers pay. Who may not know what the shop pays sees nothing of it. */
export function withCharges(
  { catalogue, localRecords }: Priced,
  view: ReadCatalogue,
  knowsCost: boolean,
): CatalogueView {
  const prices = localRecords.prices.read();
  const price = pricerOf(prices);
  const walletId = knownId<WalletId>(view.walletId);
  const categories = new Map<string, string | null>();
  const categoryOf = (id: string): string | null => {
    const known = categories.get(id);
    if (known !== undefined) return known;
    const found = catalogue.categoryOf(walletId, knownId<SubcategoryId>(id));
    categories.set(id, found);
    return found;
  };
  const charged = (card: Card): CatalogueView['cards'][number] => {
    const shown = knowsCost ? card : withoutCost(card);
    const { unitPrice } = card;
    if (unitPrice === undefined) return shown;
    const found = price(pricedCard(walletId, card, unitPrice, categoryOf(card.subcategoryId)));
    return { ...shown, charge: shownCharge(found, knowsCost) };
  };
  return { ...view, pricesRevision: prices.revision, cards: view.cards.map(charged) };
}

/** What a customer pays for each of these cards, as it is for everybody to know. */
export function chargesOf(
  { catalogue, localRecords }: Priced,
  walletId: WalletId,
): (card: SoldCard & { readonly unitPrice?: PricedCard['cost'] | undefined }) => ShownCharge | null {
  const price = pricerOf(localRecords.prices.read());
  return (card) => {
    if (card.unitPrice === undefined) return null;
    const category = catalogue.categoryOf(walletId, knownId<SubcategoryId>(card.subcategoryId));
    return shownCharge(price(pricedCard(walletId, card, card.unitPrice, category)), false);
  };
}

type ShownCharge = NonNullable<CatalogueView['cards'][number]['charge']>;

function withoutCost({ unitPrice: _, personalPrice: _personal, specialOfferPrice: _offer, ...card }: Card): Card {
  return card;
}

function shownCharge({ charge, source, margin, notByRule, isBelowCost }: CardCharge, knowsCost: boolean): ShownCharge {
  if (!knowsCost) return { price: charge, source };
  return {
    price: charge,
    source,
    margin,
    ...(notByRule === null ? {} : { notByRule }),
    ...(isBelowCost ? { isBelowCost } : {}),
  };
}
