import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  readComplaintEvent,
  type ComplaintEventBody,
  type ComplaintEventKind,
} from '../../../src-main/complaints/machine/events.ts';
import { knownId, type StaffId } from '../../../src-main/core/ids.ts';
import {
  readDayEvent,
  type DayEventBody,
  type DayEventKind,
  type Totals,
} from '../../../src-main/day/machine/events.ts';
import { readLimitEvent, type LimitEvent, type LimitEventKind } from '../../../src-main/limits/machine/events.ts';
import {
  readPaymentEvent,
  type PaymentEventBody,
  type PaymentEventKind,
} from '../../../src-main/payments/machine/events.ts';
import { readPriceEvent, type PriceEventBody, type PriceEventKind } from '../../../src-main/prices/machine/events.ts';
import { readBalances, type BalancesReadBody } from '../../../src-main/reconcile/machine/balance-events.ts';
import { readStaffEvent, type StaffEvent, type StaffEventKind } from '../../../src-main/staff/events.ts';
import { projectRoot } from '../../support/project.ts';
import { amount, cardId, operationId, otherOperationId, soldCardId, walletId } from './orders/order-samples.ts';

type BodyOf<E extends { readonly kind: string; readonly body: unknown }, K> = Extract<E, { readonly kind: K }>['body'];

const by = knownId<StaffId>('0f000000-0000-4000-8000-000000000001');
const approvedBy = knownId<StaffId>('0f000000-0000-4000-8000-000000000002');
const id = '0f000000-0000-4000-8000-000000000003';
const sum = { amount: '1.250', currency: 'KWD' };
const cardName = { en: 'Zain 5', ar: 'زين 5' };

const staff: { readonly [K in StaffEventKind]: BodyOf<StaffEvent, K> } = {
  'staff-changed': { change: 'role', role: 'manager', by },
  'staff-signed-in': {},
  'staff-approved': { by },
  'staff-pin-failed': { inARow: 2 },
  'staff-locked': { untilMs: 5, forMs: 4 },
};

const prices: { readonly [K in PriceEventKind]: PriceEventBody<K> } = {
  'price-rule-set': {
    target: { kind: 'card', id: cardId },
    form: { kind: 'percent', percent: '-2.5', on: 'faceValue' },
    currency: 'KWD',
    rounding: { step: '0.050', mode: 'up' },
    allowBelowCost: true,
    by,
  },
  'price-rule-removed': { by },
  'price-rate-set': { from: 'USD', to: 'KWD', rate: '0.307', by },
  'price-face-value-set': { card: cardId, amount: '5.000', currency: 'KWD', by },
};

const limits: { readonly [K in LimitEventKind]: BodyOf<LimitEvent, K> } = {
  'limits-changed': { currency: 'KWD', sale: amount('20.000'), shift: null, card: amount('5.000'), by },
};

const complaints: { readonly [K in ComplaintEventKind]: ComplaintEventBody<K> } = {
  'complaint-opened': { operationId, soldCardId: soldCardId(1), reason: 'already_used', note: 'used', by },
  'complaint-sent': { note: 'by e-mail', by },
  'complaint-replacement-begun': { operationId: otherOperationId, note: 'at once', by },
  'complaint-rejected': { note: 'it works', by },
  'complaint-closed': { moneyReturned: id, note: 'paid back', by },
};

const ofSale = { saleNumber: 'C1-0001', orders: [operationId] };
const word = { by, approvedBy, approvedFor: ['paymentChange' as const] };
const payments: { readonly [K in PaymentEventKind]: PaymentEventBody<K> } = {
  'payments-noting-set': { usual: 'cash', by },
  'payment-noted': { ...ofSale, means: 'card', ahead: [operationId], notAhead: [otherOperationId], ...word },
  'money-returned': {
    ...ofSale,
    id,
    what: 'refund',
    means: 'other',
    reason: 'wrong_card',
    lines: [{ operationId, ...sum }],
    afterRestore: true,
    ...word,
  },
};

