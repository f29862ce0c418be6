import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import type { Sum, Totals } from '../../../../../src-main/day/machine/events.ts';
import { membersOf } from '../../../../../src-main/day/machine/members.ts';
import { periodOf } from '../../../../../src-main/day/machine/period.ts';
import type { Sale } from '../../../../../src-main/day/machine/sale.ts';
import { saleWith } from '../sale-samples.ts';

const dayMs = 86_400_000;
const momentOf = (ms: number) => ({
  day: new Date(ms).toISOString().slice(0, 10),
  hour: new Date(ms).getUTCHours(),
});
const people = [null, ...['1', '2'].map((n) => knownId<StaffId>(`0b000000-0000-4000-8000-00000000000${n}`))];

const amount = fc
  .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 12 }))
  .map(([units, decimals]) => new Big(units).div(new Big(10).pow(decimals)).toFixed(decimals));
const sum = fc.record({ amount, currency: fc.constantFrom('KWD', 'USD', 'x') });
const sale: fc.Arbitrary<Sale> = fc
  .record({
    walletId: fc.constantFrom('w1', 'w2'),
    cardId: fc.constantFrom('c1', 'c2', 'c3'),
    by: fc.constantFrom(...people),
    cards: fc.integer({ min: 1, max: 100 }),
    cost: sum,
    paid: fc.option(fc.record({ charge: sum, margin: sum })),
    intendedAtMs: fc.integer({ min: 0, max: 3 * dayMs }),
    turns: fc.constantFrom([], [2], [2, 5], [2, 5, 9]),
  })
  .map(({ paid, ...members }) => saleWith({ ...members, charge: paid?.charge ?? null, margin: paid?.margin ?? null }));

/** Added up one by one, as anybody would. */
function plainTotals(sales: readonly Sale[]): Totals {
  const summed = (sums: readonly (Sum | null)[]): Sum[] =>
    ['KWD', 'USD', 'x'].flatMap((currency) => {
      const of = sums.filter((one) => one !== null && one.currency === currency);
      const total = of.reduce((all, one) => all.plus(one?.amount ?? 0), new Big(0));
      return of.length === 0 ? [] : [{ amount: total.toFixed(), currency }];
    });
  return {
    sales: sales.length,
    cards: sales.reduce((all, { cards }) => all + cards, 0),
    cost: summed(sales.map(({ cost }) => cost)),
    charge: summed(sales.map(({ charge }) => charge)),
    margin: summed(sales.map(({ margin }) => margin)),
    uncharged: sales.filter(({ charge }) => charge === null).length,
  };
}

/** However many zeros it ends with. */
function asPlain(totals: Totals): Totals {
  const plain = (sums: readonly Sum[]): Sum[] =>
    sums.map(({ amount: text, currency }) => ({ amount: new Big(text).toFixed(), currency }));
  return { ...totals, cost: plain(totals.cost), charge: plain(totals.charge), margin: plain(totals.margin) };
}

it('each figure is what adding the sales up one by one gives, however they are grouped', () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 40 }), (sales) => {
      const sold = sales.filter(({ turns }) => turns.length % 2 === 1);
      const period = periodOf(sales, {
        momentOf,
        categoryOf: (_, cardId) => (cardId === 'c3' ? null : cardId.length === 2 ? 'category' : null),
      });
      expect(asPlain(period.totals)).toEqual(plainTotals(sold));
      const check = <K>(groups: readonly (readonly [K, Totals])[], keyOf: (one: Sale) => K): void => {
        expect(new Map(groups.map(([key, totals]) => [key, asPlain(totals)]))).toEqual(
          new Map([...Map.groupBy(sold, keyOf)].map(([key, of]) => [key, plainTotals(of)])),
        );
      };
      check(
        period.byDay.map(({ day, totals }) => [day, totals]),
        ({ intendedAtMs }) => momentOf(intendedAtMs).day,
      );
      check(
        period.byHour.map(({ hour, totals }) => [hour, totals]),
        ({ intendedAtMs }) => momentOf(intendedAtMs).hour,
      );
      check(
        period.byWallet.map(({ key, totals }) => [key, totals]),
        ({ walletId }) => walletId,
      );
      check(
        period.byCard.map(({ key, totals }) => [key, totals]),
        ({ cardId }) => cardId,
      );
      check(
        period.byPerson.map(({ key, totals }) => [key, totals]),
        ({ by }) => by,
      );
      check(
        period.byCategory.map(({ key, totals }) => [key, totals]),
        ({ cardId }) => (cardId === 'c3' ? null : 'category'),
      );
      expect(period.byDay.map(({ day }) => day)).toEqual(period.byDay.map(({ day }) => day).toSorted());
    }),
  );
});

it('keeps the decimals of an amount, so that 1.500 and 2.5 are 4.000', () => {
  const kwd = (text: string) => ({ amount: text, currency: 'KWD' });
  const { totals } = periodOf([saleWith({ cost: kwd('1.500') }), saleWith({ cost: kwd('2.5') })], { momentOf });
  expect(totals.cost).toEqual([kwd('4.000')]);
  const loss = periodOf([saleWith({ margin: kwd('-0.250') }), saleWith({ margin: kwd('0.1') })], { momentOf });
  expect(loss.totals.margin).toEqual([kwd('-0.150')]);
  expect(periodOf([saleWith({ cost: kwd('7') })], { momentOf }).totals.cost).toEqual([kwd('7')]);
});

it('has no categories where nobody knows them', () => {
  expect(periodOf([saleWith()], { momentOf }).byCategory).toEqual([]);
});

it('the orders of a Z are those begun in it, and those sold or taken back in it', () => {
  const of = (intendedSeq: number, ...turns: number[]) => saleWith({ intendedSeq, turns });
  const inside = [of(11), of(15, 16), of(20), of(3, 12), of(3, 5, 18)];
  const outside = [of(10, 10), of(3, 5), of(3, 21), of(21, 22), of(3, 5, 25)];
  expect(membersOf([...inside, ...outside], { afterSeq: 10, lastSeq: 20 })).toEqual(inside);
});
