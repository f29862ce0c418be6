import { describe, expect, it } from 'vitest';
import type { CatalogueView } from '../../../../src-shared/contract/schemas.ts';
import { CardSearch, searchCards } from '../../../../src-shared/search/card-search.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const view: CatalogueView = {
  walletId: id(1),
  pricesRevision: 0,
  categories: [{ id: id(2), name: { ar: 'ألعاب', en: 'Games' }, inStock: true, displayOrder: 1 }],
  subcategories: [
    {
      id: id(3),
      categoryId: id(2),
      name: { ar: 'بلايستيشن', en: 'PlayStation' },
      isBestSelling: true,
      displayOrder: 1,
      available: true,
    },
  ],
  cards: [
    {
      id: id(4),
      subcategoryId: id(3),
      name: { ar: 'شبكة ٥٠ دولار', en: 'Network 50 USD' },
      hasSpecialOffer: false,
      available: true,
    },
    {
      id: id(5),
      subcategoryId: id(3),
      name: { ar: 'بطاقة أمريكية', en: 'Café PlayStation card' },
      faceValue: '10 USD',
      hasSpecialOffer: false,
      available: true,
    },
    { id: id(6), subcategoryId: id(9), hasSpecialOffer: false, available: true },
  ],
};

const found = (text: string): readonly string[] => searchCards(view, text).map((card) => card.id);

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

describe('a search with slips', () => {
  const search = new CardSearch(view);
  for (const card of view.cards) search.add(card);
  const like = (text: string) => {
    const { positions, isSimilar } = search.find(text);
    return { ids: Array.from(positions, (position) => view.cards[position]?.id), isSimilar };
  };

  it('finds what is meant and says that it is not what was typed', () => {
    expect(like('netwrok 50')).toEqual({ ids: [id(4)], isSimilar: true });
    expect(like('بلايستيسن')).toEqual({ ids: [id(4), id(5)], isSimilar: true });
    expect(like('network 50')).toEqual({ ids: [id(4)], isSimilar: false });
  });

  it('never takes one number for another, nor a short word for another', () => {
    expect(like('network 51')).toEqual({ ids: [], isSimilar: false });
    expect(like('usb')).toEqual({ ids: [], isSimilar: false });
  });

  it('looks for other words only where none has those that were typed', () => {
    expect(like('card').ids).toEqual([id(5)]);
    expect(like('play card')).toEqual({ ids: [id(5)], isSimilar: false });
  });
});

describe('the order of what is found', () => {
  const price = (number: number, name: string): CatalogueView['cards'][number] => ({
    id: id(number),
    subcategoryId: id(3),
    name: { en: name },
    hasSpecialOffer: false,
    available: true,
  });
  const ordered = (text: string): readonly string[] =>
    searchCards(
      {
        ...view,
        cards: [
          price(20, 'Zain 50'),
          price(21, 'Amazin 5'),
          price(22, 'Zain 5'),
          price(23, 'Zain 25'),
          price(24, 'Gift 125'),
        ],
      },
      text,
    ).map((card) => card.id);

  it('has whole words before those that only begin so, and these before those that hold it inside', () => {
    expect(ordered('zain 5')).toEqual([id(22), id(20)]);
    expect(ordered('ain')).toEqual([id(20), id(22), id(23)]);
    expect(ordered('zain')).toEqual([id(20), id(22), id(23)]);
  });

  it('takes an amount by its first digits and not by those inside', () => {
    expect([ordered('2'), ordered('25'), ordered('12')]).toEqual([[id(23)], [id(23)], [id(24)]]);
  });

  it('finds a word with or without the article', () => {
    const cards = [
      { ...price(30, ''), name: { ar: 'زين الكويت' } },
      { ...price(31, ''), name: { ar: 'بطاقة كويت' } },
    ];
    for (const text of ['الكويت', 'كويت'])
      expect(
        searchCards({ ...view, cards }, text)
          .map((card) => card.id)
          .toSorted(),
      ).toEqual([id(30), id(31)]);
  });
});
