import { describe, expect, it } from 'vitest';
import type { Card, ShelvedCard } from '../../../../../src-renderer/entities/catalogue/browse.ts';
import { sharedBy, tileFacts } from '../../../../../src-renderer/features/catalogue/tile-facts.ts';
import { wordsOf } from '../../../../../src-shared/search/search-text.ts';

describe('what a tile says', () => {
  it.each([
    ['Zain 5', 'Zain', '5', 'Zain', '5', null],
    ['PlayStation Store 20 USD', 'PlayStation Store', '20 USD', 'PlayStation Store', '20 USD', null],
    ['متجر بلايستيشن ٢٠', 'متجر بلايستيشن', '20', 'متجر بلايستيشن', '٢٠', null],
    ['متجر بلايستيشن ۲۰', 'بلايستيشن', '٢٠', 'متجر بلايستيشن', '۲۰', null],
    ['10 GB Home data', 'Home data', '10 GB', 'Home data', '10 GB', null],
    ['Steam - $20', 'Steam', '20', 'Steam', '$20', null],
    ['Steam (20)', 'Steam', '20', 'Steam', '20', null],
    // What stands behind the value in brackets stays.
    ['noon 245 USD (Kuwait)', 'noon', '245 USD', 'noon (Kuwait)', '245 USD', null],
    ['Zain 5 – Kuwait only', 'Zain', '5', 'Zain – Kuwait only', '5', null],
    // One value for both languages.
    ['نون 245 دولار (الكويت)', 'نون', '245 USD', 'نون (الكويت)', '245 دولار', null],
    ['نتفليكس ٦ أشهر', 'نتفليكس', '6 months', 'نتفليكس', '٦ أشهر', null],
    // The name has the number, the value its unit.
    ['Zain 5', 'Zain', '5.000 KWD', 'Zain', '5.000 KWD', null],
    ['Zain 2.500', 'Zain', '2.5', 'Zain', '2.500', null],
    ['PUBG Mobile 60UC', 'PUBG Mobile', '60 UC', 'PUBG Mobile', '60UC', null],
  ])('of %s (%s, %s) is %s and %s: value and brand once', (name, brand, value, title, shown, beside) => {
    expect(tileFacts(name, brand, value)).toEqual({ title, value: shown, brand: beside, isValueBesideName: false });
  });

  it.each([
    ['Gift card', 'Steam', '50 USD', 'Gift card', '50 USD', 'Steam'],
    // Neither a number nor a brand is looked for within a word or a larger number.
    ['Seagm 15', 'Sea', '5', 'Seagm 15', '5', 'Sea'],
    ['Card 105', undefined, '10', 'Card 105', '10', null],
    ['بطاقة هدية', 'بلايستيشن', '٢٠ دولار', 'بطاقة هدية', '٢٠ دولار', 'بلايستيشن'],
    ['Pass', 'Pass', '∞', 'Pass', '∞', null],
  ])('of %s (%s, %s) is also what the name does not have', (name, brand, value, title, shown, beside) => {
    expect(tileFacts(name, brand, value)).toEqual({ title, value: shown, brand: beside, isValueBesideName: true });
  });

  it.each([
    ['بطاقة زين بقيمة 5 للكويت', 'زين', '5', null],
    ['PlayStation 20 for 20', 'PlayStation', '20 for', null],
    ['60 UC + 5 UC', 'PUBG Mobile', '60 UC', 'PUBG Mobile'],
    ['20', 'Steam', '20', 'Steam'],
    ['60UC', undefined, '60 UC', null],
    ['Zain 5', 'Zain', undefined, null],
    ['Zain 5', 'Zain', ' ', null],
    ['البلايستيشن للجميع', 'بلايستيشن', undefined, null],
    ['Café card', 'CAFE', undefined, null],
  ])('leaves %s (%s, %s) whole, where nothing can be taken out of it', (name, brand, value, beside) => {
    expect(tileFacts(name, brand, value)).toEqual({
      title: name,
      value: null,
      brand: beside,
      isValueBesideName: false,
    });
  });

  const brands = ['Zain', 'PlayStation Store', 'stc', 'إس تي سي', 'متجر بلايستيشن', 'Sea', '1&1', 'بلايستيشن'];
  const values = [
    '5',
    '٥',
    '2.500',
    '٢٫٥',
    '30 GB',
    '100 GB',
    '60UC',
    '1,000 coins',
    '3 months',
    '٣ أشهر',
    '20 USD',
    '$5',
  ];
  const forms: readonly ((brand: string, value: string) => string)[] = [
    (brand, value) => `${brand} ${value}`,
    (brand, value) => `${value} ${brand}`,
    (brand, value) => `${brand} (${value})`,
    (brand, value) => `${brand} – ${value}`,
    (brand, value) => `${brand} ${value} Kuwait`,
    (brand, value) => `${brand} ${value} (Kuwait)`,
    (brand, value) => `بطاقة ${brand} بقيمة ${value} للكويت`,
    (brand) => `${brand} gift`,
    (_, value) => `Gift ${value}`,
    (_, value) => value,
    () => 'Gift',
  ];
  const cases = forms.flatMap((form) =>
    brands.flatMap((brand) =>
      values.flatMap((inName) => values.map((value) => [form(brand, inName), brand, value] as const)),
    ),
  );
  const counted = (texts: readonly (string | null)[]): string[] => texts.flatMap((text) => wordsOf(text ?? ''));
  const bare = (word: string): string => (/^\d/.test(word) ? String(Number(word)) : word);

  it('loses no word of name, brand and value, in many names', () => {
    expect(cases.length).toBeGreaterThan(9_000);
    const lost = cases.filter(([name, brand, value]) => {
      const facts = tileFacts(name, brand, value);
      const said = new Set(counted([facts.title, facts.value, facts.brand]).map(bare));
      if (said.has('اشهر')) said.add('months');
      return !counted([name, brand, value]).every((word) => said.has(bare(word)));
    });
    expect(lost).toEqual([]);
  });

  it('says nothing twice that the name says once, and always has a title', () => {
    const wrong = cases.filter(([name, brand, value]) => {
      const { title, value: shown, isValueBesideName } = tileFacts(name, brand, value);
      if (!/[\p{L}\p{N}]/u.test(title)) return true;
      if (isValueBesideName) return title !== name || shown !== value;
      const said = counted([title, shown]).toSorted().map(bare);
      const units = counted([value]).map(bare);
      const named = counted([name]).toSorted().map(bare);
      const extra = [...said];
      for (const word of named) {
        const at = extra.indexOf(word);
        if (at === -1) return true;
        extra.splice(at, 1);
      }
      return !extra.every((word) => units.includes(word) && !named.includes(word));
    });
    expect(wrong).toEqual([]);
  });
});

