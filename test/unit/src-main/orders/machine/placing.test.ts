import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderOf } from '../../../../../src-main/orders/machine/apply.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { wantedForMs, type Order } from '../../../../../src-main/orders/machine/order.ts';
import { decidePlacing, saleFault, type Surroundings } from '../../../../../src-main/orders/machine/placing.ts';
import type { Failure } from '../../../../../src-shared/contract/codes.ts';
import {
  amount,
  cardId,
  completedVerdict,
  History,
  intendedAtMs,
  intent,
  operationId,
  otherOperationId,
  walletId,
} from '../order-samples.ts';
import { alone, now, sale } from './placing-samples.ts';

/** What it takes to reveal a card by itself. */
const scopes = ['cards:reveal', 'orders:create', 'cards:read'];

function placed(changes: Partial<NewSale> = {}, around: Partial<Surroundings> = {}) {
  return decidePlacing(operationId, { ...sale, ...changes }, { ...alone, ...around });
}

function refusal(changes: Partial<NewSale> = {}, around: Partial<Surroundings> = {}): Failure | null {
  const placing = placed(changes, around);
  return placing.ok ? null : placing.error;
}

/** The events to record where the chain's head is `head`. */
function eventsOf(changes: Partial<NewSale> = {}, around: Partial<Surroundings> = {}) {
  const placing = placed(changes, around);
  if (!placing.ok || placing.value.kind !== 'new') throw new Error('nothing new');
  return placing.value.eventsAfter('head');
}

describe('a new sale', () => {
  it('is one event with all that was meant', () => {
    expect(eventsOf()).toEqual([
      {
        subject: operationId,
        kind: 'order-intended',
        body: {
          walletId,
          cardId,
          quantity: 2,
          unitPrice: '1.250',
          total: { amount: '2.500', currency: 'KWD' },
          useAllowedDebt: false,
          externalReference: null,
          chainHead: 'head',
          cardName: null,
          body: expect.stringContaining('"externalReference":"head"') as string,
          pinned: intent.pinned,
          wantedUntilMs: now + wantedForMs,
          replaces: null,
        },
      },
    ]);
  });

  it('keeps the name that its card was shown under', () => {
    expect(eventsOf({ cardName: { en: 'Ten dinars' } })[0].body).toMatchObject({ cardName: { en: 'Ten dinars' } });
  });

  it('names no head where the journal is not countersigned', () => {
    const [{ body }] = eventsOf({}, { terms: { maximumQuantity: 1_000, countersignedJournal: false } });
    expect(body).not.toHaveProperty('chainHead');
    expect(body).toMatchObject({ body: expect.not.stringContaining('externalReference') as string });
  });

  it('in place of another is told to that one in the same breath', () => {
    const over = { operationId: otherOperationId, order: new History().judged({ outcome: 'failed' }).facts };
    expect(eventsOf({ replaces: otherOperationId }, { predecessors: [over] })).toMatchObject([
      { subject: operationId, kind: 'order-intended', body: { replaces: otherOperationId } },
      { subject: otherOperationId, kind: 'order-replaced', body: { by: operationId } },
    ]);
  });
});

it('a sale is of one card at least, and of as many as the deployment sells at most', () => {
  const terms = { maximumQuantity: 10, countersignedJournal: false };
  const fields = [0, 1, 10, 11].map((quantity) => saleFault({ quantity }, terms)?.field ?? null);
  expect(fields).toEqual(['quantity', null, null, 'quantity']);
});

describe('an operation id that is known', () => {
  const existing = orderOf([{ kind: 'order-intended', atMs: intendedAtMs, body: intent }]);

  it('goes on where it is the same sale, whatever the records are', () => {
    expect(placed({}, { existing, areRecordsOwn: false })).toEqual({
      ok: true,
      value: { kind: 'known', order: existing },
    });
  });

  it.each<readonly [string, Partial<NewSale>]>([
    ['number of cards', { quantity: 3 }],
    ['wallet', { walletId: '0b000000-0000-4000-8000-000000000009' as NewSale['walletId'] }],
    ['card', { cardId: '0c000000-0000-4000-8000-000000000009' as NewSale['cardId'] }],
  ])('is in use where it is another %s', (_name, changes) => {
    expect(refusal(changes, { existing })).toEqual({
      code: 'operation_id_in_use',
      field: 'operation-id',
      operationId,
    });
  });
});

