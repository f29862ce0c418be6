import { describe, expect, it } from 'vitest';
import { pick, stockOf } from '../../../../../src-renderer/entities/catalogue/browse.ts';
import type { CatalogueView } from '../../../../../src-shared/contract/schemas.ts';

const charge = { price: { amount: '1.000', currency: 'KWD' }, source: 'cost' as const };
const base = { hasSpecialOffer: false, available: true };
const view: CatalogueView = {
  walletId: 'w',
  pricesRevision: 0,
  readAt: '2026-11-21T08:00:00Z',
  categories: [
    { id: 'late', inStock: true, displayOrder: 2, name: { en: 'Games' } },
    { id: 'early', inStock: true, displayOrder: 1, name: { ar: 'شحن الهاتف' } },
  ],
  subcategories: [
    { id: 'steam', categoryId: 'late', isBestSelling: false, displayOrder: 1, available: true, name: { en: 'Steam' } },
    { id: 'zain', categoryId: 'early', isBestSelling: true, displayOrder: 1, available: true, name: { ar: 'زين' } },
  ],
  cards: [
    { ...base, id: 'steam20', subcategoryId: 'steam', name: { en: 'Steam 20' }, charge },
    { ...base, id: 'zain5', subcategoryId: 'zain', name: { ar: 'زين ٥' }, faceValue: '5', charge },
    { ...base, id: 'zain10', subcategoryId: 'zain', name: { en: 'Zain 10' } },
    { ...base, id: 'zain25', subcategoryId: 'zain', name: { en: 'Zain 25' }, charge, available: false },
  ],
};
const stock = stockOf(view);
const everything = { query: '', shelf: 'all', subcategoryId: null };
const none = { favourites: [], recent: [] };
const idsOf = (shelved: readonly { card: { id: string } }[]): string[] => shelved.map(({ card }) => card.id);

describe('browsing', () => {
  it('follows the display order of categories and sets apart what cannot be sold', () => {
    const picked = pick(stock, everything, none);
    expect(idsOf(picked.sellable)).toEqual(['zain5', 'steam20']);
    expect(idsOf(picked.withoutPrice)).toEqual(['zain10']);
    expect(idsOf(picked.unavailable)).toEqual(['zain25']);
  });

  it('narrows to a category, to a kind and to best sellers', () => {
    expect(idsOf(pick(stock, { ...everything, shelf: 'late' }, none).sellable)).toEqual(['steam20']);
    expect(idsOf(pick(stock, { ...everything, shelf: 'early', subcategoryId: 'zain' }, none).sellable)).toEqual([
      'zain5',
    ]);
    expect(idsOf(pick(stock, { ...everything, shelf: 'best' }, none).sellable)).toEqual(['zain5']);
  });

  it('searches everywhere, by name, kind and category, whatever is chosen', () => {
    expect(idsOf(pick(stock, { query: 'شحن 5', shelf: 'late', subcategoryId: null }, none).sellable)).toEqual([
      'zain5',
    ]);
    expect(idsOf(pick(stock, { ...everything, query: 'games' }, none).sellable)).toEqual(['steam20']);
    expect(pick(stock, { ...everything, query: 'staem' }, none)).toMatchObject({
      isSimilar: true,
      sellable: [{ card: { id: 'steam20' } }],
    });
  });

  it('has favourites in their own order and what was sold last before all cards, and neither in a search', () => {
    const habits = { favourites: ['steam20', 'gone', 'zain25'], recent: ['zain25', 'zain5'] };
    const picked = pick(stock, everything, habits);
    // A favourite out of stock keeps its place: the digits of the others do not move.
    expect([idsOf(picked.favourites), idsOf(picked.recent)]).toEqual([['steam20', 'zain25'], ['zain5']]);
    expect(pick(stock, { ...everything, query: 'zain' }, habits)).toMatchObject({ favourites: [], recent: [] });
  });

  it('keeps favourites and what was sold last apart on shelves of their own', () => {
    const habits = { favourites: ['steam20'], recent: ['zain25', 'zain5'] };
    expect(pick(stock, { ...everything, shelf: 'favourites' }, habits)).toMatchObject({
      favourites: [{ card: { id: 'steam20' } }],
      recent: [],
      sellable: [],
    });
    const recent = pick(stock, { ...everything, shelf: 'recent' }, habits);
    expect([idsOf(recent.sellable), idsOf(recent.unavailable), idsOf(recent.recent)]).toEqual([
      ['zain5'],
      ['zain25'],
      [],
    ]);
  });
});

describe('a stock that is made searchable bit by bit', () => {
  it('finds the same before, while and after that', () => {
    const cards = Array.from({ length: 9_000 }, (_, number) => ({
      ...base,
      id: String(number),
      subcategoryId: 'zain',
      name: { en: `Zain ${String(number)}` },
      charge,
    }));
    const large = stockOf({ ...view, cards });
    const found = (): string[] => idsOf(pick(large, { ...everything, query: 'zain 8999' }, none).sellable);
    const isMoreLeft = Array.from({ length: 18 }, () => large.prepare());
    expect(isMoreLeft.indexOf(false)).toBe(17);
    expect(found()).toEqual(['8999']);
    expect(idsOf(pick(stockOf({ ...view, cards }), { ...everything, query: 'zain 8999' }, none).sellable)).toEqual([
      '8999',
    ]);
  });
});
