import { describe, expect, it } from 'vitest';
import { papers } from '../../../../src-main/receipts/papers.ts';
import { receiptPages, receiptPreview } from '../../../../src-main/receipts/receipt-page.ts';
import type { Receipt } from '../../../../src-main/receipts/receipt.ts';

const code = (number: number) => ({
  soldCardId: `card-${number}`,
  serialNumber: null,
  voucher: `VOUCHER-${String(number).padStart(3, '0')}`,
});
const receipt: Receipt = {
  language: 'en',
  shop: 'Sons <of> & Co',
  cardName: { en: 'Zain 5', ar: 'زين 5' },
  quantity: 2,
  charged: { price: '1234.500', total: '2469.000', currency: 'KWD' },
  soldAtMs: Date.parse('2026-11-21T09:05:00Z'),
  externalReference: 'TILL-2',
  operationId: 'operation-1',
  invoiceId: null,
  isCopy: false,
  codes: null,
};
const words = (html: string): string =>
  html
    .slice(html.indexOf('<body>'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('a receipt', () => {
  it('says who sold what at the exact price, with the amount before its currency', () => {
    for (const [language, name, total, direction, currency] of [
      ['en', 'Zain 5', 'Total', 'ltr', 'KWD'],
      ['ar', 'زين 5', 'الإجمالي', 'rtl', 'د.ك'],
    ] as const) {
      const money = (amount: string): string =>
        `<bdi dir="${direction}"><bdi dir="ltr">${amount}</bdi> ${currency}</bdi>`;
      const [page] = receiptPages({ ...receipt, language }, papers['80mm']);
      expect(words(page?.html ?? '')).toContain(`${name} `);
      expect(page?.html).toContain(money('1,234.500'));
      expect(page?.html).toContain(`<dt>${total}</dt><dd>${money('2,469.000')}</dd>`);
      expect(page?.html).toContain(language === 'ar' ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
      // The month by its name, and hours as they are counted from midnight: no paper leaves either in doubt.
      expect(words(page?.html ?? '')).toMatch(
        language === 'en' ? /21 Nov 2026, [0-9]{2}:05 / : /21 نوفمبر 2026، [0-9]{2}:05 /,
      );
      expect(words(page?.html ?? '')).not.toMatch(/[٠-٩]/);
    }
  });

  it('of a card that makes another one good says so, and for which order', () => {
    const free = { price: '0.000', total: '0.000', currency: 'KWD' };
    for (const [language, says] of [
      ['en', 'Replacement at no charge for order'],
      ['ar', 'بديل مجاني عن الطلب'],
    ] as const) {
      const replacement = { ...receipt, language, charged: free, makesGoodFor: 'operation-0' };
      const text = words(receiptPages(replacement, papers['80mm'])[0]?.html ?? '');
      expect(text).toContain(`${says} operation-0`);
      expect(words(receiptPages({ ...receipt, language }, papers['80mm'])[0]?.html ?? '')).not.toContain(says);
    }
  });

  it('takes names as text, and says of a training that it is none', () => {
    expect(receiptPages(receipt, papers['80mm'])[0]?.html).toContain('Sons &lt;of&gt; &amp; Co');
    expect(words(receiptPages({ ...receipt, shop: null }, papers['80mm'])[0]?.html ?? '')).toContain(
      'TRAINING - not a sale',
    );
  });

  it('of many cards is several images, and each code stands on one of them once', () => {
    const many = Array.from({ length: 25 }, (_, index) => code(index + 1));
    const pages = receiptPages({ ...receipt, quantity: 25, codes: many }, papers.a4).map(({ html }) => words(html));
    expect(pages).toHaveLength(3);
    const all = pages.join(' ');
    for (const { voucher } of many) expect(all.split(voucher.replace('-', '- ')).length).toBe(2);
    expect(pages.filter((page) => page.includes('KWD'))).toHaveLength(1);
  });

  it('to be looked at may be measured by the window, runs nothing and holds no code whatever it was made from', () => {
    const { html, policy } = receiptPreview({ ...receipt, codes: [code(1), code(2)] }, papers['80mm']);
    expect(policy).toMatch(/; sandbox allow-same-origin$/);
    expect([policy.includes('script'), html.includes('VOUCHER'), html.split('••••').length > 1]).toEqual([
      false,
      false,
      true,
    ]);
    expect(receiptPages(receipt, papers['80mm'])[0]?.policy).toMatch(/; sandbox$/);
  });

  it.each(['58mm', '80mm', 'a4'] as const)('on %s is as wide as that can be printed', (paper) => {
    const { dots } = papers[paper];
    expect(receiptPages(receipt, papers[paper])[0]?.html).toContain(`inline-size: ${dots}px`);
    expect(receiptPreview(receipt, papers[paper]).html).toContain(`zoom: ${(300 / dots).toFixed(4)}`);
  });
});
