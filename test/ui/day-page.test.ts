import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { dayPage } from '../../src-main/day/views/day-page.ts';
import type { DayReport } from '../../src-shared/contract/day.ts';
import { languageCodes } from '../../src-shared/words/languages.ts';

const hostile = '<img src=x onerror=alert(1)>"\'&';
const kwd = (amount: string) => [{ amount, currency: 'KWD' }];
const totals: DayReport['totals'] = {
  sales: 3,
  cards: 4,
  charge: [...kwd('7.750'), { amount: '12.50', currency: 'USD' }],
  uncharged: 1,
  cost: kwd('6.200'),
  margin: kwd('1.550'),
};
const nothing: DayReport['totals'] = { sales: 0, cards: 0, charge: [], uncharged: 0, cost: [], margin: [] };
const report: DayReport = {
  name: '2-17',
  from: '2026-11-23T20:10:00.000Z',
  until: '2026-11-24T20:05:00.000Z',
  by: null,
  firstSeq: 4_012,
  lastSeq: 4_350,
  headHash: 'q7cDJ3cJ1mYlqk2Qk3uWmVb0p6m3sQeY3x0n2mT1c9A',
  totals,
  byWallet: [{ id: 'wallet', name: null, ...totals }],
  byCard: [{ id: 'card', name: { en: hostile, ar: hostile }, ...totals }],
  byPerson: [{ id: 'person', name: null, ...totals }],
  late: nothing,
  lateOrders: [],
  takenBack: nothing,
  takenBackOrders: [],
  undecided: [],
  endedLate: [],
  soldInLost: [],
  ended: [
    { state: 'refused', sales: 2 },
    { state: 'cancelled', sales: 1 },
  ],
  carriedOver: [
    {
      operationId: '0a000000-0000-4000-8000-000000000001',
      cardName: { en: 'Waiting card', ar: 'Waiting card' },
      cards: 2,
      intendedAt: '2026-11-24T18:00:00.000Z',
      state: 'unknown',
    },
  ],
  carriedOverCount: 5,
  running: totals,
  lost: { from: '1-15', to: '1-16', running: totals },
  counted: kwd('13'),
  cashCounts: [
    { at: '2026-11-24T06:00:00.000Z', what: 'opened', by: 'person', counted: kwd('25.500') },
    { at: '2026-11-24T13:00:00.000Z', what: 'handedOver', by: null, counted: kwd('31.250') },
  ],
};

describe.each(languageCodes)('a Z as a page in %s', (language) => {
  it('says all of it to whoever opens the file, and runs nothing of what is in a name', async () => {
    const html = dayPage(report, { language, personOf: () => hostile, walletOf: () => null });
    const launched = await launchChromium();
    if (!launched.ok) throw new Error(launched.error);
    try {
      const page = await launched.browser.newPage({ viewport: { width: 380, height: 800 } });
      const said: string[] = [];
      page.on('dialog', () => said.push('a dialog'));
      page.on('console', (message) => said.push(message.text()));
      page.on('request', (request) => said.push(request.url()));
      await page.setContent(html);
      const text = (await page.locator('main').innerText()).replaceAll(/[\u2066-\u2069]/g, '');
      for (const part of [
        '2-17',
        '7.750',
        '12.50',
        '6.200',
        '1.550',
        '4012',
        '4350',
        '1-15',
        '1-16',
        '25.500',
        '31.250',
        '13.000',
        'Waiting card',
        hostile,
        report.headHash,
      ])
        expect(text).toContain(part);
      expect(await page.locator('main img, main script').count()).toBe(0);
      // No wider than a narrow paper.
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(said).toEqual([]);
      // On sheets a heading stays with what it is of, no row is cut in two, and a missing sheet is noticed.
      const [heading, fact, row] = await Promise.all(
        ['h2', 'dl div', 'tr'].map((part) =>
          page
            .locator(`main ${part}`)
            .first()
            .evaluate((element) => {
              const { breakAfter, breakInside } = getComputedStyle(element);
              return { breakAfter, breakInside };
            }),
        ),
      );
      expect(heading).toEqual({ breakAfter: 'avoid', breakInside: 'avoid' });
      expect([fact?.breakInside, row?.breakInside]).toEqual(['avoid', 'avoid']);
      expect(html).toContain("counter(page) ' / ' counter(pages)");
    } finally {
      await launched.browser.close();
    }
  });

  it('has no cost where its reader may not know it', () => {
    const without = { ...totals, cost: null, margin: null };
    const html = dayPage(
      {
        ...report,
        totals: without,
        byWallet: [],
        byCard: [{ id: 'card', name: null, ...without }],
        byPerson: [],
        running: without,
        lost: null,
      },
      { language, personOf: () => null, walletOf: () => null },
    );
    expect(html).not.toMatch(/6\.200|1\.550/);
  });
});
