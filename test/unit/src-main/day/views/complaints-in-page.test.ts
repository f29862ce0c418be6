import { expect, it } from 'vitest';
import type { OpenComplaint, ZDocument } from '../../../../../src-main/day/machine/events.ts';
import { noTotals } from '../../../../../src-main/day/machine/sums.ts';
import { zOf, type ZCircumstances } from '../../../../../src-main/day/machine/z.ts';
import { dayPage } from '../../../../../src-main/day/views/day-page.ts';
import { reportOfX } from '../../../../../src-main/day/views/day-report.ts';
import { operationId } from '../../orders/order-samples.ts';

const complaint: OpenComplaint = {
  complaintId: '0190a0b0-0000-4000-8000-000000000001',
  operationId,
  cardName: { en: '<b>Zain 5</b>', ar: 'زين 5' },
  openedAtMs: Date.parse('2026-11-20T08:00:00Z'),
  sent: true,
};
const circumstances: ZCircumstances = {
  before: null,
  beforeAtMs: null,
  turnedSince: 0,
  shiftId: null,
  remembered: null,
  chain: { path: [], head: { seq: 9, hash: 'hash' }, hashAt: () => null },
  zWith: () => null,
};

const dayOf = (z: ZDocument) => ({ x: () => z, cashCounts: () => [] });

it('names the open complaints on screen and on paper, and none where there are none', () => {
  const words = { personOf: () => null, walletOf: () => null };
  const without = reportOfX(dayOf(zOf([], circumstances)), 0, { seesCost: true });
  expect([without.complaints, without.replacements]).toEqual([undefined, undefined]);
  expect(dayPage(without, { ...words, language: 'en' })).not.toContain('Open complaints');
  const z = zOf([], { ...circumstances, complaints: [complaint] });
  expect(z.running).toEqual(noTotals);
  const report = reportOfX(dayOf(z), 0, { seesCost: true });
  expect(report.complaints).toEqual({
    count: 1,
    items: [
      {
        complaintId: complaint.complaintId,
        operationId,
        cardName: complaint.cardName,
        openedAt: '2026-11-20T08:00:00.000Z',
        sent: true,
      },
    ],
  });
  const page = dayPage(report, { ...words, language: 'en' });
  expect(page).toContain('Open complaints (1)');
  expect(page).toContain('&lt;b&gt;Zain 5&lt;/b&gt;</bdi></dt><dd>Sent<br>');
  expect(dayPage(report, { ...words, language: 'ar' })).toContain('الشكاوى المفتوحة (1)');
});
