import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { limitsInRecords, numbersForStaff, viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { profileOf } from '../../partner-api/partner.ts';
import {
  cardId,
  completedVerdict,
  History,
  intendedAtMs,
  intent,
  invoiceId,
  operationId,
  otherOperationId,
  walletId,
  wantedUntilMs,
} from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const view = (history: History, nowMs = now) => viewOf(operationId, history.facts, nowMs);
const read = { call: 'getPartnerOrder' } as const;
const unlisted: Verdict = { outcome: 'attention', reason: 'unexpected_refusal', code: 'account_inactive' };

/** A refusal as it came, with what the staff of the service find it by. */
function refused(history: History, verdict: Verdict): History {
  return history.started().add({
    kind: 'answer-judged',
    body: {
      attempt: history.last,
      sealed: { id: 'answer:1', sha256: '' },
      httpStatus: 409,
      requestId: 'request-7',
      verdict,
      createdAtSeconds: 0,
      thenRead: false,
      retryAtMs: 0,
    },
  });
}

function noWord(): History {
  return new History().lost().add({ kind: 'attention-raised', body: { reason: 'no_word' } });
}

function decided(history: History, choice: 'accept-as-bought' | 'accept-not-bought' | 'resend'): History {
  return history.add({ kind: 'decision-made', body: { choice, reason: 'no_word', wantedUntilMs } });
}

describe('the refusal that a person sees', () => {
  it('stays with the status and the request id of its own answer, whatever was asked since', () => {
    const history = refused(new History().lost(), { outcome: 'settling', code: 'insufficient_balance' });
    history.judged({ outcome: 'nothing', code: null }, read).lost('getPartnerOrder');
    expect(view(history).refusal).toEqual({
      code: 'insufficient_balance',
      httpStatus: 409,
      requestId: 'request-7',
    });
  });

  it('is the gate that the latest order met, also where it was read since', () => {
    const gated = refused(new History(), { outcome: 'unknown', code: 'account_inactive' });
    gated.judged({ outcome: 'nothing', code: null }, read);
    expect(view(gated).refusal).toMatchObject({ code: 'account_inactive', httpStatus: 409 });
    expect(view(gated.lost())).not.toHaveProperty('refusal');
  });

  it('is none once a person said to send the order again', () => {
    expect(view(refused(new History(), unlisted)).refusal?.code).toBe('account_inactive');
    expect(view(decided(refused(new History(), unlisted), 'resend'))).not.toHaveProperty('refusal');
  });

  it.each<Verdict>([completedVerdict(), { outcome: 'failed' }])(
    'is none of an order that is $outcome after all, though it was refused for a person',
    (verdict) => {
      expect(view(refused(new History(), unlisted).judged(verdict))).not.toHaveProperty('refusal');
    },
  );
});

describe('the question to a person', () => {
  it('is there while it is open, also where nothing differs, and gone once it was answered', () => {
    expect(view(noWord()).attention).toMatchObject({ reason: 'no_word', differs: [] });
    for (const choice of ['accept-as-bought', 'accept-not-bought'] as const)
      expect(view(decided(noWord(), choice))).not.toHaveProperty('attention');
  });

  it('comes again where the service says otherwise, and then no decision stands', () => {
    const failed = decided(noWord(), 'accept-as-bought').judged({ outcome: 'failed' }, read);
    expect(view(failed)).toMatchObject({ state: 'attention', attention: { reason: 'failed_after_all' } });
    const bought = decided(noWord(), 'accept-not-bought').judged(completedVerdict());
    expect(view(bought)).toMatchObject({ state: 'attention', attention: { reason: 'bought_after_all' } });
    for (const history of [failed, bought]) expect(view(history)).not.toHaveProperty('decided');
  });

  it('was never asked where it was proved that nothing was bought', () => {
    const proved = new History().lost().add({
      kind: 'order-not-bought',
      body: {
        latestDeadlineSeconds: 61,
        notFoundAtSeconds: [70, 80],
        knownOperationId: otherOperationId,
        knownReadAtSeconds: 90,
      },
    });
    expect(view(proved).state).toBe('notBought');
    expect(view(proved)).not.toHaveProperty('decided');
  });
});

it('an attempt whose answer is kept and not judged yet shows its status, and no request id', () => {
  const history = new History().started();
  history.add({
    kind: 'answer-sealed',
    body: { attempt: history.last, sealed: { id: 'answer:1', sha256: '' }, bytes: 12, httpStatus: 201 },
  });
  expect(view(history).attempts).toMatchObject([{ httpStatus: 201, judgement: 'sealed', requestId: null }]);
  expect(numbersForStaff(operationId, history.facts)).toMatch(/ createPartnerOrder 201 sealed$/);
});

it('the numbers for the staff of the service are these, a line each', () => {
  const history = refused(new History(), { outcome: 'blocked', code: 'account_inactive' }).judged(completedVerdict());
  const facts = { ...history.facts, intent: { ...intent, externalReference: 'till 4' } };
  expect(numbersForStaff(operationId, facts).split('\n')).toEqual([
    `Idempotency-Key: ${operationId}`,
    `Wallet: ${walletId}`,
    `Card: ${cardId}`,
    `Invoice: ${invoiceId}`,
    'Reference: till 4',
    '2023-11-14T22:13:21.000Z createPartnerOrder 409 blocked X-Request-Id: request-7',
    '2023-11-14T22:13:23.000Z createPartnerOrder 200 completed',
  ]);
});

it('the numbers are no more than these where nothing was sent and there is no reference', () => {
  expect(numbersForStaff(operationId, new History().facts).split('\n')).toEqual([
    `Idempotency-Key: ${operationId}`,
    `Wallet: ${walletId}`,
    `Card: ${cardId}`,
  ]);
});

it('an order that was bought names its invoice, and no order a member that says nothing', () => {
  const bought = view(new History().judged(completedVerdict()));
  expect(bought.invoiceId).toBe(invoiceId);
  expect(bought.prints).toStrictEqual({ times: 0 });
  expect(bought.charge).toStrictEqual({
    price: { amount: '1.250', currency: 'KWD' },
    total: { amount: '2.500', currency: 'KWD' },
  });
  expect(view(new History()).invoiceId).toBeNull();
});

it('an order whose two reads are enough says no time by which it is decided: that is its next step', () => {
  const fence = { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 };
  const profile = profileOf({ baseUrl: 'https://partner.example', fence });
  const sentAtSeconds = intendedAtMs / 1_000;
  const history = new History()
    .lost('createPartnerOrder', { sentAtSeconds })
    .judged({ outcome: 'settling', code: 'insufficient_balance' }, { sentAtSeconds });
  const notFoundAt = (seconds: number): number | null => {
    const atSeconds = sentAtSeconds + seconds;
    history.judged({ outcome: 'notFound', createdAtSeconds: atSeconds }, { ...read, signedAtSeconds: atSeconds });
    return limitsInRecords(history.facts, profile, atSeconds * 1_000).endsByMs;
  };
  expect(notFoundAt(500)).toBe((sentAtSeconds + 800) * 1_000);
  expect(notFoundAt(800)).toBeNull();
});
