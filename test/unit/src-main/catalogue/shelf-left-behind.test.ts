import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue, type Catalogue } from '../../../../src-main/catalogue/catalogue.ts';
import { knownId, type CardId } from '../../../../src-main/core/ids.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { walletId } from '../orders/order-samples.ts';
import { sessionOf, startSigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

const id = (n: number): string => `0e000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const category = (n: number): object => ({ id: id(n), inStock: true, displayOrder: n });
const shelf = (n: number, of: number): object => ({
  id: id(n),
  categoryId: id(of),
  isBestSelling: false,
  displayOrder: n,
  available: true,
});
const card = (n: number, of: number, amount: string): object => ({
  id: id(n),
  subcategoryId: id(of),
  hasSpecialOffer: false,
  available: true,
  unitPrice: { amount, currency: 'KWD' },
});
const problem = (status: number, code: string): ScriptedAnswer => ({ status, json: { code } });

/** Two categories: 1 with the shelves 11 and 12, 2 with 21. Each shelf has two pages of one card. */
class Shop {
  amount = '1.000';
  cacheControl = 'max-age=60';
  readonly fails = new Map<string, ScriptedAnswer>();

  answer(target: string): ScriptedAnswer {
    const { pathname, searchParams } = new URL(target, 'http://service');
    const cursor = searchParams.get('cursor');
    const parent = Number(pathname.split('/').at(-2)?.slice(-12));
    const failure = this.fails.get(`${String(parent)}${cursor === null ? '' : '+'}`);
    if (failure !== undefined) return failure;
    const items = (...all: readonly object[]): ScriptedAnswer => ({
      json: { items: all, ...(cursor === null ? { nextCursor: 'more' } : {}) },
      headers: { 'cache-control': this.cacheControl },
    });
    if (pathname.endsWith('/categories')) return cursor === null ? items(category(1)) : items(category(2));
    if (pathname.endsWith('/subcategories')) {
      if (parent === 1) return cursor === null ? items(shelf(11, 1)) : items(shelf(12, 1));
      return cursor === null ? items(shelf(21, 2)) : items();
    }
    return items(card(parent * 10 + (cursor === null ? 1 : 2), parent, this.amount));
  }
}

async function open(): Promise<{ shop: Shop; catalogue: Catalogue; again: () => Catalogue }> {
  const shop = new Shop();
  const service = await startSigningService((target) => shop.answer(target));
  onTestFinished(() => service.close());
  const directory = tempFolder();
  const clock = new SkippingClock();
  const again = (): Catalogue => {
    const catalogue = openCatalogue({ directory, session: sessionOf({ profile: service.profile, clock }) });
    onTestFinished(() => catalogue.close());
    return catalogue;
  };
  return { shop, catalogue: again(), again };
}

const amounts = ({ cards }: Pick<ReturnType<Catalogue['read']>, 'cards'>): object =>
  Object.fromEntries(cards.map((one) => [Number(one.id.slice(-12)), one.unitPrice?.amount]));

async function synced(catalogue: Catalogue): Promise<ReturnType<Catalogue['read']>> {
  const read = await catalogue.sync(walletId);
  if (!read.ok) throw new Error(`the catalogue could not be read: ${read.error.code}`);
  return read.value;
}

const whole = { 111: '1.000', 112: '1.000', 121: '1.000', 122: '1.000', 211: '1.000', 212: '1.000' };
const renewed = { 111: '2.000', 112: '2.000', 121: '2.000', 122: '2.000', 211: '2.000', 212: '2.000' };

describe.each([
  [404, 'resource_not_found'],
  [422, 'validation_failed'],
  [500, 'internal_error'],
  [418, 'no_such_code'],
])('a shelf of which the service refuses a later page with %i %s', (status, code) => {
  it('stays as it was, with its time, and the others are renewed', async () => {
    const { shop, catalogue, again } = await open();
    const { readAt } = await synced(catalogue);
    shop.amount = '2.000';
    shop.fails.set('12+', problem(status, code));
    const read = await synced(catalogue);
    expect(amounts(read)).toEqual({ ...renewed, 121: '1.000', 122: '1.000' });
    expect(read.old).toEqual([{ id: id(12), readAt }]);
    // The time is that of its own last reading, however often the others are read since, and in another process.
    await synced(catalogue);
    expect(again().read(walletId)).toMatchObject({ old: [{ id: id(12), readAt }] });
    shop.fails.clear();
    const last = await synced(catalogue);
    expect([amounts(last), last.old]).toEqual([renewed, undefined]);
  });
});

describe('a shelf that the service does not give', () => {
  it('is missing, and said to be, where it was never read', async () => {
    const { shop, catalogue } = await open();
    shop.fails.set('12+', problem(404, 'resource_not_found'));
    const read = await synced(catalogue);
    expect([read.old, amounts(read)]).toEqual([
      [{ id: id(12) }],
      { 111: '1.000', 112: '1.000', 211: '1.000', 212: '1.000' },
    ]);
  });

  it('stays as it was also where its cards may not be kept', async () => {
    const { shop, catalogue, again } = await open();
    shop.cacheControl = 'no-store';
    await synced(catalogue);
    shop.fails.set('12+', problem(404, 'resource_not_found'));
    expect(amounts(await synced(catalogue))).toEqual(whole);
    expect(again().read(walletId).cards).toEqual([]);
  });

  it('leaves a card looked for elsewhere not found, and does not say that there is none', async () => {
    const { shop, catalogue } = await open();
    shop.fails.set('12+', problem(404, 'resource_not_found'));
    const found = async (n: number) => catalogue.freshCard(walletId, knownId<CardId>(id(n)));
    expect(await found(211)).toMatchObject({ ok: true });
    expect(await found(999)).toMatchObject({ ok: false, error: { code: 'resource_not_found' } });
  });

  it('fails the reading where the service gives no shelf at all', async () => {
    const { shop, catalogue } = await open();
    const before = await synced(catalogue);
    for (const number of [11, 12, 21]) shop.fails.set(`${String(number)}+`, problem(404, 'resource_not_found'));
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: false, error: { code: 'resource_not_found' } });
    expect(catalogue.read(walletId)).toEqual(before);
  });

  it.each([
    [503, 'dependency_unavailable'],
    [403, 'account_inactive'],
  ])('fails the reading where %i %s is so of all', async (status, code) => {
    const { shop, catalogue } = await open();
    const before = await synced(catalogue);
    shop.fails.set('12+', problem(status, code));
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: false, error: { code } });
    expect(catalogue.read(walletId)).toEqual(before);
  });
});

describe('a category of which the service refuses a later page', () => {
  it('keeps its shelves, whose cards are renewed', async () => {
    const { shop, catalogue } = await open();
    const { readAt } = await synced(catalogue);
    shop.amount = '2.000';
    shop.fails.set('1+', problem(404, 'resource_not_found'));
    const read = await synced(catalogue);
    expect(read.subcategories.map((one) => one.id)).toEqual([id(11), id(12), id(21)]);
    expect([amounts(read), read.old]).toEqual([renewed, [{ id: id(1), readAt }]]);
  });
});
