import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, valueOf } from '../../support/outcome.ts';
import type { Counter } from '../service.ts';

const money = z.object({ amount: z.string().regex(/^-?\d+\.\d{3}$/), currency: z.string() });
const listOf = <T>(item: z.ZodType<T>) => z.strictObject({ items: z.array(item), nextCursor: z.string().optional() });
const wallet = z.object({ id: z.uuid(), currency: z.string().optional(), balance: money.optional() });
const category = z.object({ id: z.uuid(), inStock: z.boolean(), displayOrder: z.int() });
const subcategory = z.object({
  id: z.uuid(),
  categoryId: z.uuid(),
  available: z.boolean(),
  isBestSelling: z.boolean(),
  displayOrder: z.int(),
});
const card = z.object({
  id: z.uuid(),
  subcategoryId: z.uuid(),
  available: z.boolean(),
  hasSpecialOffer: z.boolean(),
  unitPrice: money.optional(),
});
const catalogue = z.strictObject({ items: z.array(card.loose()), readAt: z.iso.datetime() });
const line = z.strictObject({ name: z.string(), sent: z.string(), seen: z.string(), agree: z.boolean() });
const diagnosis = z.object({
  lines: z.array(line),
  partnerId: z.uuid(),
  policyVersion: z.int(),
  effectiveScopes: z.array(z.string()),
  missingScopes: z.array(z.string()),
});

export function reads(counter: Counter): void {
  beforeAll(() => counter.chooseCard());

  it('shows the profile and the permissions in force', async () => {
    expect(valueOf(await counter.run(['profile']), z.object({}).loose())).not.toEqual({});
    const { lines, effectiveScopes } = valueOf(await counter.run(['diagnose']), diagnosis);
    expect(lines.filter(({ agree }) => !agree)).toEqual([]);
    expect(lines.map(({ name }) => name)).toEqual([
      'method',
      'authority',
      'path',
      'query',
      'components',
      'scope',
      'keyId',
      'time',
    ]);
    expect(effectiveScopes).toEqual(expect.arrayContaining(['catalogue:read', 'orders:create']));
  });

  it('lists the wallets, and shows each of them alone', async () => {
    const { items } = valueOf(await counter.run(['wallets', '--all']), listOf(wallet));
    const [first] = items;
    expect(valueOf(await counter.run(['wallet', first?.id ?? '']), wallet).id).toBe(first?.id);
  });

  it('says which wallet the service does not grant', async () => {
    const failure = failureOf(await counter.run(['wallet', randomUUID()]), 3);
    expect(failure.httpStatus).toBe(404);
    expect(['wallet_not_granted', 'resource_not_found']).toContain(failure.code);
    expect(failure.requestId).toBeTruthy();
  });

  it('walks from categories to cards, each inside its owner, with three decimals in every amount', async () => {
    const {
      walletId,
      card: {
        unitPrice: { currency },
      },
    } = counter.sale;
    const { items: categories } = valueOf(await counter.run(['categories', walletId, '--all']), listOf(category));
    const [first] = categories;
    const { items: subcategories } = valueOf(
      await counter.run(['subcategories', walletId, first?.id ?? '', '--all']),
      listOf(subcategory),
    );
    expect(subcategories.map(({ categoryId }) => categoryId)).toEqual(subcategories.map(() => first?.id));
    const sub = subcategories[0]?.id ?? '';
    expect(valueOf(await counter.run(['subcategory', walletId, sub]), subcategory).id).toBe(sub);
    const { items: cards } = valueOf(await counter.run(['cards', walletId, sub, '--all']), listOf(card));
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.map(({ subcategoryId }) => subcategoryId)).toEqual(cards.map(() => sub));
    expect(
      cards
        .flatMap(({ unitPrice }) => (unitPrice === undefined ? [] : [unitPrice.currency]))
        .filter((each) => each !== currency),
    ).toEqual([]);
  });

  it('reads the whole catalogue, and finds a card in it by its name in either language', async () => {
    const {
      walletId,
      card: { id, name },
    } = counter.sale;
    expect(
      valueOf(await counter.run(['catalogue', walletId, '--all']), catalogue).items.map((each) => each.id),
    ).toContain(id);
    for (const text of [name?.en, name?.ar]) {
      if (text === undefined) continue;
      expect(
        valueOf(await counter.run(['catalogue', walletId, '--search', text]), catalogue).items.map((each) => each.id),
      ).toContain(id);
    }
    expect(
      valueOf(await counter.run(['catalogue', walletId, '--search', 'no card is called like this']), catalogue).items,
    ).toEqual([]);
  });

  it('names what the service does not know below a wallet', async () => {
    const { walletId } = counter.sale;
    for (const args of [
      ['subcategories', walletId, randomUUID()],
      ['subcategory', walletId, randomUUID()],
      ['cards', walletId, randomUUID()],
    ]) {
      expect(failureOf(await counter.run(args), 3)).toMatchObject({ code: 'resource_not_found', httpStatus: 404 });
    }
    expect(failureOf(await counter.run(['owned', walletId, '--card', randomUUID()]), 3).code).toBe('card_not_found');
    expect(failureOf(await counter.run(['reveal', walletId, '--card', randomUUID()]), 3).code).toBe('card_not_found');
    expect(failureOf(await counter.run(['reveal', walletId, '--invoice', randomUUID()]), 3).code).toBe(
      'resource_not_found',
    );
  });

  it("passes a cursor on unchanged, and the service's word on one that it never gave", async () => {
    expect(failureOf(await counter.run(['wallets', '--cursor', 'never-given']), 3)).toMatchObject({
      code: 'validation_failed',
      httpStatus: 422,
    });
  });
}
