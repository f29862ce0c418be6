import { describe, expect, it } from 'vitest';

import type { CatalogueView } from '../../../../../src-preload/contract/schemas.ts';
import { pick, shelve } from '../../../../../src-renderer/features/catalogue/browse.ts';

const price = { amount: '1.000', currency: 'KWD' };
const base = { hasSpecialOffer: false, available: true };
const view: CatalogueView = {
  walletId: 'w', readAt: '2026-11-21T08:00:00Z',
  categories: [{ id: 'late', inStock: true, displayOrder: 2, name: { en: 'Games' } }, { id: 'early', inStock: true, displayOrder: 1, name: { ar: 'شحن الهاتف' } }],
  subcategories: [
    { id: 'steam', categoryId: 'late', isBestSelling: false, displayOrder: 1, available: true, name: { en: 'Steam' } },
    { id: 'zain', categoryId: 'early', isBestSelling: true, displayOrder: 1, available: true, name: { ar: 'زين' } },
  ],
  cards: [
    { ...base, id: 'steam20', subcategoryId: 'steam', name: { en: 'Steam 20' }, unitPrice: price },
    { ...base, id: 'zain5', subcategoryId: 'zain', name: { ar: 'زين ٥' }, faceValue: '5', unitPrice: price },
    { ...base, id: 'zain10', subcategoryId: 'zain', name: { en: 'Zain 10' } },
    { ...base, id: 'zain25', subcategoryId: 'zain', name: { en: 'Zain 25' }, unitPrice: price, available: false },
  ],
};
const everything = { query: '', categoryId: null, subcategoryId: null };
const idsOf = (shelved: readonly { card: { id: string } }[]): string[] => shelved.map(({ card }) => card.id);

describe('browsing', () => {
  it('follows the display order of categories and sets apart what cannot be sold', () => {
    const shelves = pick(shelve(view), everything);
    expect(idsOf(shelves.sellable)).toEqual(['zain5', 'steam20']);
    expect(idsOf(shelves.withoutPrice)).toEqual(['zain10']);
    expect(idsOf(shelves.unavailable)).toEqual(['zain25']);
  });

  it('narrows to a category and to a kind', () => {
    expect(idsOf(pick(shelve(view), { ...everything, categoryId: 'late' }).sellable)).toEqual(['steam20']);
    expect(idsOf(pick(shelve(view), { ...everything, categoryId: 'early', subcategoryId: 'zain' }).sellable)).toEqual(['zain5']);
  });

  it('searches everywhere, by name, kind and category, whatever is chosen', () => {
    expect(idsOf(pick(shelve(view), { query: 'شحن 5', categoryId: 'late', subcategoryId: null }).sellable)).toEqual(['zain5']);
    expect(idsOf(pick(shelve(view), { ...everything, query: 'games' }).sellable)).toEqual(['steam20']);
  });
});
