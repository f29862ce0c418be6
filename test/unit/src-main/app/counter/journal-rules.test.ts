import { describe, expect, test } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';

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
    ]);
    expect(urgentKinds.filter((kind) => !projection.kinds.includes(kind))).toEqual([]);
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

  test('is an order that is final by its hand-over, and an owned card or invoice by its showing', () => {
    expect(purge.deliveredBy('op', false)).toEqual(['codes-handed-over']);
    expect(purge.deliveredBy('op', true)).toEqual([]);
    expect(purge.deliveredBy('card:1', null)).toEqual(['codes-shown']);
    expect(purge.deliveredBy('invoice:1', null)).toEqual(['codes-shown']);
    expect(purge.deliveredBy('lost', null)).toEqual([]);
    expect(purge.sealedAgainKind).toBe('codes-revealed');
  });
});
