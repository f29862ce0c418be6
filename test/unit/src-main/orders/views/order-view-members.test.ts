import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { orderOf } from '../../../../../src-main/orders/machine/apply.ts';
import type { IntendedOrder, Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { Order } from '../../../../../src-main/orders/machine/order.ts';
import { numbersForStaff, viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import {
  completedVerdict,
  History,
  intendedAtMs,
  intent,
  operationId,
  otherOperationId,
  soldCardId,
  wantedUntilMs,
} from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const refused: Verdict = { outcome: 'refused', code: 'card_unavailable' };
const by = knownId<StaffId>('0a000000-0000-4000-8000-0000000000b1');
const basket = knownId<BasketId>('0a000000-0000-4000-8000-0000000000b2');
const charge = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 3,
} as const;

const view = (order: Order) => viewOf(operationId, order, now);

function intended(changes: Partial<IntendedOrder>): Order {
  const order = orderOf([{ kind: 'order-intended', atMs: intendedAtMs, body: { ...intent, ...changes } }]);
  if (order === null) throw new Error('an intent makes no order');
  return order;
}

/** Members that only some orders have: what each is made of, and what the view says then. */
const members: readonly (readonly [string, Partial<IntendedOrder>, object])[] = [
  ['cardName', { cardName: { en: 'Zain 10' } }, { cardName: { en: 'Zain 10' } }],
  ['replaces', { replaces: otherOperationId }, { replaces: otherOperationId }],
  [
    'makesGoodFor',
    { makesGoodFor: { operationId: otherOperationId, soldCardId: soldCardId(1) } },
    { makesGoodFor: { operationId: otherOperationId, soldCardId: soldCardId(1) } },
  ],
  ['saleNumber', { saleNumber: 'C7-0412' }, { saleNumber: 'C7-0412' }],
  ['soldBy', { by }, { soldBy: by }],
  ['basket', { basket, basketLine: 2 }, { basket: { id: basket, line: 2 } }],
];

describe('the view of an order', () => {
  it.each(members)('has %s where the intent says it, and not otherwise', (member, changes, said) => {
    expect(view(intended(changes))).toMatchObject(said);
    expect(view(intended({}))).not.toHaveProperty(member);
  });

  it('says what the customer pays, by what, and what is earned, beside the cost', () => {
    expect(view(intended({ charge }))).toMatchObject({
      total: { amount: '2.500', currency: 'KWD' },
      charge: {
        price: { amount: '1.500', currency: 'KWD' },
        total: { amount: '3.000', currency: 'KWD' },
        source: 'rule',
        margin: '0.500',
      },
    });
    expect(view(intended({})).charge).toEqual({
      price: { amount: '1.250', currency: 'KWD' },
      total: { amount: '2.500', currency: 'KWD' },
    });
  });

  it('says that the text of an order does not open', () => {
    const { body: _, externalReference: __, ...closed } = intent;
    const order = orderOf([{ kind: 'order-intended', atMs: intendedAtMs, body: closed }]);
    expect(order === null ? null : view(order)).toMatchObject({ textClosed: true, externalReference: null });
    expect(view(intended({}))).not.toHaveProperty('textClosed');
  });

  it('says when the service completed it, as the service wrote it', () => {
    const completedAt = '2026-03-01T09:00:00Z';
    expect(view(new History().judged(completedVerdict({ completedAt })).facts).completedAt).toBe(completedAt);
    expect(view(new History().judged(completedVerdict()).facts)).not.toHaveProperty('completedAt');
  });

  it('says that its codes were handed over', () => {
    const history = new History().judged(completedVerdict()).add({ kind: 'codes-handed-over', body: {} });
    expect(view(history.facts).codesState).toBe('handedOver');
  });

  it('counts prints, and names the one that nobody has answered', () => {
    const print = (id: string) =>
      ({
        kind: 'receipt-print-started',
        body: { print: id, withCodes: true, paper: '80mm', language: 'en', reason: null },
      }) as const;
    const history = new History().judged(completedVerdict()).add(print('one'));
    expect(view(history.facts).prints).toEqual({ times: 1, unanswered: 'one' });
    history.add({ kind: 'receipt-print-answered', body: { print: 'one', printed: true } }).add(print('two'));
    expect(view(history.facts).prints).toEqual({ times: 2, unanswered: 'two' });
    history.add({ kind: 'receipt-print-failed', body: { print: 'two', reason: 'printer_unavailable' } });
    expect(view(history.facts).prints).toEqual({ times: 1 });
  });

  it('counts the files that were saved with its codes', () => {
    const history = new History().judged(completedVerdict());
    expect(view(history.facts)).not.toHaveProperty('filesSaved');
    history.add({ kind: 'codes-file-saved', body: { file: 'one', times: 2 } });
    expect(view(history.facts)).toMatchObject({ filesSaved: 2, codesCameOut: true });
  });

  it('says what a person decided where the outcome rests on that', () => {
    const asked = (): History => new History().lost().add({ kind: 'attention-raised', body: { reason: 'no_word' } });
    const decided = (choice: 'accept-as-bought' | 'accept-not-bought'): Order =>
      asked().add({ kind: 'decision-made', body: { choice, reason: 'no_word', wantedUntilMs } }).facts;
    expect(view(decided('accept-as-bought'))).toMatchObject({ state: 'completed', decided: 'accept-as-bought' });
    expect(view(decided('accept-not-bought'))).toMatchObject({ state: 'notBought', decided: 'accept-not-bought' });
    expect(view(asked().facts)).not.toHaveProperty('decided');
    expect(view(new History().judged(completedVerdict()).facts)).not.toHaveProperty('decided');
  });

  it('says what does not fit, and what can be decided', () => {
    const order = new History().judged(completedVerdict({ differs: ['total'] })).facts;
    expect(view(order).attention).toEqual({ reason: 'differs', differs: ['total'], choices: ['accept-as-bought'] });
    expect(view(new History().facts)).not.toHaveProperty('attention');
  });

  it.each<readonly [string, Verdict, object | undefined]>([
    ['a refusal', refused, { code: 'card_unavailable', httpStatus: 200 }],
    ['a gate that is bound to nothing', { outcome: 'unknown', code: 'account_inactive' }, { code: 'account_inactive' }],
    ['no refusal that leaves everything open', { outcome: 'unknown', code: 'internal_error' }, undefined],
    [
      'one of a later version by its name',
      { outcome: 'refused', code: 'new' },
      { code: 'unknown_refusal', detail: 'new' },
    ],
  ])('shows %s', (_, verdict, refusal) => {
    const shown = view(new History().judged(verdict).facts);
    if (refusal === undefined) expect(shown).not.toHaveProperty('refusal');
    else expect(shown.refusal).toMatchObject(refusal);
  });

  it('shows no refusal of what came after all', () => {
    expect(view(new History().judged(refused).judged(completedVerdict()).facts)).not.toHaveProperty('refusal');
  });
});

describe('the numbers for the staff of the service', () => {
  it('name the invoice and the reference where there are any, and each attempt', () => {
    const order = new History().lost().judged(completedVerdict()).facts;
    const withReference = { ...order, intent: { ...order.intent, externalReference: 'till 4' } };
    const lines = numbersForStaff(operationId, withReference).split('\n');
    expect(lines).toContain('Reference: till 4');
    expect(lines.filter((line) => line.startsWith('Invoice: '))).toHaveLength(1);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^2023-\S+Z createPartnerOrder - lost$/),
      expect.stringMatching(/^2023-\S+Z createPartnerOrder 200 completed/),
    ]);
    const bare = numbersForStaff(operationId, new History().facts);
    expect(bare).not.toMatch(/Reference|Invoice|X-Request-Id/);
  });
});
