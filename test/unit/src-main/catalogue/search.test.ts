import { describe, expect, it } from 'vitest';

import { normalised, searchCards } from '../../../../src-main/catalogue/search.ts';
import type { CatalogueView } from '../../../../src-preload/contract/schemas.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const view: CatalogueView = {
  walletId: id(1),
  categories: [{ id: id(2), name: { ar: 'ألعاب', en: 'Games' }, inStock: true, displayOrder: 1 }],
  subcategories: [{ id: id(3), categoryId: id(2), name: { ar: 'بلايستيشن', en: 'PlayStation' }, isBestSelling: true, displayOrder: 1, available: true }],
  cards: [
    { id: id(4), subcategoryId: id(3), name: { ar: 'شبكة ٥٠ دولار', en: 'Network 50 USD' }, hasSpecialOffer: false, available: true },
    { id: id(5), subcategoryId: id(3), name: { ar: 'بطاقة أمريكية', en: 'Café PlayStation card' }, faceValue: '10 USD', hasSpecialOffer: false, available: true },
    { id: id(6), subcategoryId: id(9), hasSpecialOffer: false, available: true },
  ],
};

const found = (text: string): readonly string[] => searchCards(view, text).map((card) => card.id);

describe('the form in which texts are compared', () => {
  it.each([
    ['forms of alef', 'أإآٱا', 'ااااا'],
    ['taa marbuta and haa', 'بطاقة', 'بطاقه'],
    ['alef maqsura and yaa', 'مستوى', 'مستوي'],
    ['hamza on waw and yaa', 'مؤئ', 'موي'],
    ['vowel signs and the tatweel', 'مُـحَـمَّـد', 'محمد'],
    ['Persian yaa and kaf, as some keyboards type them', 'کی', 'كي'],
    ['Arabic and Persian digits', '٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
    ['the Arabic decimal separator', '٥٫٢٥٠', '5.250'],
    ['presentation forms', 'ﻻ', 'لا'],
    ['case and accents', 'CAFÉ', 'cafe'],
    ['invisible marks', '\u200f50\u061c', '50'],
    ['punctuation and spaces', '  i-Tunes,\u00a0(US) ', 'i tunes us'],
  ])('is one for %s', (_, text, form) => {
    expect(normalised(text)).toBe(form);
  });
});

describe('a search', () => {
  it('takes words in any order', () => {
    expect(found('usd network')).toEqual([id(4)]);
    expect(found('دولار شبكه')).toEqual([id(4)]);
  });

  it('needs every word', () => {
    expect(found('network 60')).toEqual([]);
  });

  it('mixes languages and digit sets', () => {
    expect(found('network ٥٠')).toEqual([id(4)]);
  });

  it('looks at the face value, and at the names of the shelf and its category', () => {
    expect(found('10 usd')).toEqual([id(5)]);
    expect(found('العاب 50')).toEqual([id(4)]);
  });

  it('puts cards that say it themselves first', () => {
    expect(found('playstation')).toEqual([id(5), id(4)]);
  });

  it('for nothing is everything', () => {
    expect(found('  ، ')).toEqual([id(4), id(5), id(6)]);
  });
});
