import { randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { z } from 'zod';
import { read, send, type Choices, type Partner, type Reply } from './client.ts';

const text = z.strictObject({ ar: z.string().min(1), en: z.string().min(1) });
const money = z.strictObject({
  amount: z.string().regex(/^-?\d+\.\d{3}$/),
  currency: z.string(),
  asOf: z.iso.datetime().optional(),
});
const page = z.strictObject({ items: z.array(z.unknown()), nextCursor: z.string().optional() });

export const cardSchema = z.strictObject({
  id: z.uuid(),
  subcategoryId: z.uuid(),
  name: text.partial().optional(),
  faceValue: z.string().optional(),
  unitPrice: money.optional(),
  businessPrice: money.optional(),
  personalPrice: money.optional(),
  hasSpecialOffer: z.boolean(),
  specialOfferPrice: money.optional(),
  available: z.boolean(),
});
const categorySchema = z.strictObject({
  id: z.uuid(),
  name: text,
  description: text,
  logo: z.url(),
  type: z.enum(['local', 'international']),
  inStock: z.boolean(),
  displayOrder: z.int(),
});
export const subcategorySchema = z.strictObject({
  id: z.uuid(),
  categoryId: z.uuid(),
  name: text,
  logo: z.url(),
  isBestSelling: z.boolean(),
  displayOrder: z.int(),
  available: z.boolean(),
});
export const walletSchema = z.strictObject({
  id: z.uuid(),
  name: text,
  balance: money.required(),
  currency: z.string(),
  status: z.literal('enabled'),
  allowedDebt: money.optional(),
});
export const credentialSchema = z.strictObject({
  soldCardId: z.uuid(),
  serialNumber: z.string().min(1),
  voucher: z.string().min(1),
  revealedAt: z.iso.datetime(),
});
export const orderSchema = z.strictObject({
  operationId: z.uuid(),
  status: z.enum(['processing', 'recoveryExhausted', 'completed', 'failed']),
  invoiceId: z.uuid().optional(),
  walletId: z.uuid(),
  cardId: z.uuid(),
  quantity: z.int(),
  total: money.optional(),
  soldCards: z.array(credentialSchema).optional(),
  completedAt: z.iso.datetime().optional(),
});
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.uuid(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string() })).optional(),
});

export type Card = z.infer<typeof cardSchema>;

/** Every item of a list, and how many pages it took. */
export async function walk<T>(
  partner: Partner,
  path: string,
  schema: z.ZodType<T>,
): Promise<{ readonly items: readonly T[]; readonly pages: number }> {
  const items: T[] = [];
  for (let pages = 1, cursor = ''; ; pages += 1) {
    const reply = page.parse((await read(partner, path + cursor)).json);
    items.push(...z.array(schema).parse(reply.items));
    if (reply.nextCursor === undefined) return { items, pages };
    cursor = `?cursor=${encodeURIComponent(reply.nextCursor)}`;
  }
}

export async function walkCatalogue(partner: Partner, walletId: string) {
  const root = `/v1/wallets/${walletId}/catalog`;
  const categories = (await walk(partner, `${root}/categories`, categorySchema)).items;
  const subcategories = [];
  for (const { id } of categories)
    subcategories.push(...(await walk(partner, `${root}/categories/${id}/subcategories`, subcategorySchema)).items);
  const cards = [];
  let pages = 0;
  for (const { id } of subcategories) {
    const list = await walk(partner, `${root}/subcategories/${id}/cards`, cardSchema);
    cards.push(...list.items);
    pages += list.pages;
  }
  return { categories, subcategories, cards, pages };
}

/** An order body for a card at its price. */
export function orderFor(card: Card, quantity = 1, more: Readonly<Record<string, unknown>> = {}): string {
  const price = card.unitPrice;
  if (price === undefined) throw new Error('this card has no price');
  const expectedTotal = { amount: new Big(price.amount).times(quantity).toFixed(3), currency: price.currency };
  return JSON.stringify({ cardId: card.id, quantity, expectedUnitPrice: price, expectedTotal, ...more });
}

export function buy(
  partner: Partner,
  walletId: string,
  body: string,
  operationId: string = randomUUID(),
  choices: Choices = {},
): Promise<Reply> {
  const fields = { 'idempotency-key': operationId, ...choices.fields };
  return send(partner, 'orderMutation', 'POST', `/v1/wallets/${walletId}/orders`, body, { ...choices, fields });
}

export function codeOf(reply: Reply): string {
  return problemSchema.parse(reply.json).code;
}

export function firstFieldOf(reply: Reply): string | undefined {
  return problemSchema.parse(reply.json).errors?.[0]?.pointer;
}
