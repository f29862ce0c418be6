import { describe, expect, it } from 'vitest';
import { papers } from '../../../../src-main/receipts/papers.ts';
import { receiptPages, receiptPreview } from '../../../../src-main/receipts/receipt-page.ts';
import type { Receipt, ReceiptLine } from '../../../../src-main/receipts/receipt.ts';

const code = (number: number) => ({
  soldCardId: `card-${number}`,
  serialNumber: null,
  voucher: `VOUCHER-${String(number).padStart(3, '0')}`,
});
const line: ReceiptLine = {
  cardName: { en: 'Zain 5', ar: 'زين 5' },
  quantity: 2,
  charged: { price: '1234.500', total: '2469.000', currency: 'KWD' },
  externalReference: 'TILL-2',
  operationId: 'operation-1',
  invoiceId: null,
  codes: null,
};
const receipt: Receipt = {
  language: 'en',
  shop: { names: ['Sons <of> & Co', 'أبناء'], addresses: ['1 <Street>\nTown', 'شارع'] },
  saleNumber: 'C7-0412',
  lines: [line],
  soldAtMs: Date.parse('2026-11-21T09:05:00Z'),
  isCopy: false,
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
      ['ar', 'بطاقة بديلة مجانية عن الطلب'],
    ] as const) {
      const lines = receipt.lines.map((line) => ({ ...line, charged: free, makesGoodFor: 'operation-0' }));
      const replacement = { ...receipt, language, lines };
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

  it('has the name and the address of the shop in each script, as text', () => {
    const html = receiptPages(receipt, papers['80mm'])[0]?.html ?? '';
    expect(words(html)).toMatch(/^Sons &lt;of&gt; &amp; Co أبناء 1 &lt;Street&gt; Town شارع Receipt/);
    const unnamed = receiptPages({ ...receipt, shop: { names: [], addresses: [] } }, papers['80mm'])[0]?.html ?? '';
    expect([words(unnamed).startsWith('Receipt'), unnamed.includes('<h1>')]).toEqual([true, false]);
  });

  it('has the short number in words and as a code, and no other number of ours beside it', () => {
    const html = receiptPages(receipt, papers['80mm'])[0]?.html ?? '';
    expect(words(html)).toContain('Sale number C7-0412');
    expect(html).toContain('aria-label="C7-0412"');
    expect(html).not.toContain('operation-1');
  });

  it('says its order in full where there is no short number, as it did before there were any', () => {
    const html = receiptPages({ ...receipt, saleNumber: null }, papers['80mm'])[0]?.html ?? '';
    expect([words(html).includes('Order operation-1'), html.includes('<svg')]).toEqual([true, false]);
  });

  it('of several cards has a line of each and one total in each currency, exact and in its own places', () => {
    const lines = [
      line,
      { ...line, cardName: { en: 'Steam 20' }, quantity: 1, operationId: 'operation-2', externalReference: null },
      { ...line, cardName: null, charged: { price: '0.1', total: '0.2', currency: 'USD' }, invoiceId: 'invoice-3' },
    ];
    const html = receiptPages({ ...receipt, lines }, papers['58mm'])[0]?.html ?? '';
    const text = words(html);
    expect(text).toContain('Zain 5 2 × 1,234.500 KWD 2,469.000 KWD Steam 20 1 × 1,234.500 KWD 2,469.000 KWD Card 2 ×');
    expect(text).toMatch(/Total 4,938\.000 KWD Total 0\.20? USD/);
    expect(text.match(/TILL-2/g)).toHaveLength(1);
    expect(html.match(/<svg/g)).toHaveLength(1);
    const codes = lines.map((each, n) => ({ ...each, quantity: 1, codes: [code(n + 1)] }));
    const sheet = words(receiptPages({ ...receipt, lines: codes }, papers['58mm'])[0]?.html ?? '');
    expect(sheet).toMatch(/Zain 5 Card code VOUCHER- 001 Steam 20 Card code VOUCHER- 002 Card Card code VOUCHER- 003$/);
  });

  it('of many cards is several images, and each code stands on one of them once', () => {
    const many = Array.from({ length: 25 }, (_, index) => code(index + 1));
    const pages = receiptPages({ ...receipt, lines: [{ ...line, quantity: 25, codes: many }] }, papers.a4).map(
      ({ html }) => words(html),
    );
    expect(pages).toHaveLength(3);
    const all = pages.join(' ');
    for (const { voucher } of many) expect(all.split(voucher.replace('-', '- ')).length).toBe(2);
    expect(pages.filter((page) => page.includes('KWD'))).toHaveLength(1);
  });

  it('to be looked at may be measured by the window, runs nothing and holds no code whatever it was made from', () => {
    const { html, policy } = receiptPreview(
      { ...receipt, lines: [{ ...line, codes: [code(1), code(2)] }] },
      papers['80mm'],
    );
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
