import { createHmac } from 'node:crypto';
import type { Big } from 'big.js';
import { uuidFrom } from './randomness.ts';
import { categories, type BrandSeed, type CategorySeed } from './seed/brands.ts';
import {
  notSoldTo,
  offers,
  outOfStock,
  partOfName,
  quantityLimits,
  scarce,
  withoutFaceValue,
} from './seed/exceptions.ts';
import type { Face, Text } from './seed/faces.ts';
import { manyBrands } from './seed/many-brands.ts';
import type { Currency } from './seed/wallets.ts';

export interface Category {
  readonly id: string;
  readonly name: Text;
  readonly description: Text;
  readonly logo: string;
  readonly type: 'local' | 'international';
  readonly displayOrder: number;
}

export interface Subcategory {
  readonly id: string;
  readonly categoryId: string;
  readonly name: Text;
  readonly slug: string;
  readonly isBestSelling: boolean;
  readonly displayOrder: number;
}

export interface Card {
  readonly id: string;
  readonly slug: string;
  readonly subcategoryId: string;
  readonly name: Partial<Text> | undefined;
  readonly faceValue: string | undefined;
  readonly faceUsd: Big;
  readonly hasSpecialOffer: boolean;
  readonly firstStock: number;
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly notSoldTo: readonly Currency[];
}

export interface Catalogue {
  readonly categories: readonly Category[];
  readonly subcategories: readonly Subcategory[];
  readonly cards: readonly Card[];
  cardOf(cardId: string): Card | undefined;
  cardsIn(subcategoryId: string): readonly Card[];
  subcategoryOf(subcategoryId: string): Subcategory | undefined;
  subcategoriesIn(categoryId: string): readonly Subcategory[];
}

/**
 * The training catalogue, with cards of further series where more than its own are wanted. Its ids differ from one data
 * folder to another, and stay the same within one.
 */
export function buildCatalogue(seed: string, wanted = 0): Catalogue {
  const own = categories.flatMap((category) => category.brands.map((brand) => [category.slug, brand] as const));
  const ownCards = own.reduce((count, [, brand]) => count + brand.faces.length, 0);
  const brands = [...own, ...manyBrands(Math.max(wanted - ownCards, 0))];
  return indexed(
    categories.map((category, index) => buildCategory(seed, category, index)),
    brands.map(([categorySlug, brand], index) => buildSubcategory(seed, categorySlug, brand, index)),
    brands.flatMap(([, brand]) => cardsOf(seed, brand)),
  );
}

function indexed(
  all: Catalogue['categories'],
  subcategories: Catalogue['subcategories'],
  cards: Catalogue['cards'],
): Catalogue {
  const cardById = new Map(cards.map((card) => [card.id, card]));
  const subcategoryById = new Map(subcategories.map((subcategory) => [subcategory.id, subcategory]));
  const cardsBySubcategory = Map.groupBy(cards, ({ subcategoryId }) => subcategoryId);
  const subcategoriesByCategory = Map.groupBy(subcategories, ({ categoryId }) => categoryId);
  return {
    categories: all,
    subcategories,
    cards,
    cardOf: (cardId) => cardById.get(cardId),
    cardsIn: (subcategoryId) => cardsBySubcategory.get(subcategoryId) ?? [],
    subcategoryOf: (subcategoryId) => subcategoryById.get(subcategoryId),
    subcategoriesIn: (categoryId) => subcategoriesByCategory.get(categoryId) ?? [],
  };
}

/** A version 4 UUID that depends on the seed and the name alone. */
export function seededId(seed: string, name: string): string {
  return uuidFrom(createHmac('sha256', seed).update(name).digest());
}

function buildCategory(seed: string, { slug, name, description, type }: CategorySeed, index: number): Category {
  return {
    id: seededId(seed, `category:${slug}`),
    name,
    description,
    logo: logoOf(slug),
    type,
    displayOrder: (index + 1) * 10,
  };
}

function buildSubcategory(seed: string, categorySlug: string, brand: BrandSeed, index: number): Subcategory {
  return {
    id: seededId(seed, `subcategory:${brand.slug}`),
    categoryId: seededId(seed, `category:${categorySlug}`),
    slug: brand.slug,
    name: brand.name,
    isBestSelling: brand.bestSelling ?? false,
    displayOrder: (index + 1) * 10,
  };
}

function cardsOf(seed: string, brand: BrandSeed): Card[] {
  const subcategoryId = seededId(seed, `subcategory:${brand.slug}`);
  return brand.faces.map((face) => buildCard(seed, brand, subcategoryId, face));
}

function buildCard(seed: string, brand: BrandSeed, subcategoryId: string, face: Face): Card {
  const slug = `${brand.slug}-${face.slug}`;
  const { min, max } = quantityLimits[slug] ?? { min: 1, max: 100 };
  return {
    id: seededId(seed, `card:${slug}`),
    slug,
    subcategoryId,
    name: nameOf(slug, { ar: `${brand.name.ar} ${face.label.ar}`, en: `${brand.name.en} ${face.label.en}` }),
    faceValue: withoutFaceValue.has(slug) ? undefined : face.faceValue,
    faceUsd: face.usd,
    hasSpecialOffer: offers.has(slug),
    firstStock: outOfStock.has(slug) ? 0 : (scarce[slug] ?? 2000),
    minQuantity: min,
    maxQuantity: max,
    notSoldTo: notSoldTo[slug] ?? [],
  };
}

function nameOf(slug: string, { ar, en }: Text): Partial<Text> | undefined {
  const part = partOfName[slug];
  if (part === 'none') return undefined;
  return part === undefined ? { ar, en } : { ar: { ar }, en: { en } }[part];
}

/** On a host that no counter is allowed to ask: categories are shown by their initials. */
function logoOf(slug: string): string {
  return `https://images.training.example/${slug}.png`;
}
