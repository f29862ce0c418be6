import { createHmac } from 'node:crypto';
import type { Big } from 'big.js';
import { uuidFrom } from '../randomness.ts';
import { categories, type BrandSeed, type CategorySeed } from './brands.ts';
import { notSoldTo, offers, outOfStock, quantityLimits, scarce } from './exceptions.ts';
import type { Face, Text } from './faces.ts';
import type { Currency } from './wallets.ts';

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
  readonly name: Text;
  readonly faceValue: string;
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
}

/** The training catalogue. Its ids differ from one data folder to another, and stay the same within one. */
export function buildCatalogue(seed: string): Catalogue {
  const brands = categories.flatMap((category) => category.brands.map((brand) => ({ category, brand })));
  return {
    categories: categories.map((category, index) => buildCategory(seed, category, index)),
    subcategories: brands.map(({ category, brand }, index) => buildSubcategory(seed, category, brand, index)),
    cards: brands.flatMap(({ brand }) => brand.faces.map((face) => buildCard(seed, brand, face))),
  };
}

/** A version 4 UUID that depends on the seed and the name alone. */
export function seededId(seed: string, name: string): string {
  return uuidFrom(createHmac('sha256', seed).update(name).digest());
}

function buildCategory(seed: string, { slug, name, description, type }: CategorySeed, index: number): Category {
  return { id: seededId(seed, `category:${slug}`), name, description, logo: logoOf(slug), type, displayOrder: (index + 1) * 10 };
}

function buildSubcategory(seed: string, category: CategorySeed, brand: BrandSeed, index: number): Subcategory {
  return {
    id: seededId(seed, `subcategory:${brand.slug}`),
    categoryId: seededId(seed, `category:${category.slug}`),
    slug: brand.slug,
    name: brand.name,
    isBestSelling: brand.bestSelling ?? false,
    displayOrder: (index + 1) * 10,
  };
}

function buildCard(seed: string, brand: BrandSeed, face: Face): Card {
  const slug = `${brand.slug}-${face.slug}`;
  const { min, max } = quantityLimits[slug] ?? { min: 1, max: 100 };
  return {
    id: seededId(seed, `card:${slug}`),
    slug,
    subcategoryId: seededId(seed, `subcategory:${brand.slug}`),
    name: { ar: `${brand.name.ar} ${face.label.ar}`, en: `${brand.name.en} ${face.label.en}` },
    faceValue: face.faceValue,
    faceUsd: face.usd,
    hasSpecialOffer: offers.has(slug),
    firstStock: outOfStock.has(slug) ? 0 : (scarce[slug] ?? 2000),
    minQuantity: min,
    maxQuantity: max,
    notSoldTo: notSoldTo[slug] ?? [],
  };
}

/** On a host that no counter is allowed to ask: categories are shown by their initials. */
function logoOf(slug: string): string {
  return `https://images.training.example/${slug}.png`;
}
