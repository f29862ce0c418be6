import { describe, expect, it } from 'vitest';
import { papers } from '../../src-main/receipts/papers.ts';
import { receiptPages } from '../../src-main/receipts/receipt-page.ts';
import type { Receipt, ReceiptLine } from '../../src-main/receipts/receipt.ts';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { oneBrowser } from './pages/one-browser.ts';

const browser = oneBrowser();

/** The window that draws receipts is so high; what does not fit in it is not printed. */
const windowPx = 6000;

const cardName = {
  en: 'PlayStation Network Membership Premium Deluxe Twelve Months (United Arab Emirates)',
  ar: 'اشتراك بلايستيشن نتورك بريميوم ديلوكس لمدة اثني عشر شهرًا (الإمارات العربية المتحدة)',
};

function lineOf(index: number, codes: number, voucher: string): ReceiptLine {
  return {
    cardName,
    quantity: Math.max(1, codes),
    charged: {
      price: '123456789012.345',
      total: '987654321098.765',
      currency: ['KWD', 'USD', 'JOD'][index % 3] ?? 'KWD',
    },
    externalReference: index === 0 ? 'TILL-2/'.repeat(14) : null,
    operationId: `operation-${index}`,
    invoiceId: `3c9372ec-41ad-4977-8ebb-${String(index).padStart(12, '0')}`,
    codes:
      codes === 0
        ? null
        : Array.from({ length: codes }, (_, n) => ({
            soldCardId: `card-${index}-${n}`,
            serialNumber: `SN-${index}-${n}`,
            voucher,
          })),
  };
}

const long = {
  'fifty cards': Array.from({ length: 50 }, (_, index) => lineOf(index, 0, '')),
  'fifty cards with their codes': Array.from({ length: 50 }, (_, index) => lineOf(index, 1, '4417-8823-9910-0001')),
  'codes of many letters': [lineOf(0, 30, 'ABCDEFGH'.repeat(50))],
};

describe.each(languageCodes)('a receipt of long names and sums of many digits, in %s', (language) => {
  it.each(
    Object.entries(long).flatMap(([what, lines]) =>
      Object.entries(papers).map(([name, paper]) => [what, name, paper, lines] as const),
    ),
  )('of %s fits on %s', async (_what, _name, paper, lines) => {
    const receipt: Receipt = {
      language,
      shop: { names: ['The Prepaid Card Shop, Salmiya', 'متجر البطاقات، السالمية'], addresses: ['1 Street\nTown'] },
      saleNumber: 'C7-0412',
      lines,
      soldAtMs: Date.parse('2026-11-21T09:05:00Z'),
      isCopy: true,
    };
    const page = await browser().newPage({ viewport: { width: paper.dots, height: windowPx } });
    const said: string[] = [];
    for (const { html } of receiptPages(receipt, paper)) {
      await page.setContent(html);
      const [wide, high] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('main')?.offsetHeight ?? 0,
      ]);
      expect(wide).toBe(paper.dots);
      expect(high).toBeLessThan(windowPx);
      said.push(await page.locator('body').innerText());
    }
    await page.close();
    for (const { invoiceId } of lines) expect(said.join('\n').split(String(invoiceId))).toHaveLength(2);
    expect(said.join('\n').match(/SN-\d+-\d+/g) ?? []).toHaveLength(
      lines.reduce((sum, { codes }) => sum + (Array.isArray(codes) ? codes.length : 0), 0),
    );
  });
});
