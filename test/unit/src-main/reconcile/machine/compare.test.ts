import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sale } from '../../../../../src-main/day/machine/sale.ts';
import {
  comparedOrder,
  countsOf,
  soldHere,
  soldThere,
  type There,
} from '../../../../../src-main/reconcile/machine/compare.ts';
import { unknownSales, type ListedCard } from '../../../../../src-main/reconcile/machine/listed.ts';
import { comparisonOutcomes, type ComparisonOutcome } from '../../../../../src-shared/contract/comparison-outcomes.ts';
import { saleWith } from '../../day/sale-samples.ts';

const kwd = (amount: string) => ({ amount, currency: 'KWD' });
const equalThere = (sale: Sale): There => ({
  kind: 'order',
  order: {
    status: 'completed',
    walletId: sale.walletId,
    cardId: sale.cardId,
    quantity: sale.cards,
    total: sale.cost,
  },
});
const status = (word: 'processing' | 'recoveryExhausted' | 'failed' | 'unknown' | 'completed'): There => ({
  kind: 'order',
  order: { status: word },
});
const absent: There = { kind: 'absent' };
const unread: There = { kind: 'unread', failure: { code: 'answer_unverified' } };

const sold = saleWith({ turns: [2], state: 'completed' });
const unsold = saleWith({ turns: [], state: 'refused' });
const open = saleWith({ turns: [], state: 'unknown', isPending: true });
/** Sold, and a person has to decide about it. */
const undecided = saleWith({ turns: [2], state: 'attention', isPending: true });

describe('an order that was sent', () => {
  it.each<[string, Sale, There, ComparisonOutcome]>([
    ['sold here and there', sold, equalThere(sold), 'equal'],
    ['sold here, and there nothing more is said of it', sold, status('completed'), 'equal'],
    ['sold here, and failed there', sold, status('failed'), 'hereOnly'],
    ['sold here, and not known there', sold, absent, 'hereOnly'],
    ['sold here, and there under way', sold, status('processing'), 'unsettled'],
    ['sold here, and there without an outcome', sold, status('recoveryExhausted'), 'unsettled'],
    ['sold here, and there in a state of a later version', sold, status('unknown'), 'unsettled'],
    ['not sold here, and bought there', unsold, equalThere(unsold), 'thereOnly'],
    ['not sold here nor there', unsold, status('failed'), 'equal'],
    ['not sold here, and not known there', unsold, absent, 'equal'],
    ['open here, and bought there', open, equalThere(open), 'unsettled'],
    ['open here, and not known there', open, absent, 'unsettled'],
    ['to be decided here', undecided, equalThere(undecided), 'unsettled'],
    ['unread', sold, unread, 'unread'],
    ['open and unread', open, unread, 'unread'],
  ])('%s', (_, sale, there, outcome) => {
    expect(comparedOrder({ sale, wasSent: true }, there)).toMatchObject({
      outcome,
      operationId: sale.operationId,
      isKnown: true,
      state: sale.state,
      differs: [],
    });
  });

  it('differs by each member by itself, an amount by what it is worth, and a currency as well', () => {
    const of = (changes: object): readonly string[] => {
      const there = equalThere(sold);
      if (there.kind !== 'order') throw new Error('no order');
      const line = comparedOrder({ sale: sold, wasSent: true }, { ...there, order: { ...there.order, ...changes } });
      expect(line.outcome).toBe(line.differs.length === 0 ? 'equal' : 'differs');
      return line.differs;
    };
    expect(of({ walletId: 'other' })).toEqual(['walletId']);
    expect(of({ cardId: 'other' })).toEqual(['cardId']);
    expect(of({ quantity: 2 })).toEqual(['quantity']);
    expect(of({ total: kwd('1.251') })).toEqual(['total']);
    expect(of({ total: kwd('1.25') })).toEqual([]);
    expect(of({ total: { amount: '1.250', currency: 'USD' } })).toEqual(['total']);
    expect(of({ cardId: 'other', total: kwd('9.000') })).toEqual(['cardId', 'total']);
  });

  it('of whose answer nothing could be read says why', () => {
    expect(comparedOrder({ sale: sold, wasSent: true }, unread)).toMatchObject({
      stateThere: null,
      there: null,
      failure: { code: 'answer_unverified' },
    });
  });
});

