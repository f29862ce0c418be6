import type { Card, Category, Subcategory } from '../state/catalogue.ts';
import { datedPrices } from '../state/seed/exceptions.ts';
import { priceIn, type Currency } from '../state/seed/wallets.ts';
import type { ServiceState } from '../state/service-state.ts';
import { logosPath } from '../wire/logo-image.ts';
import { refuse, type Refusal } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import { singleField } from '../wire/seen-request.ts';
import { answerWith, grantedWallet, isoTime, paramOf, type CallOutcome, type SignedCall } from './call.ts';
import { answerPage, inMemory } from './lists.ts';
import type { Money } from './money.ts';

const idOf = (item: { readonly id: string }) => item.id;

export function listCategories(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const view = (category: Category) => ({
    ...category,
    inStock: isCategoryInStock(call.state, category, wallet.value.currency),
  });
  return answerPage(call, inMemory(call.state.catalogue.categories, idOf), idOf, view);
}

export function listSubcategories(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const category = call.state.catalogue.categories.find(({ id }) => id === paramOf(call, 'categoryId'));
  if (category === undefined) return refuse('resource_not_found');
  const subcategories = call.state.catalogue.subcategoriesIn(category.id);
  return answerPage(call, inMemory(subcategories, idOf), idOf, (item) =>
    subcategoryView(call, item, wallet.value.currency),
  );
}

export function readSubcategory(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const subcategory = namedSubcategory(call);
  return subcategory.ok ? answerWith(subcategoryView(call, subcategory.value, wallet.value.currency)) : subcategory;
}

export function listCards(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const subcategory = namedSubcategory(call);
  if (!subcategory.ok) return subcategory;
  const cards = call.state.catalogue.cardsIn(subcategory.value.id);
  return answerPage(call, inMemory(cards, idOf), idOf, (card) => cardView(call, card, wallet.value.currency));
}

/** What a wallet pays for a card, or undefined when the card is not sold to it. */
export function unitPriceOf(state: ServiceState, card: Card, currency: Currency): Money | undefined {
  return card.notSoldTo.includes(currency)
    ? undefined
    : { amount: priceIn(currency, state.prices.faceUsdOf(card)), currency };
}

function namedSubcategory(call: SignedCall): Result<Subcategory, Refusal> {
  const found = call.state.catalogue.subcategoryOf(paramOf(call, 'subcategoryId'));
  return found === undefined ? refuse('resource_not_found') : ok(found);
}

/** `businessPrice`, `personalPrice` and `specialOfferPrice` are for display only ("CatalogueCard"). */
function cardView({ state, nowMs }: SignedCall, card: Card, currency: Currency): unknown {
  const { id, subcategoryId, name, faceValue, hasSpecialOffer } = card;
  const price = unitPriceOf(state, card, currency);
  const unitPrice = price !== undefined && datedPrices.has(currency) ? { ...price, asOf: isoTime(nowMs) } : price;
  const available = isAvailable(state, card, currency);
  if (unitPrice === undefined) return { id, subcategoryId, name, faceValue, hasSpecialOffer, available };
  const at = (margin: string): Money => ({ amount: priceIn(currency, state.prices.faceUsdOf(card), margin), currency });
  const specialOfferPrice = hasSpecialOffer ? at('0.9') : undefined;
  return {
    id,
    subcategoryId,
    name,
    faceValue,
    unitPrice,
    businessPrice: at('0.97'),
    personalPrice: at('1.08'),
    hasSpecialOffer,
    specialOfferPrice,
    available,
  };
}

/** Its logo lies at the service itself, at the host that it was asked at. */
function subcategoryView(
  { state, seen, pathPrefix }: SignedCall,
  subcategory: Subcategory,
  currency: Currency,
): unknown {
  const { slug, ...shown } = subcategory;
  const logo = `http://${singleField(seen, 'host') ?? seen.host}${pathPrefix}${logosPath}/${slug}.png`;
  return { ...shown, logo, available: isSubcategoryAvailable(state, subcategory, currency) };
}

function isCategoryInStock(state: ServiceState, category: Category, currency: Currency): boolean {
  return state.catalogue
    .subcategoriesIn(category.id)
    .some((subcategory) => isSubcategoryAvailable(state, subcategory, currency));
}

function isSubcategoryAvailable(state: ServiceState, subcategory: Subcategory, currency: Currency): boolean {
  return state.catalogue.cardsIn(subcategory.id).some((card) => isAvailable(state, card, currency));
}

function isAvailable(state: ServiceState, card: Card, currency: Currency): boolean {
  return unitPriceOf(state, card, currency) !== undefined && state.stock.left(card.id) > 0;
}
