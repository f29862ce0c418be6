import Big from 'big.js';
import { expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import type { Sum, Totals, ZDocument } from '../../../../../src-main/day/machine/events.ts';
import { totalsOf, type Sale } from '../../../../../src-main/day/machine/sale.ts';
import { summed, totalsPlus } from '../../../../../src-main/day/machine/sums.ts';
import { tallyOf } from '../../../../../src-main/day/machine/tally.ts';
import { rangeAfter, zOf, type ZCircumstances } from '../../../../../src-main/day/machine/z.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { isSoldAt } from '../../../../../src-main/orders/machine/turns.ts';
import { saleWith } from '../sale-samples.ts';

/** Numbers that a seed decides alone. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const people = [1, 2, 3].map(() => knownId<StaffId>(systemRandomness.uuid()));

/** A sale that begins, is sold, is taken back and is sold again at any numbers, or not at all. */
function anySale(roll: (below: number) => number): Sale {
  const intendedSeq = 1 + roll(400);
  const turns = Array.from({ length: roll(4) }, () => intendedSeq + 1 + roll(300)).toSorted((a, b) => a - b);
  const currency = ['KWD', 'USD'][roll(2)] ?? 'KWD';
  const cost = { amount: new Big(roll(90_000)).times('0.001').toFixed(3), currency };
  const charge = [
    null,
    { amount: new Big(cost.amount).plus('0.105').toFixed(3), currency },
    { amount: '5.00', currency: 'EUR' },
  ][roll(3)];
  return saleWith({
    by: people[roll(3)] ?? null,
    cardId: `card ${roll(4)}`,
    cards: 1 + roll(5),
    cost,
    charge: charge ?? null,
    // Across two currencies by a rate, with its decimals.
    margin:
      charge === null || charge === undefined ? null : { amount: `0.${roll(9)}00000001`, currency: charge.currency },
    intendedSeq,
    turns: [...new Set(turns)],
  });
}

/** What a journal whose head is at `seq` would hand over of these. */
function touchedAt(sales: readonly Sale[], afterSeq: number, seq: number): readonly Sale[] {
  return sales
    .filter(({ intendedSeq }) => intendedSeq <= seq)
    .map((sale) => {
      const turns = sale.turns.filter((turn) => turn <= seq);
      const isSold = isSoldAt(turns, seq);
      return { ...sale, turns, isPending: !isSold, state: isSold ? ('completed' as const) : ('unknown' as const) };
    })
    .filter(({ intendedSeq, turns, isPending }) => isPending || [intendedSeq, ...turns].some((one) => one > afterSeq));
}

function circumstancesAt(seq: number, before: ZDocument | null): ZCircumstances {
  return {
    epoch: 1,
    before,
    beforeAtMs: null,
    shiftId: null,
    remembered: null,
    hashAt: () => null,
    head: { seq, hash: `hash ${seq}` },
  };
}

it('over all Zs in a row every sale is once, wherever they are cut, and nothing is added over two currencies', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const roll = dice(seed);
    const sales = Array.from({ length: 1 + roll(40) }, () => anySale(roll));
    const cuts = [...new Set(Array.from({ length: roll(8) }, () => roll(700)))].toSorted((a, b) => a - b);
    let last: ZDocument | null = null;
    for (const seq of [...cuts, 800]) {
      const circumstances = circumstancesAt(seq, last);
      const range = rangeAfter(circumstances);
      last = zOf(tallyOf(touchedAt(sales, range.afterSeq, seq), range), circumstances, () => null);
    }
    const sold = sales.filter(({ turns }) => isSoldAt(turns, 800));
    expect([seed, last === null ? null : withoutZeros(last.running)]).toEqual([seed, withoutZeros(expectedOf(sold))]);
    expect(last?.number).toBe(cuts.length + 1);
  }
});

