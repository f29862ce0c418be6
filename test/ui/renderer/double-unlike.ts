import type { CatalogueView } from '../../../src-shared/contract/schemas.ts';

type Card = CatalogueView['cards'][number];

/** What services call their cards: long, in both scripts, with the value in any place or in none. */
const forms: readonly Partial<Card>[] = [
  {
    name: {
      en: 'Zain Kuwait prepaid recharge voucher for data and calls, valid for one year 3',
      ar: 'بطاقة إعادة تعبئة رصيد زين الكويت للمكالمات والإنترنت صالحة لمدة سنة كاملة ٣',
    },
  },
  { name: { en: 'Zain 5 KWD (Kuwait only)', ar: 'زين ٥ دينار (الكويت فقط)' }, faceValue: '5 KWD' },
  { name: { en: 'Recharge', ar: 'شحن رصيد' }, faceValue: '10.000 KWD' },
  { name: { en: 'Zain', ar: 'زين' }, faceValue: '1,000 minutes and 25 GB' },
  { name: { en: 'Supercalifragilisticexpialidociousvouchers', ar: 'استخداماتهمالمتعددةوالمستمرة' }, faceValue: '5' },
  { name: { en: '5', ar: '٥' }, faceValue: '5' },
  { name: { en: 'Ooredoo 10', ar: 'أوريدو 10' } },
  { name: {} },
  {
    hasSpecialOffer: true,
    name: { en: 'stc 10', ar: 'إس تي سي 10' },
    unitPrice: { amount: '12345.678', currency: 'KWD' },
  },
];

/** The first cards in forms that a tile has to stand. Nobody set a price: all are at cost. */
export function unlike(cards: readonly Card[]): Card[] {
  return cards.map(({ personalPrice: _, ...card }, index) => ({ ...card, ...forms[index] }));
}
