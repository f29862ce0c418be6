import { expect, it } from 'vitest';
import { topUpText, type TopUpFacts } from '../../../../../src-main/day/views/top-up-text.ts';
import { amount } from '../../orders/order-samples.ts';

const facts: TopUpFacts = {
  language: 'en',
  shop: { nameEn: 'Corner Shop', nameAr: 'محل الزاوية', addressEn: '', addressAr: '' },
  walletName: { en: 'Main wallet', ar: 'المحفظة الرئيسية' },
  balance: { amount: '75.500', currency: 'KWD' },
  asOf: '2026-11-24T09:05:00.000Z',
  averageDay: { amount: amount('120.000'), days: 20 },
};
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

it('says it in both languages, the shop’s own first: shop, wallet, balance, as of when, and an average day', () => {
  const [first = '', second = '', ...more] = plain(topUpText(facts)).split('\n\n');
  expect(more).toEqual([]);
  expect(first.split('\n')).toEqual([
    'Corner Shop: please top up our wallet.',
    'Wallet: Main wallet',
    expect.stringMatching(/^Balance: 75\.500 KWD \(24 Nov 2026/),
    'An average day costs us 120.000 KWD.',
  ]);
  expect(second).toContain('محل الزاوية');
  expect(second).toContain('المحفظة الرئيسية');
  expect(second).toContain('75.500');
  expect(second).toContain('120.000');
  expect(plain(topUpText({ ...facts, language: 'ar' })).split('\n\n')).toEqual([second, first]);
});

it('leaves out what is not known or not to be told, and lets no name begin a line', () => {
  const shop = { nameEn: ' ', nameAr: '', addressEn: '', addressAr: '' };
  const text = plain(topUpText({ ...facts, shop, walletName: { en: 'A\nBalance: 9' }, averageDay: null }));
  expect(text.split('\n\n')[0]?.split('\n')).toEqual([
    'Please top up our wallet.',
    'Wallet: A Balance: 9',
    expect.stringContaining('75.500'),
  ]);
  expect(text).not.toContain('120');
});