describe('what stands against a new sale', () => {
  const [third, fourth] = ['3', '4'].map((last) => `0a000000-0000-4000-8000-00000000000${last}` as OperationId);
  const failed = new History().judged({ outcome: 'failed' }).facts;
  const replacing = (...orders: readonly (Order | null)[]): Partial<Surroundings> => ({
    predecessors: orders.map((order, index) => ({
      operationId: index === 0 ? otherOperationId : (third ?? otherOperationId),
      order,
    })),
  });

  it.each<readonly [string, Partial<NewSale>, Partial<Surroundings>, Failure]>([
    ['records that may be a copy', {}, { areRecordsOwn: false }, { code: 'records_not_reconciled' }],
    [
      'one that may be bought is replaced',
      {},
      replacing(new History().lost().facts),
      { code: 'operation_not_final', field: 'replaces', operationId: otherOperationId },
    ],
    [
      'one that nobody knows is replaced',
      {},
      replacing(null),
      { code: 'operation_not_final', field: 'replaces', operationId: otherOperationId },
    ],
    [
      'one that is bought is replaced',
      {},
      replacing(new History().judged(completedVerdict()).facts),
      { code: 'operation_final', field: 'replaces', operationId: otherOperationId },
    ],
    [
      'a new try of it may be bought',
      {},
      replacing(failed, new History().lost().facts),
      { code: 'operation_not_final', field: 'replaces', operationId: third as OperationId },
    ],
    [
      'more cards than an invoice reveals',
      { quantity: 101 },
      {},
      { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' },
    ],
    ...['cards:read', 'cards:reveal'].map((lacking): [string, Partial<NewSale>, Partial<Surroundings>, Failure] => [
      `that, without ${lacking}`,
      { quantity: 101 },
      { scopes: scopes.filter((scope) => scope !== lacking) },
      { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' },
    ]),
    [
      'the same sale without an outcome',
      {},
      { twins: { pending: third ?? null, unshown: fourth ?? null } },
      { code: 'same_sale_pending', operationId: third as OperationId },
    ],
    [
      'the same sale with codes that nobody saw',
      {},
      { twins: { pending: null, unshown: fourth ?? null } },
      { code: 'same_sale_pending', detail: 'codes_not_shown', operationId: fourth as OperationId },
    ],
    [
      'more cards than the deployment sells',
      { quantity: 11 },
      { terms: { maximumQuantity: 10, countersignedJournal: true } },
      { code: 'input_invalid', field: 'quantity' },
    ],
    [
      'a price that is none',
      { expectedUnitPrice: { amount: amount('0.000'), currency: 'KWD' } },
      {},
      { code: 'card_without_price', field: 'expectedUnitPrice' },
    ],
    [
      'a total that is no amount any more',
      { quantity: 1_000, expectedUnitPrice: { amount: amount(`${'9'.repeat(15)}.999`), currency: 'KWD' } },
      { scopes },
      { code: 'input_invalid', field: 'quantity' },
    ],
  ])('is %s', (_name, changes, around, failure) => {
    expect(refusal(changes, around)).toEqual(failure);
  });

  it.each<readonly [string, Partial<NewSale>, Partial<Surroundings>]>([
    ['a hundred cards, which one invoice reveals', { quantity: 100 }, {}],
    ['more, where each can be revealed by itself', { quantity: 101 }, { scopes }],
    [
      'the last that the deployment sells',
      { quantity: 10 },
      { terms: { maximumQuantity: 10, countersignedJournal: true } },
    ],
    [
      'the same sale, where a person says that it is another',
      {},
      { twins: { pending: otherOperationId, unshown: otherOperationId }, besidesPending: true },
    ],
    ['predecessors that all came to nothing', {}, replacing(failed, failed)],
  ])('is not %s', (_name, changes, around) => {
    expect(refusal(changes, around)).toBeNull();
  });
});
