import type { CardId, CategoryId, SubcategoryId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import type { BodyReader } from './body-reader.ts';
import { pageOf, type Page } from './list.ts';
import { readLocalized, type LocalizedText } from './localized.ts';
import { readPrice, readPriceVerbatim } from './money.ts';
import { idOf, readBoolean, readInteger, readRecord, readText, readWord, unreadableMember } from './record.ts';

export interface CatalogueCategory {
  readonly id: CategoryId;
  readonly name?: LocalizedText;
  readonly description?: LocalizedText;
  readonly logo?: string;
  readonly type?: string;
  readonly inStock: boolean;
  readonly displayOrder: number;
}

export interface CatalogueSubcategory {
  readonly id: SubcategoryId;
  readonly categoryId: CategoryId;
  readonly name?: LocalizedText;
  readonly description?: LocalizedText;
  readonly logo?: string;
  readonly isBestSelling: boolean;
  readonly displayOrder: number;
  readonly available: boolean;
}

/** A card for sale. Without `unitPrice` it cannot be sold to this wallet; the other prices are for display only. */
export interface CatalogueCard {
  readonly id: CardId;
  readonly subcategoryId: SubcategoryId;
  readonly name?: LocalizedText;
  readonly faceValue?: string;
  readonly unitPrice?: Money;
  readonly businessPrice?: Money;
  readonly personalPrice?: Money;
  readonly hasSpecialOffer: boolean;
  readonly specialOfferPrice?: Money;
  readonly available: boolean;
}

const required = {
  category: { id: idOf<CategoryId>(), inStock: readBoolean, displayOrder: readInteger },
  subcategory: {
    id: idOf<SubcategoryId>(),
    categoryId: idOf<CategoryId>(),
    isBestSelling: readBoolean,
    displayOrder: readInteger,
    available: readBoolean,
  },
  card: {
    id: idOf<CardId>(),
    subcategoryId: idOf<SubcategoryId>(),
    hasSpecialOffer: readBoolean,
    available: readBoolean,
  },
};
const texts = { name: readLocalized, description: readLocalized, logo: readText };

export const readCategory: BodyReader<CatalogueCategory> = (body) =>
  readRecord(body, required.category, { ...texts, type: readWord })?.value ?? null;

export const readSubcategory: BodyReader<CatalogueSubcategory> = (body) =>
  readRecord(body, required.subcategory, texts)?.value ?? null;

/** A price of another shape than Money, or not above zero, is left out: the card stays in sight and cannot be sold. */
export const readCard: BodyReader<CatalogueCard> = (body) =>
  readRecord(body, required.card, {
    name: readLocalized,
    faceValue: readText,
    unitPrice: readPriceVerbatim,
    businessPrice: readPrice,
    personalPrice: readPrice,
    specialOfferPrice: readPrice,
  })?.value ?? null;

export const readCategories: BodyReader<Page<CatalogueCategory>> = pageOf(readCategory, (entry) =>
  unreadableMember(entry, required.category),
);
export const readSubcategories: BodyReader<Page<CatalogueSubcategory>> = pageOf(readSubcategory, (entry) =>
  unreadableMember(entry, required.subcategory),
);
export const readCards: BodyReader<Page<CatalogueCard>> = pageOf(readCard, (entry) =>
  unreadableMember(entry, required.card),
);
