import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import { complaintEventKinds } from '../../../../../src-main/complaints/machine/events.ts';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { shiftEventKinds, zIssuedKind } from '../../../../../src-main/day/machine/events.ts';
import { limitsChangedKind } from '../../../../../src-main/limits/machine/events.ts';
import { orderEventKinds, readOrderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { paymentEventKinds } from '../../../../../src-main/payments/machine/events.ts';
import { priceEventKinds } from '../../../../../src-main/prices/machine/events.ts';
import { revealEventKinds } from '../../../../../src-main/reveals/machine/events.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';

const { projection, purge, urgentKinds } = journalRules;

describe('what the journal knows of orders', () => {
  test('is the event that they begin with, and every other of theirs', () => {
    expect([projection.firstKind, projection.firstLost]).toEqual(['order-intended', 'intent']);
    expect(projection.kinds).toContain('order-intended');
    expect(projection.kinds).toContain('codes-handed-over');
    expect(projection.fold('op', [])).toBeNull();
  });

  test('is that what is recorded of codes that come out is written on a full disk too', () => {
    expect(urgentKinds).toEqual([
      'codes-shown',
      'codes-copied',
      'codes-copy-failed',
      'codes-handed-over',
      'receipt-print-started',
      'receipt-print-failed',
      'receipt-print-answered',
      'codes-file-started',
      'codes-file-failed',
      'codes-file-saved',
    ]);
    expect(urgentKinds.filter((kind) => !projection.kinds.includes(kind))).toEqual([]);
  });
});

describe('what a person does', () => {
  const omar = knownId<StaffId>('0190a0b0-0000-4000-8000-000000000001');
  const another = '0190a0b0-0000-4000-8000-000000000002';
  const stamped = (kind: string, body = {}) => journalRules.stamped?.({ subject: 'op', kind, body }).body;
  const ofPeople = [
    'order-intended',
    'wanted-extended',
    'order-cancelled',
    'decision-made',
    'codes-shown',
    'codes-copied',
    'codes-handed-over',
    'codes-kept-back',
    'receipt-print-started',
    'receipt-print-answered',
    'codes-file-started',
    'codes-file-saved',
    'findings-noted',
    'owned-cards-reconciled',
    'unchecked-cards-accepted',
    'staff-changed',
    'staff-approved',
    ...priceEventKinds,
    ...shiftEventKinds,
    zIssuedKind,
    limitsChangedKind,
    ...complaintEventKinds,
    ...paymentEventKinds,
  ];

  test('carries who it was; what the counter does by itself meanwhile does not, nor what nobody did', () => {
    const kinds = new Set([...orderEventKinds, ...revealEventKinds, 'staff-pin-failed', ...ofPeople]);
    const found = actingAs(omar, () => [...kinds].filter((kind) => stamped(kind)?.['by'] !== undefined));
    expect(found.toSorted()).toEqual(ofPeople.toSorted());
    expect([...kinds].filter((kind) => stamped(kind)?.['by'] !== undefined)).toEqual([]);
  });

  test('is asked of every folder whose events know of people', () => {
    const sources = globSync('src-main/**/events.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    const silent = sources.filter(({ text }) => text.includes('StaffId') && !text.includes("kindsWith('by', "));
    expect(sources.length).toBeGreaterThan(7);
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  test('leaves alone what means something else with the same word', () => {
    expect(actingAs(omar, () => stamped('order-replaced', { by: another }))).toEqual({ by: another });
  });

  test('has no name that a person typed where the shop knows them by their id', () => {
    const typed = { by: 'Huda Al-Hassan', unchecked: [] };
    expect(actingAs(omar, () => stamped('unchecked-cards-accepted', typed))).toEqual({ ...typed, by: omar });
    expect(stamped('unchecked-cards-accepted', typed)).toEqual(typed);
  });

  test.each([
    ['wanted-extended', { wantedUntilMs: 1 }],
    ['order-cancelled', {}],
    ['decision-made', { choice: 'resend', reason: 'no_word', wantedUntilMs: 1 }],
    ['codes-shown', { soldCardIds: [] }],
    ['codes-copied', { soldCardId: another, part: 'voucher' }],
    ['codes-handed-over', {}],
    ['codes-kept-back', { returned: 'r' }],
    ['receipt-print-started', { print: 'p', withCodes: true, paper: '80mm', language: 'en', reason: null }],
    ['receipt-print-answered', { print: 'p', printed: true }],
    ['codes-file-started', { file: 'f', reason: 'order 17' }],
    ['codes-file-saved', { file: 'f', times: 1 }],
  ] as const)('is read back with who it was, and without where nobody was known: %s', (kind, body) => {
    expect(readOrderEvent(kind, 1, { ...body, by: omar })?.body).toEqual({ ...body, by: omar });
    expect(readOrderEvent(kind, 1, body)?.body).toEqual(body);
  });
});

describe('what may be purged', () => {
  test('is nothing while codes could not be had again from the service', () => {
    const reported = (body: Parameters<typeof purge.forbidden>[0]) => purge.forbidden(body);
    expect(reported(() => null)).toBe('cards_reveal_missing');
    expect(reported(() => ({ scopes: 'cards:reveal' }))).toBe('cards_reveal_missing');
    expect(reported(() => ({ scopes: ['orders:create'] }))).toBe('cards_reveal_missing');
    expect(reported((kind) => (kind === 'policy-reported' ? { scopes: ['cards:reveal'] } : null))).toBeNull();
  });

  test('is an order that is final by its hand-over or because it was kept back, and an owned card or invoice by its showing', () => {
    expect(purge.deliveredBy('op', false)).toEqual(['codes-handed-over', 'codes-kept-back']);
    expect(purge.deliveredBy('op', true)).toEqual([]);
    expect(purge.deliveredBy('card:1', null)).toEqual(['codes-shown']);
    expect(purge.deliveredBy('invoice:1', null)).toEqual(['codes-shown']);
    expect(purge.deliveredBy('lost', null)).toEqual([]);
    expect(purge.sealedAgainKind).toBe('codes-revealed');
  });
});
