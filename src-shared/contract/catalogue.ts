import { z } from 'zod';
import { cardCharge } from './prices.ts';
import { failure, instant, localizedText, money, skipped, uuid } from './shapes.ts';

export const wallet = z.object({
  id: uuid,
  name: localizedText.optional(),
  currency: z.string(),
  balance: money,
  status: z.string().optional(),
  allowedDebt: money.optional(),
});
export const walletsView = z.object({
  items: z.array(wallet),
  readAt: instant,
  fresh: z.boolean(),
  skipped: skipped.optional(),
  /** Why they are not fresh although the service was asked. */
  failure: failure.optional(),
});

export const catalogueCard = z.object({
  id: uuid,
  subcategoryId: uuid,
  name: localizedText.optional(),
  faceValue: z.string().optional(),
  /** What the wallet pays; this and the service's other prices only for who may know the cost. */
  unitPrice: money.optional(),
  personalPrice: money.optional(),
  specialOfferPrice: money.optional(),
  /** What the customer pays; absent where the card cannot be sold to this wallet. */
  charge: cardCharge.optional(),
  hasSpecialOffer: z.boolean(),
  available: z.boolean(),
  /** What the service last said of how many of it one order may be for; it may have changed since. */
  quantityLimits: z.object({ minimum: z.number().int().optional(), maximum: z.number().int().optional() }).optional(),
});
const subcategory = z.object({
  id: uuid,
  categoryId: uuid,
  name: localizedText.optional(),
  description: localizedText.optional(),
  isBestSelling: z.boolean(),
  displayOrder: z.number().int(),
  available: z.boolean(),
});
const category = z.object({
  id: uuid,
  name: localizedText.optional(),
  description: localizedText.optional(),
  type: z.string().optional(),
  inStock: z.boolean(),
  displayOrder: z.number().int(),
});
/** A raster image of 200 KB at most, in itself: the screen fetches nothing. */
export const logoView = z.object({
  image: z
    .string()
    .max(300_000)
    .regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/)
    .nullable(),
});
export const catalogueView = z.object({
  walletId: uuid,
  categories: z.array(category),
  subcategories: z.array(subcategory),
  cards: z.array(catalogueCard),
  /** When the service was last read for this wallet; absent where it never was. */
  readAt: instant.optional(),
  /** The prices in force when `charge` was found: a sale names them. */
  pricesRevision: z.number().int(),
  /** What the last reading left out; known until the counter is closed. */
  skipped: skipped.optional(),
  /** Categories and subcategories that the service does not give: they stay as of `readAt`, absent where never read. */
  old: z.array(z.object({ id: uuid, readAt: instant.exactOptional() })).optional(),
  /** Where the next part begins; absent in the last. Shelves come with the first. */
  next: z.number().int().optional(),
});