/** What was taken back wholly leaves nothing of its currency. */
function withoutZeros(totals: Totals): Totals {
  const some = (sums: readonly Sum[]): Sum[] => sums.filter(({ amount }) => !new Big(amount).eq(0));
  return { ...totals, cost: some(totals.cost), charge: some(totals.charge), margin: some(totals.margin) };
}

/** Added in another way: each currency by itself, in whole parts. */
function expectedOf(sales: readonly Sale[]): Totals {
  return {
    sales: sales.length,
    cards: sales.reduce((sum, { cards }) => sum + cards, 0),
    cost: inWholeParts(
      sales.map(({ cost }) => cost),
      3,
    ),
    charge: inWholeParts(
      sales.flatMap(({ charge }) => charge ?? []),
      3,
    ),
    margin: inWholeParts(
      sales.flatMap(({ margin }) => margin ?? []),
      9,
    ),
    uncharged: sales.filter(({ charge }) => charge === null).length,
  };
}

function inWholeParts(sums: readonly Sum[], decimals: number): Sum[] {
  const found = new Map<string, bigint>();
  const parts = new Big(10).pow(decimals);
  for (const { amount, currency } of sums)
    found.set(currency, (found.get(currency) ?? 0n) + BigInt(new Big(amount).times(parts).toFixed(0)));
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, whole]) => ({
      amount: new Big(whole.toString()).div(parts).toFixed(currency === 'EUR' && decimals === 3 ? 2 : decimals),
      currency,
    }));
}

it('sums have the decimals of their amounts, and stay exact where floats do not', () => {
  const ofKwd = (amount: string) => ({ amount, currency: 'KWD' });
  expect(summed([ofKwd('0.100'), ofKwd('0.200'), { amount: '7', currency: 'JPY' }, ofKwd('-0.300')])).toEqual([
    { amount: '7', currency: 'JPY' },
    ofKwd('0.000'),
  ]);
  expect(summed([ofKwd('999999999999999.999'), ofKwd('0.001')])).toEqual([ofKwd('1000000000000000.000')]);
});

it('what is taken back of an earlier day is named, and no sale of this one', () => {
  const sale = saleWith({ intendedSeq: 10, turns: [20, 40], state: 'notBought' });
  const tally = tallyOf([sale], { afterSeq: 30, lastSeq: 50 });
  expect(tally).toMatchObject({ sold: [], soldLate: [], takenBackOrders: [sale.operationId], ended: [] });
  expect(totalsOf(tally.takenBack)).toMatchObject({ sales: 1, cost: [{ amount: '1.250', currency: 'KWD' }] });
  // Sold and taken back in one day it is nothing that a day has to say.
  expect(tallyOf([sale], { afterSeq: 15, lastSeq: 50 })).toMatchObject({ soldLate: [], takenBack: [] });
});

it('a Z that damage took out of the journal ends where the keyring says, and is named as lost', () => {
  const sale = saleWith({ intendedSeq: 100, turns: [110] });
  const remembered = {
    epoch: 1,
    number: 4,
    lastSeq: 90,
    headHash: 'hash 90',
    running: totalsPlus(totalsOf([]), { sales: 7, cards: 9, cost: [], charge: [], margin: [], uncharged: 7 }),
  };
  const circumstances: ZCircumstances = {
    ...circumstancesAt(120, null),
    epoch: 2,
    remembered,
    hashAt: (seq) => `hash ${seq}`,
  };
  const range = rangeAfter(circumstances);
  const z = zOf(tallyOf([sale], range), circumstances, () => null);
  expect(z).toMatchObject({
    epoch: 2,
    number: 5,
    firstSeq: 91,
    running: { sales: 8, cards: 10 },
    lost: { from: null, to: { epoch: 1, number: 4 }, running: { sales: 7 } },
  });
  // One of another journal says nothing of this one's numbers.
  expect(rangeAfter({ ...circumstances, hashAt: () => 'another' })).toEqual({ afterSeq: 0, lastSeq: 120 });
});
