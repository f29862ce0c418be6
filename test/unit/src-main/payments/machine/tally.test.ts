import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { MeansRow, Sum } from '../../../../../src-main/day/machine/events.ts';
import type { Sale } from '../../../../../src-main/day/machine/sale.ts';
import { differenceFrom, summed } from '../../../../../src-main/day/machine/sums.ts';
import type { PaymentEvent } from '../../../../../src-main/payments/machine/events.ts';
import { moneyBackLines, voidLines } from '../../../../../src-main/payments/machine/money-back.ts';
import { Payments } from '../../../../../src-main/payments/machine/payments.ts';
import { expectedCash, meansBetween, owedOf } from '../../../../../src-main/payments/machine/tally.ts';
import { paymentMeans } from '../../../../../src-shared/contract/payment-words.ts';
import { saleWith } from '../../day/sale-samples.ts';

const idOf = (index: number): OperationId =>
  knownId<OperationId>(`0c000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const numberOf = (index: number): string => `C1-${String(index).padStart(4, '0')}`;
const inKwd = (amount: string): Sum => ({ amount, currency: 'KWD' });

type Body<K extends PaymentEvent['kind']> = Extract<PaymentEvent, { readonly kind: K }>['body'];

/** Takes events in at these places of the journal. */
class Told {
  readonly payments = new Payments();

  usual(seq: number, usual: Body<'payments-noting-set'>['usual']): this {
    return this.#add({ kind: 'payments-noting-set', seq, body: { usual } });
  }

  note(seq: number, index: number, means: Body<'payment-noted'>['means'], ahead = false): this {
    const body = {
      saleNumber: numberOf(index),
      orders: [idOf(index)],
      means,
      ...(ahead ? { ahead: [idOf(index)] } : {}),
    };
    return this.#add({ kind: 'payment-noted', seq, body });
  }

  back(seq: number, index: number, amount: string, means: Body<'money-returned'>['means'] = 'cash'): this {
    return this.#add({
      kind: 'money-returned',
      seq,
      body: {
        saleNumber: numberOf(index),
        orders: [idOf(index)],
        id: idOf(900 + seq),
        what: 'refund',
        means,
        reason: 'other',
        lines: [{ operationId: idOf(index), amount, currency: 'KWD' }],
      },
    });
  }

  #add(event: Pick<PaymentEvent, 'kind' | 'seq' | 'body'>): this {
    this.payments.add({ ...event, atMs: 0, subject: idOf(1) } as PaymentEvent);
    return this;
  }
}

function sold(index: number, intendedSeq: number, turns: readonly number[], charge = '3.000'): Sale {
  return saleWith({
    operationId: idOf(index),
    saleNumber: numberOf(index),
    intendedSeq,
    turns,
    charge: inKwd(charge),
    state: turns.length % 2 === 1 ? 'completed' : 'failed',
  });
}

const row = (means: MeansRow['means'], received: string | null, back: string | null = null): MeansRow => ({
  means,
  received: received === null ? [] : [inKwd(received)],
  back: back === null ? [] : [inKwd(back)],
});

describe('what customers paid, by means', () => {
  it('is what usually counts unless another is noted, and not noted before the shop began to note it', () => {
    const { payments } = new Told().usual(10, 'cash').note(14, 3, 'card');
    const sales = [sold(1, 5, [6], '1.000'), sold(2, 11, [12], '2.000'), sold(3, 13, [15], '4.000')];
    expect(meansBetween(payments, sales, { afterSeq: 0, lastSeq: 20 })).toEqual([
      row('cash', '2.000'),
      row('card', '4.000'),
      row('notNoted', '1.000'),
    ]);
  });

  it('moves where it is noted otherwise after a Z, in the next one', () => {
    const { payments } = new Told().usual(1, 'cash').note(12, 1, 'card');
    const sales = [sold(1, 2, [3])];
    expect(meansBetween(payments, sales, { afterSeq: 0, lastSeq: 10 })).toEqual([row('cash', '3.000')]);
    expect(meansBetween(payments, sales, { afterSeq: 10, lastSeq: 20 })).toEqual([
      row('cash', '-3.000'),
      row('card', '3.000'),
    ]);
  });

  it('has nothing of what was not bought or has no result, unless the customer paid ahead', () => {
    const { payments } = new Told().usual(1, 'cash').note(5, 2, 'cash', true);
    const sales = [sold(1, 2, []), sold(2, 3, [])];
    expect(meansBetween(payments, sales, { afterSeq: 0, lastSeq: 20 })).toEqual([row('cash', '3.000')]);
    expect(owedOf(payments, sales).map(({ operationId, owed }) => [operationId, owed])).toEqual([
      [idOf(2), inKwd('3.000')],
    ]);
    expect(owedOf(payments, [{ ...sold(2, 3, []), isPending: true }])).toEqual([]);
  });

  it('says what is to be given back once a sold order was not bought after all, until it is', () => {
    const told = new Told().usual(1, 'cash');
    const sales = [sold(1, 2, [3, 8])];
    expect(meansBetween(told.payments, sales, { afterSeq: 5, lastSeq: 9 })).toEqual([]);
    expect(owedOf(told.payments, sales).map(({ owed }) => owed)).toEqual([inKwd('3.000')]);
    told.back(9, 1, '1.250');
    expect(owedOf(told.payments, sales).map(({ owed }) => owed)).toEqual([inKwd('1.750')]);
    told.back(10, 1, '1.750');
    expect(owedOf(told.payments, sales)).toEqual([]);
    expect(meansBetween(told.payments, sales, { afterSeq: 5, lastSeq: 10 })).toEqual([row('cash', null, '3.000')]);
  });
});

describe('the cash that should be in the till', () => {
  const opening = { seq: 10, counted: [inKwd('20.000')] };

  it('is what was counted at the opening with what came and went since; what came before is in the count', () => {
    const { payments } = new Told().usual(1, 'cash').note(14, 3, 'card').note(16, 1, 'card').back(18, 2, '0.500');
    const sales = [sold(1, 2, [3]), sold(2, 11, [12]), sold(3, 13, [15])];
    expect(expectedCash(payments, sales, opening, 20)).toEqual([inKwd('22.500')]);
    expect(differenceFrom([inKwd('22.500')], [inKwd('22.250'), { amount: '1', currency: 'USD' }])).toEqual([
      inKwd('-0.250'),
    ]);
  });

  it('is not known where nobody counted, or where nobody noted how a sale was paid', () => {
    const { payments } = new Told().usual(15, 'cash');
    expect(expectedCash(payments, [sold(1, 16, [17])], null, 20)).toBeNull();
    expect(expectedCash(payments, [sold(1, 11, [12])], opening, 20)).toBeNull();
  });
});

describe('money back', () => {
  const { payments } = new Told().usual(1, 'cash').back(5, 1, '1.000');
  const sales = [sold(1, 2, [3]), sold(2, 2, [])];

  it.each([
    ['more than is left', [{ operationId: idOf(1), amount: '2.001' }], 'more_than_paid'],
    ['of what was never paid', [{ operationId: idOf(2), amount: '0.001' }], 'more_than_paid'],
    ['nothing', [{ operationId: idOf(1), amount: '0' }], 'input_invalid'],
    ['less than nothing', [{ operationId: idOf(1), amount: '-1' }], 'input_invalid'],
    ['smaller coins than there are', [{ operationId: idOf(1), amount: '0.0001' }], 'input_invalid'],
    ['no number', [{ operationId: idOf(1), amount: '1e3' }], 'input_invalid'],
    ['another sale', [{ operationId: idOf(7), amount: '1' }], 'input_invalid'],
    [
      'one order twice',
      [
        { operationId: idOf(1), amount: '1' },
        { operationId: idOf(1), amount: '1' },
      ],
      'input_invalid',
    ],
    ['no line', [], 'input_invalid'],
  ])('is refused: %s', (_what, lines, code) => {
    expect(moneyBackLines(payments, sales, lines)).toMatchObject({ ok: false, error: { code } });
  });

  it.each([
    ['IQD', '25000', '10.000', '10000'],
    ['JPY', '500', '50.0', '50'],
    ['USD', '10.00', '1.500', '1.50'],
    ['KWD', '10.000', '1.5000', '1.500'],
  ])('has no more decimals than coins: in %s of %s not %s but %s', (currency, paid, wrong, right) => {
    const sale = { ...sold(1, 2, [3]), charge: { amount: paid, currency } };
    const told = new Told().usual(1, 'cash').payments;
    expect(moneyBackLines(told, [sale], [{ operationId: idOf(1), amount: wrong }])).toMatchObject({
      error: { code: 'input_invalid', field: 'lines.0.amount' },
    });
    expect(moneyBackLines(told, [sale], [{ operationId: idOf(1), amount: right }])).toMatchObject({
      value: [{ amount: right, currency }],
    });
  });

  it('is all that is left where the sale is void', () => {
    expect(voidLines(payments, sales)).toEqual({
      ok: true,
      value: [{ operationId: idOf(1), amount: '2.000', currency: 'KWD' }],
    });
    expect(moneyBackLines(payments, sales, [{ operationId: idOf(1), amount: '2' }])).toEqual(
      voidLines(payments, sales),
    );
  });
});

/** One step of a shop: a note, or an attempt to give money back. */
const step = fc.record({
  index: fc.integer({ min: 1, max: 4 }),
  means: fc.constantFrom(...paymentMeans),
  back: fc.option(fc.integer({ min: 1, max: 5_000 }).map((units) => new Big(units).div(1000).toFixed(3))),
  isAhead: fc.boolean(),
});
const turnsOf = fc.constantFrom<readonly number[]>([], [30], [30, 60], [30, 60, 80]);

it('over all Zs the means add up to what was charged, and nobody gets more back than was paid', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.tuple(turnsOf, turnsOf, turnsOf, turnsOf),
      fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
      (steps, turns, cuts) => {
        const told = new Told().usual(1, 'cash');
        const sales = turns.map((each, index) => sold(index + 1, 10, each, `${index + 1}.500`));
        const returned: Sum[] = [];
        for (const [at, { index, means, back, isAhead }] of steps.entries()) {
          const seq = 20 + at * 2;
          if (back === null) {
            told.note(seq, index, means, isAhead);
            continue;
          }
          const then = sales.map((sale) => ({ ...sale, turns: sale.turns.filter((turn) => turn <= seq) }));
          const lines = moneyBackLines(told.payments, then, [{ operationId: idOf(index), amount: back }]);
          if (!lines.ok) continue;
          told.back(seq, index, back, means);
          returned.push(inKwd(back));
        }
        const ends = [0, ...cuts.toSorted((a, b) => a - b), 100];
        const rows = ends
          .slice(1)
          .flatMap((lastSeq, index) => meansBetween(told.payments, sales, { afterSeq: ends[index] ?? 0, lastSeq }));
        const paid = sales.filter((sale) => told.payments.isPaid(sale));
        const total = (sums: readonly Sum[]): string => new Big(summed(sums)[0]?.amount ?? 0).toFixed(3);
        expect(total(rows.flatMap(({ received }) => received))).toBe(total(paid.flatMap(({ charge }) => charge ?? [])));
        expect(total(rows.flatMap(({ back }) => back))).toBe(total(returned));
        // By each means as if there had been one Z alone.
        for (const means of paymentMeans) {
          const of = (all: readonly MeansRow[]): string =>
            total(all.filter((each) => each.means === means).flatMap(({ received }) => received));
          expect(of(rows)).toBe(of(meansBetween(told.payments, sales, { afterSeq: 0, lastSeq: 100 })));
        }
        for (const sale of sales) expect(told.payments.keptOf(sale).gte(0)).toBe(true);
      },
    ),
    { seed: 590059, numRuns: 500 },
  );
});
