import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { parseAmount } from '../../../../../src-main/core/money.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import {
  balancesReadKind,
  checkedBalances,
  readBalances,
  type BalanceReading,
} from '../../../../../src-main/reconcile/machine/balance-events.ts';
import { positionOf, reckoned, type Purchase } from '../../../../../src-main/reconcile/machine/balances.ts';

const walletId = '0b2f4a7e-52d4-4f0e-9d53-6f6a4a3b1c01';

function reading(seq: number, amount: string, changes: Partial<BalanceReading> = {}): BalanceReading {
  return {
    seq,
    atMs: 0,
    afterSeq: seq - 1,
    occasion: 'z',
    unreadable: 0,
    wallets: [
      {
        walletId: knownId<WalletId>(walletId),
        amount: parseAmount(amount) ?? throwBad(amount),
        currency: 'KWD',
        signedAtSeconds: 1,
        serviceKeyId: 'key',
        signatureSha256: 'hash',
        requestId: null,
      },
    ],
    ...changes,
  };
}

function throwBad(amount: string): never {
  throw new Error(`${amount} is no amount`);
}

function purchase(leftSeq: number, boughtSeq: number | null, amount = '1.000'): Purchase {
  return {
    operationId: knownId<OperationId>(systemRandomness.uuid()),
    walletId,
    cost: { amount, currency: 'KWD' },
    leftSeq,
    boughtSeq,
    isCostSure: true,
  };
}

const [opening, closing] = [reading(10, '100.000'), reading(20, '90.000')];

describe('where a purchase lies', () => {
  it.each<[string, number, number | null, ReturnType<typeof positionOf>]>([
    ['bought before the first reading', 5, 9, 'outside'],
    ['sent after it and bought before the second', 11, 19, 'between'],
    ['sent after the second', 21, 24, 'outside'],
    ['sent after the second, and open', 21, null, 'outside'],
    ['under way at the first', 8, 12, 'unclear'],
    ['under way at the second', 15, 23, 'unclear'],
    ['open at both', 8, null, 'unclear'],
    ['over both of them', 8, 25, 'unclear'],
    ['its answer came while the first was read', 5, 10, 'unclear'],
    ['sent while the second was read', 20, 22, 'unclear'],
  ])('%s', (_name, leftSeq, boughtSeq, position) => {
    const [first, last] = [reading(10, '1.000', { afterSeq: 9 }), reading(20, '1.000', { afterSeq: 19 })];
    expect(positionOf(purchase(leftSeq, boughtSeq), first, last)).toBe(position);
  });
});

describe('a reckoning', () => {
  const one = (purchases: readonly Purchase[], lostRecords = false) =>
    reckoned(opening, closing, purchases, { lostRecords }).wallets[0];

  it('says exactly what the sales do not explain, and what may be behind it', () => {
    expect(one([purchase(11, 12, '10.000')])).toMatchObject({
      bought: '10.000',
      unexplained: { least: '0.000', most: '0.000' },
      causes: [],
      unchecked: null,
    });
    expect(one([purchase(11, 12, '7.999')])).toMatchObject({
      unexplained: { least: '2.001', most: '2.001' },
      causes: ['otherCounter', 'correction'],
    });
    expect(one([purchase(11, 12, '15.000')])).toMatchObject({
      unexplained: { least: '-5.000', most: '-5.000' },
      causes: ['topUp', 'correction'],
    });
    expect(one([purchase(11, 12, '7.000')], true)?.causes).toEqual(['otherCounter', 'correction', 'lostRecords']);
  });

  it('gives a range where a purchase may or may not lie between, and names it', () => {
    const unsure = purchase(15, 23, '4.000');
    const found = reckoned(opening, closing, [purchase(11, 12, '8.000'), unsure], { lostRecords: false });
    expect(found).toMatchObject({ purchases: 1, unclear: [unsure] });
    expect(found.wallets[0]).toMatchObject({
      bought: '8.000',
      unexplained: { least: '-2.000', most: '2.000' },
      causes: ['otherCounter', 'topUp', 'correction'],
    });
  });

  it('gives no figure where a wallet is missing, has another currency, or the service says another amount', () => {
    const other = { ...purchase(11, 12), isCostSure: false };
    expect(one([other])).toMatchObject({ bought: null, unexplained: null, unchecked: 'otherAmount' });
    expect(one([{ ...purchase(11, 12), cost: { amount: '1.000', currency: 'USD' } }])?.unchecked).toBe('otherAmount');
    // What lies outside of the readings spoils nothing.
    expect(one([{ ...other, leftSeq: 2, boughtSeq: 3 }])?.unchecked).toBeNull();
    const none = reckoned(opening, reading(20, '1.000', { wallets: [] }), [], { lostRecords: false });
    expect(none.wallets).toMatchObject([{ opening: '100.000', closing: null, unchecked: 'notListed' }]);
  });

  it('always holds the truth, exactly where nothing was under way at a reading', () => {
    const event = fc.record({
      thousandths: fc.integer({ min: 1, max: 99_999_999 }),
      /** When the service took the money, between the sending and the answer. */
      left: fc.integer({ min: 1, max: 40 }),
      paidAfter: fc.integer({ min: 0, max: 6 }),
      answeredAfter: fc.integer({ min: 0, max: 6 }),
      isAnswered: fc.boolean(),
    });
    const elsewhere = fc.integer({ min: -9_999_999, max: 9_999_999 });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), elsewhere, (events, gone) => {
        // Times in twice the numbers of events: what happens lies between two of them.
        const [firstAt, lastAt] = [20.5, 40.5];
        const start = 1_000_000_000;
        const paidBy = (at: number): number =>
          events.reduce((sum, { thousandths, left, paidAfter }) => sum + (left + paidAfter <= at ? thousandths : 0), 0);
        const amount = (thousandths: number): string => new Big(thousandths).div(1000).toFixed(3);
        const first = reading(21, amount(start - paidBy(firstAt)));
        const last = reading(41, amount(start - paidBy(lastAt) - gone));
        const purchases = events.map(({ thousandths, left, paidAfter, answeredAfter, isAnswered }) =>
          purchase(left, isAnswered ? left + paidAfter + answeredAfter : null, amount(thousandths)),
        );
        const found = reckoned(first, last, purchases, { lostRecords: false });
        const { unexplained } = found.wallets[0] ?? { unexplained: null };
        const truth = new Big(gone).div(1000);
        expect(truth.gte(unexplained?.least ?? 'none') && truth.lte(unexplained?.most ?? 'none')).toBe(true);
        if (found.unclear.length === 0) expect(unexplained?.least).toBe(unexplained?.most);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the event', () => {
  it('is read back as it was written, and not where it was damaged', () => {
    const { seq, atMs, ...body } = opening;
    expect(readBalances({ seq, atMs, body: checkedBalances(body) })).toEqual(opening);
    expect(readBalances({ seq, atMs, body: { ...body, wallets: [{ ...body.wallets[0], amount: '1' }] } })).toBeNull();
    expect(() => checkedBalances({ ...body, wallets: [{ ...body.wallets[0], amount: '1.0' } as never] })).toThrow();
    expect(balancesReadKind).toBe('balances-read');
  });
});
