import { describe, expect, it } from 'vitest';
import { orderEventKinds, orderIntendedKind, readOrderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { intent, soldCardId } from '../order-samples.ts';

/** Names of what lies in journals that were written before: none of them may change. */
const kinds = [
  'order-intended',
  'attempt-started',
  'attempt-not-sent',
  'attempt-lost',
  'answer-sealed',
  'answer-unverified',
  'answer-judged',
  'wanted-extended',
  'attention-raised',
  'order-cancelled',
  'order-replaced',
  'order-held-back',
  'order-not-bought',
  'decision-made',
  'reveal-started',
  'reveal-failed',
  'codes-revealed',
  'codes-shown',
  'codes-copied',
  'codes-copy-failed',
  'receipt-print-started',
  'receipt-print-failed',
  'receipt-print-answered',
  'codes-handed-over',
  'codes-kept-back',
  'codes-file-started',
  'codes-file-failed',
  'codes-file-saved',
];

const charge = {
  price: '3.25',
  total: '6.50',
  currency: 'USD',
  source: 'rule',
  ruleId: '0a000000-0000-4000-8000-000000000009',
  margin: '-0.5',
  revision: 7,
};
const read = (body: object) => readOrderEvent('order-intended', 5, body);
const shown = (id: string) => readOrderEvent('codes-shown', 5, { soldCardIds: [id] });
const judgedAs = (verdict: object) =>
  readOrderEvent('answer-judged', 5, {
    attempt: null,
    sealed: { id: 's', sha256: '' },
    httpStatus: 200,
    requestId: null,
    verdict,
    createdAtSeconds: 0,
    thenRead: false,
    retryAtMs: 0,
  });

describe('the events of an order', () => {
  it('are of kinds that never change their names', () => {
    expect(orderEventKinds).toEqual(kinds);
    expect(orderIntendedKind).toBe('order-intended');
  });

  it('are read back with when they were recorded', () => {
    expect(read(intent)).toEqual({ kind: 'order-intended', atMs: 5, body: intent });
  });

  it('hold what the customer pays, or nothing of it where they are from before', () => {
    expect(intent).not.toHaveProperty('charge');
    expect(read({ ...intent, charge })?.body).toEqual({ ...intent, charge });
  });

  it.each<readonly [string, object]>([
    ['a wallet that is no id', { walletId: 'w' }],
    ['a card that is no id', { cardId: 'c' }],
    ['a replaced operation that is no id', { replaces: 'o' }],
    ['half a card', { quantity: 1.5 }],
    ['a price that is no amount', { unitPrice: '1.25' }],
    ['a charge that is no amount', { charge: { ...charge, price: '-1' } }],
    ['a charge from nowhere', { charge: { ...charge, source: 'guess' } }],
    ['a total that is no amount', { total: { amount: '2.5', currency: 'KWD' } }],
    ['a name in no text', { cardName: { ar: 1 } }],
    ['no address that it is pinned to', { pinned: { ...intent.pinned, url: undefined } }],
  ])('are none with %s', (_name, change) => {
    expect(read({ ...intent, ...change })).toBeNull();
  });

  it('may name what they replace, and what their card is called', () => {
    const replaces = '0a000000-0000-4000-8000-000000000002';
    expect(read({ ...intent, replaces, cardName: { en: 'Ten dinars' } })?.body).toMatchObject({
      replaces,
      cardName: { en: 'Ten dinars' },
    });
  });

  it('name sold cards by their ids', () => {
    expect(shown(soldCardId(1))?.body).toEqual({ soldCardIds: [soldCardId(1)] });
    expect(shown('card')).toBeNull();
  });

  it.each<readonly [string, object, boolean]>([
    ['completed', { invoiceId: null, soldCardIds: [soldCardId(1)], replayed: false, differs: ['total'] }, true],
    ['completed', { invoiceId: null, soldCardIds: ['card'], replayed: false, differs: [] }, false],
    ['completed', { invoiceId: null, soldCardIds: [], replayed: false, differs: [], completedAt: 'x' }, true],
    ['failed', {}, true],
    ['accepted', { recoveryExhausted: true }, true],
    ['refused', { code: 'price_changed' }, true],
    ['blocked', { code: 'account_inactive' }, true],
    ['waiting', { code: 'rate_limited' }, true],
    ['settling', { code: 'price_changed' }, true],
    ['unknown', { code: null }, true],
    ['attention', { reason: 'no_word', code: null }, true],
    ['attention', { reason: 'because', code: null }, false],
    ['nothing', { code: null }, true],
    ['notFound', { createdAtSeconds: 7 }, true],
    ['unverified', { reason: 'stale' }, true],
    ['bought', {}, false],
  ])('keep what an answer means: %s %j, %s', (outcome, parts, isKept) => {
    const verdict = { outcome, ...parts };
    expect(judgedAs(verdict)?.body ?? null).toEqual(isKept ? expect.objectContaining({ verdict }) : null);
  });
});