describe('what all shown cards share that can be sold', () => {
  const charge = (source: 'cost' | 'rule'): NonNullable<Card['charge']> => ({
    price: { amount: '5.000', currency: 'KWD' },
    source,
  });
  const card = (part: Partial<Card>, isBestSelling = false): ShelvedCard => ({
    card: { id: 'a', subcategoryId: 'b', hasSpecialOffer: false, available: true, ...part },
    subcategory: { id: 'b', categoryId: 'c', isBestSelling, displayOrder: 0, available: true },
  });

  it('is said once, and by each card as soon as one is another', () => {
    const atCost = card({ charge: charge('cost') }, true);
    expect(sharedBy([[atCost, atCost]])).toEqual({ atCost: true, best: true });
    expect(sharedBy([[atCost, card({ charge: charge('rule') }, true)]])).toEqual({ atCost: false, best: true });
    expect(sharedBy([[atCost, card({ charge: charge('cost') })]])).toEqual({ atCost: true, best: false });
  });

  it('leaves out those that cannot be sold, and is nothing where none can', () => {
    const gone = card({ charge: charge('rule'), available: false });
    expect(sharedBy([[card({ charge: charge('cost') }, true), gone, card({})]])).toEqual({ atCost: true, best: true });
    expect(sharedBy([[gone, card({}, true)]])).toEqual({ atCost: false, best: false });
    expect(sharedBy([[]])).toEqual({ atCost: false, best: false });
  });
});
