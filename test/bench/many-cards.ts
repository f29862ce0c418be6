import type { CatalogueView } from '../../src-shared/contract/schemas.ts';

const id = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const brands: readonly (readonly [en: string, ar: string])[] = [
  ['PlayStation', 'بلايستيشن'],
  ['Xbox', 'إكس بوكس'],
  ['Steam', 'ستيم'],
  ['Nintendo', 'نينتندو'],
  ['PUBG Mobile', 'ببجي موبايل'],
  ['Free Fire', 'فري فاير'],
  ['Roblox', 'روبلوكس'],
  ['Apple', 'آبل'],
  ['Google Play', 'جوجل بلاي'],
  ['Zain', 'زين'],
  ['Ooredoo', 'أوريدو'],
  ['Umniah', 'أمنية'],
  ['Orange', 'أورنج'],
  ['Netflix', 'نتفليكس'],
  ['Shahid', 'شاهد'],
  ['Spotify', 'سبوتيفاي'],
  ['Amazon', 'أمازون'],
  ['noon', 'نون'],
  ['Careem', 'كريم'],
  ['Talabat', 'طلبات'],
];
const regions: readonly (readonly [en: string, ar: string])[] = [
  ['US', 'أمريكا'],
  ['UK', 'بريطانيا'],
  ['KSA', 'السعودية'],
  ['UAE', 'الإمارات'],
  ['Kuwait', 'الكويت'],
  ['Jordan', 'الأردن'],
  ['Iraq', 'العراق'],
  ['Egypt', 'مصر'],
  ['Turkey', 'تركيا'],
  ['Global', 'عالمي'],
];
const perShelf = 50;

/** A catalogue as large as any that a counter is promised to bear: brands, regions and amounts as they are sold. */
export function manyCards(count: number, walletId = id(1, 1)): CatalogueView {
  const shelves = Math.ceil(count / perShelf);
  const named = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];
  return {
    walletId,
    readAt: '2026-11-21T09:00:00.000Z',
    pricesRevision: 0,
    categories: brands.map(([en, ar], number) => ({
      id: id(2, number),
      name: { en, ar },
      inStock: true,
      displayOrder: number,
    })),
    subcategories: Array.from({ length: shelves }, (_, number) => {
      const [brand, region] = [named(brands, number), named(regions, Math.floor(number / brands.length))];
      const name = {
        en: `${brand?.[0] ?? ''} ${region?.[0] ?? ''} series ${String(number)}`,
        ar: `${brand?.[1] ?? ''} ${region?.[1] ?? ''} فئة ${String(number)}`,
      };
      return {
        id: id(3, number),
        categoryId: id(2, number % brands.length),
        name,
        isBestSelling: number % 9 === 0,
        displayOrder: number,
        available: true,
      };
    }),
    cards: Array.from({ length: count }, (_, number) => {
      const shelf = Math.floor(number / perShelf);
      const value = String(((number % perShelf) + 1) * 5);
      const [brand, region] = [named(brands, shelf), named(regions, Math.floor(shelf / brands.length))];
      return {
        id: id(4, number),
        subcategoryId: id(3, shelf),
        faceValue: `${value} USD`,
        hasSpecialOffer: number % 40 === 0,
        available: number % 25 !== 0,
        name: {
          en: `${brand?.[0] ?? ''} ${value} USD (${region?.[0] ?? ''})`,
          ar: `${brand?.[1] ?? ''} ${value} دولار (${region?.[1] ?? ''})`,
        },
        unitPrice: { amount: `${value}.125`, currency: 'KWD', asOf: '2026-11-21T09:00:00.000Z' },
      };
    }),
  };
}