it('an order of which nothing left is not compared, whatever the service says', () => {
  for (const there of [null, absent, equalThere(open)])
    expect(comparedOrder({ sale: open, wasSent: false }, there)).toMatchObject({ outcome: 'notSent' });
});

/** Both sides of a small shop: what each has of an order. */
const side = fc.constantFrom('sold', 'unsold', 'open' as const);
const pair = fc.record({ here: side, there: side, cost: fc.integer({ min: 1, max: 9_999 }), off: fc.boolean() });

it('over both sides every order is in one outcome, and the sums differ by what the outcomes say', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
      const both = pairs.map(({ here, there, cost, off }) => {
        const sale = saleWith({
          cost: kwd((cost / 1000).toFixed(3)),
          turns: here === 'sold' ? [2] : [],
          isPending: here === 'open',
        });
        const total = kwd(((off ? cost + 1 : cost) / 1000).toFixed(3));
        const said: There =
          there === 'unsold'
            ? absent
            : { kind: 'order', order: { status: there === 'sold' ? 'completed' : 'processing', total } };
        return { sale, line: comparedOrder({ sale, wasSent: true }, said), here, there, off, cost };
      });
      const lines = both.map(({ line }) => line);
      const counts = countsOf(lines);
      expect(comparisonOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)).toBe(pairs.length);
      const thousandths = (sums: readonly { amount: string }[]): number =>
        Math.round(sums.reduce((sum, { amount }) => sum + Number(amount) * 1000, 0));
      const gap = thousandths(soldThere(lines)) - thousandths(soldHere(both.map(({ sale }) => sale)));
      const explained = both.reduce((sum, { line, here, there, off, cost }) => {
        if (line.outcome === 'equal') return sum;
        if (line.outcome === 'hereOnly') return sum - cost;
        if (line.outcome === 'thereOnly') return sum + cost + Number(off);
        if (line.outcome === 'differs') return sum + Number(off);
        return sum + (there === 'sold' ? cost + Number(off) : 0) - (here === 'sold' ? cost : 0);
      }, 0);
      expect(gap).toBe(explained);
    }),
  );
});

describe('a card that the service lists', () => {
  const span = { fromMs: Date.parse('2026-11-24T00:00:00Z'), untilMs: Date.parse('2026-11-25T00:00:00Z') };
  const card = (soldCardId: string, more: Partial<ListedCard> = {}): ListedCard => ({
    soldCardId,
    purchasedAt: '2026-11-24T10:00:00Z',
    ...more,
  });
  const nobody = () => false;

  it('unknown here is a sale of it, one for the cards of one operation or of one invoice', () => {
    const { lines, undated } = unknownSales(
      [
        card('a', { operationId: 'op', name: { en: 'Card' } }),
        card('b', { operationId: 'op' }),
        card('b', { operationId: 'op' }),
        card('c', { invoiceId: 'invoice' }),
        card('d', { invoiceId: 'invoice' }),
        card('e'),
      ],
      nobody,
      span,
    );
    expect(lines.map(({ operationId, cards, outcome }) => [operationId, cards, outcome])).toEqual([
      ['op', 2, 'thereOnly'],
      [null, 2, 'thereOnly'],
      [null, 1, 'thereOnly'],
    ]);
    expect(lines[0]).toMatchObject({ isKnown: false, state: null, here: null, cardName: { en: 'Card' } });
    expect(undated).toBe(0);
  });

  it('is of the span by its own time, and of no day where it has none', () => {
    const at = (purchasedAt: string) => card(purchasedAt, { purchasedAt });
    const { lines, undated } = unknownSales(
      [
        at('2026-11-23T23:59:59.999Z'),
        at('2026-11-24T00:00:00.000Z'),
        at('2026-11-24T23:59:59.999Z'),
        at('2026-11-25T00:00:00.000Z'),
        at('no time'),
        { soldCardId: 'without' },
        { soldCardId: 'known' },
      ],
      ({ soldCardId }) => soldCardId === 'known',
      span,
    );
    expect(lines.map(({ at: time }) => time)).toEqual(['2026-11-24T00:00:00.000Z', '2026-11-24T23:59:59.999Z']);
    expect(undated).toBe(2);
  });

  it('that these records know is none', () => {
    expect(unknownSales([card('a')], () => true, span)).toEqual({ lines: [], undated: 0 });
  });
});