const running: Totals = { sales: 1, cards: 2, cost: [sum], charge: [sum], margin: [sum], uncharged: 0 };
const line = { operationId, cardName, cards: 2, intendedAtMs: 1, state: 'completed' as const };
const cell = { walletId, cardId, cardName, by, sales: 1, cards: 2, cost: sum, charge: sum, margin: sum };
const lateLine = { ...line, begunIn: { epoch: 1, number: 1 } };
const days: { readonly [K in DayEventKind]: DayEventBody<K> } = {
  'shift-opened': { firstSeq: 1, counted: [sum], by },
  'shift-handed-over': { counted: [sum], by },
  'shift-closed': { firstSeq: 1, lastSeq: 9, by },
  'z-issued': {
    z: {
      epoch: 1,
      number: 2,
      firstSeq: 1,
      lastSeq: 9,
      headHash: 'hash',
      sinceMs: 1,
      shiftId: id,
      sold: [cell],
      soldLate: [{ ...cell, by: null, charge: null, margin: null }],
      late: [lateLine],
      takenBack: [cell],
      takenBackOrders: [line],
      ended: [{ state: 'refused', sales: 1 }],
      endedLate: [{ ...line, begunIn: null }],
      carriedOver: [line],
      undecided: [line],
      running,
      soldInLost: [line],
      replacements: [cell],
      complaints: [{ complaintId: id, operationId, cardName, openedAtMs: 1, sent: true }],
      payments: {
        means: [{ means: 'notNoted', received: [sum], back: [sum] }],
        voided: [line],
        owed: [{ order: line, sum }],
        expectedCash: [sum],
      },
      categories: [{ walletId, cardId, category: { id: 'games', name: cardName } }],
      lost: { from: null, to: { epoch: 1, number: 1 }, running },
    },
    counted: [sum],
    by,
  },
};

const balances: BalancesReadBody = {
  occasion: 'z',
  afterSeq: 9,
  wallets: [
    {
      walletId,
      amount: amount('9.500'),
      currency: 'KWD',
      allowedDebt: { amount: amount('5.000'), currency: 'KWD' },
      asOf: '2026-11-20T08:00:00Z',
      signedAtSeconds: 5,
      serviceKeyId: 'service-1',
      signatureSha256: 'digest',
      requestId: 'request-1',
    },
  ],
  unreadable: 1,
};

interface Written {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly body: unknown;
}

/** Each file of event schemas, how it reads an event, and one body of each of its kinds with all its members. */
const files: readonly (readonly [string, (written: Written) => { readonly body: unknown } | null, object])[] = [
  ['complaints/machine/events.ts', readComplaintEvent, complaints],
  ['day/machine/events.ts', readDayEvent, days],
  ['limits/machine/events.ts', readLimitEvent, limits],
  ['payments/machine/events.ts', readPaymentEvent, payments],
  ['prices/machine/events.ts', readPriceEvent, prices],
  ['staff/events.ts', readStaffEvent, staff],
];
/** Theirs are beside their machines: `events.test.ts`. */
const apart = ['enrolment', 'orders', 'reveals'].map((folder) => `${folder}/machine/events.ts`);

describe('every kind of event', () => {
  it('has a sample, here or beside its machine', () => {
    const schemas = globSync('**/events.ts', { cwd: `${projectRoot}/src-main` }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    expect(schemas.sort()).toEqual([...files.map(([file]) => file), ...apart].sort());
    const beside = globSync('*/machine/events.test.ts', { cwd: `${projectRoot}/test/unit/src-main` });
    expect(beside.map((file) => file.replaceAll('\\', '/').replace('.test', '')).sort()).toEqual(apart.sort());
  });

  it.each(
    files.flatMap(([file, read, samples]) =>
      Object.entries(samples).map(([kind, body]) => ({ file, read, kind, body: body as unknown })),
    ),
  )('is read back as it was written: $kind', ({ read, kind, body }) => {
    const stored = JSON.parse(JSON.stringify(body)) as unknown;
    expect(read({ kind, seq: 1, atMs: 2, subject: id, body: stored })?.body).toEqual(body);
  });

  it('is read back as it was written: balances-read', () => {
    const stored = JSON.parse(JSON.stringify(balances)) as unknown;
    expect(readBalances({ seq: 1, atMs: 2, body: stored })).toEqual({ ...balances, seq: 1, atMs: 2 });
  });

  it.each(files)('of a later version is passed over by %s', (_file, read) => {
    expect(read({ kind: 'of-a-later-version', seq: 1, atMs: 2, subject: id, body: {} })).toBeNull();
  });
});
