import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import type { RememberedZ, Sum, Totals, TurningPoint, ZDocument } from '../../../../../src-main/day/machine/events.ts';
import { totalsOf, type Sale } from '../../../../../src-main/day/machine/sale.ts';
import { noTotals, summed } from '../../../../../src-main/day/machine/sums.ts';
import { tallyOf, type Before } from '../../../../../src-main/day/machine/tally.ts';
import { rangeAfter, rememberedAfter, zOf, type ZCircumstances } from '../../../../../src-main/day/machine/z.ts';
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
    before,
    beforeAtMs: null,
    turnedSince: 0,
    shiftId: null,
    remembered: null,
    chain: { path: [], head: { seq, hash: `hash ${seq}` }, hashAt: () => null },
    zWith: () => null,
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
      last = zOf(touchedAt(sales, rangeAfter(circumstances).afterSeq, seq), circumstances);
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

const nothingBefore: Before = { carriedOver: new Set(), wasInLost: () => false };

it('what is taken back of an earlier day is named, and no sale of this one', () => {
  const sale = saleWith({ intendedSeq: 10, turns: [20, 40], state: 'notBought' });
  const tally = tallyOf([sale], { afterSeq: 30, lastSeq: 50 }, nothingBefore);
  expect(tally).toMatchObject({ sold: [], soldLate: [], takenBackOrders: [sale], ended: [] });
  expect(totalsOf(tally.takenBack)).toMatchObject({ sales: 1, cost: [{ amount: '1.250', currency: 'KWD' }] });
  // Sold and taken back in one day it is nothing that a day has to say.
  expect(tallyOf([sale], { afterSeq: 15, lastSeq: 50 }, nothingBefore)).toMatchObject({ soldLate: [], takenBack: [] });
});

it('what counts as sold and needs a person is in the totals, and is not carried over', () => {
  const sale = saleWith({ isPending: true, state: 'attention', intendedSeq: 10, turns: [20] });
  const range = { afterSeq: 5, lastSeq: 50 };
  expect(tallyOf([sale], range, nothingBefore)).toMatchObject({
    undecided: [sale],
    carriedOver: [],
    sold: [{ sales: 1 }],
  });
});

it('what was carried over and ended unsold is named with its end', () => {
  const sale = saleWith({ state: 'refused', intendedSeq: 10, turns: [] });
  const before = { ...nothingBefore, carriedOver: new Set([sale.operationId]) };
  expect(tallyOf([sale], { afterSeq: 30, lastSeq: 50 }, before)).toMatchObject({ endedLate: [sale], ended: [] });
  // Another event of it later is no second end.
  expect(tallyOf([sale], { afterSeq: 50, lastSeq: 60 }, nothingBefore)).toMatchObject({ endedLate: [], ended: [] });
});

describe('a Z that these records do not hold any more', () => {
  const running = { ...noTotals, sales: 7, cards: 9 };
  const end = { path: [], lastSeq: 90, headHash: 'hash 90', carriedOver: [] };
  const remembered: RememberedZ = { epoch: 1, number: 4, running, ends: [end] };
  const sale = saleWith({ intendedSeq: 100, turns: [110] });
  const salvaged = { seq: 111, hash: 'hash 111', boundarySeq: 110 };

  it.each([
    ['is there still', (seq: number) => `hash ${seq}`],
    ['was taken too', () => null],
  ])('ends where the keyring says where damage took it and its last event %s', (_, hashAt) => {
    const head = { seq: 120, hash: 'hash 120' };
    const circumstances = {
      ...circumstancesAt(120, null),
      turnedSince: 1,
      remembered,
      chain: { path: [salvaged], head, hashAt },
    };
    expect(zOf([sale], circumstances)).toMatchObject({
      epoch: 2,
      number: 5,
      firstSeq: 91,
      running: { sales: 8, cards: 10 },
      lost: { from: null, to: { epoch: 1, number: 4 }, running: { sales: 7 } },
      soldInLost: [],
    });
  });

  it.each([
    ['was salvaged since', [101], { soldLate: [], soldInLost: [{}], running: { sales: 7 } }],
    ['was not damaged', [], { soldLate: [{ sales: 1 }], soldInLost: [], running: { sales: 8 } }],
  ])(
    'is one of these records: what had its result in it is not sold again where their end %s',
    (_, salvagedAt, says) => {
      const again = saleWith({ intendedSeq: 50, turns: [110] });
      const before = zOf([], circumstancesAt(90, null));
      const circumstances = {
        ...circumstancesAt(120, { ...before, epoch: 1, number: 4, running }),
        remembered,
        chain: {
          path: [{ seq: 101, hash: 'hash 101', boundarySeq: 100 }],
          salvagedAt,
          head: { seq: 120, hash: 'hash 120' },
          hashAt: (seq: number) => `hash ${seq}`,
        },
      };
      expect(zOf([again], circumstances)).toMatchObject(says);
      const waiting = { ...end, carriedOver: [again.operationId] };
      const asked = { ...circumstances, remembered: { ...remembered, ends: [waiting] } };
      expect(zOf([again], asked)).toMatchObject({ soldLate: [{ sales: 1 }], soldInLost: [], running: { sales: 8 } });
    },
  );

  it('says nothing of where to begin where nobody can tell, and its name is used no more', () => {
    const chain = { path: [], head: { seq: 120, hash: 'hash 120' }, hashAt: () => 'another' };
    const circumstances = { ...circumstancesAt(120, null), remembered, chain };
    expect(rangeAfter(circumstances)).toEqual({ afterSeq: 0, lastSeq: 120 });
    expect(zOf([sale], circumstances)).toMatchObject({ epoch: 2, number: 5, lost: { to: { epoch: 1, number: 4 } } });
  });
});

/** Records that go on, are copied and are restored, beside a keyring that stays. */
class Shop {
  readonly counted = new Map<string, string>();
  readonly names: string[] = [];
  #seq = 0;
  #sales: Sale[] = [];
  #zs: ZDocument[] = [];
  #zSeqs: number[] = [];
  #path: TurningPoint[] = [];
  #branch = 0;
  #hashes: string[] = [''];
  #remembered: RememberedZ | null = null;
  /** What the service did with each, whatever these records know: restored records send nothing again. */
  readonly #isSold = new Map<string, boolean>();

  step(): void {
    this.#seq += 1;
    this.#hashes = [...this.#hashes.slice(0, this.#seq), `${this.#branch} ${this.#seq}`];
  }

  intend(): void {
    this.step();
    this.#sales = [...this.#sales, saleWith({ intendedSeq: this.#seq, turns: [], isPending: true, state: 'unknown' })];
  }

  /** One that is pending gets its result: what the service did with it before, or what it does now. */
  settle(index: number, isBought: boolean): void {
    const pending = this.#sales.filter(({ isPending }) => isPending);
    const sale = pending[index % Math.max(1, pending.length)];
    if (sale === undefined) return;
    this.step();
    const isSold = this.#isSold.get(sale.operationId) ?? isBought;
    this.#isSold.set(sale.operationId, isSold);
    const after: Sale = {
      ...sale,
      isPending: false,
      state: isSold ? 'completed' : 'refused',
      turns: isSold ? [this.#seq] : [],
    };
    this.#sales = this.#sales.map((one) => (one === sale ? after : one));
  }

  close(): void {
    const before = this.#zs.at(-1) ?? null;
    const afterZ = this.#zSeqs.at(-1) ?? 0;
    const circumstances: ZCircumstances = {
      ...circumstancesAt(this.#seq, before),
      turnedSince: this.#path.filter(({ seq }) => seq > afterZ).length,
      remembered: this.#remembered,
      chain: {
        path: this.#path,
        head: { seq: this.#seq, hash: this.#hashes[this.#seq] ?? '' },
        hashAt: (seq) => this.#hashes[seq] ?? null,
      },
    };
    const { afterSeq, lastSeq } = rangeAfter(circumstances);
    const touched = this.#sales.filter(
      ({ isPending, intendedSeq, turns }) => isPending || [intendedSeq, ...turns].some((seq) => seq > afterSeq),
    );
    const z = zOf(touched, circumstances);
    const inLost = new Set(z.soldInLost.map(({ operationId }) => operationId));
    const name = `${z.epoch}-${z.number}`;
    for (const { operationId, turns } of touched) {
      if (!isSoldAt(turns, lastSeq) || isSoldAt(turns, afterSeq) || inLost.has(operationId)) continue;
      expect([operationId, this.counted.get(operationId)]).toEqual([operationId, undefined]);
      this.counted.set(operationId, name);
    }
    this.step();
    this.#zs = [...this.#zs, z];
    this.#zSeqs = [...this.#zSeqs, this.#seq];
    this.names.push(name);
    this.#remembered = rememberedAfter(z, this.#path, this.#remembered);
    expect(z.running.sales).toBe(this.counted.size);
  }

  /** Every sale of these records is in one Z, of these records or a lost one. */
  checkWhole(): void {
    const missing = this.#sales.filter(({ operationId, turns }) => turns.length > 0 && !this.counted.has(operationId));
    expect(missing).toEqual([]);
  }

  backup(): () => void {
    const [seq, sales, zs, zSeqs, path, hashes] = [
      this.#seq,
      this.#sales,
      this.#zs,
      this.#zSeqs,
      this.#path,
      this.#hashes,
    ];
    return () => {
      this.#branch += 1;
      [this.#sales, this.#zs, this.#zSeqs, this.#hashes] = [sales, zs, zSeqs, hashes.slice(0, seq + 1)];
      this.#seq = seq;
      this.step();
      this.#path = [...path, { seq: this.#seq, hash: this.#hashes[this.#seq] ?? '', boundarySeq: seq }];
    };
  }
}

it('whatever is restored whenever, no sale is in two Zs or in none, and no name is given twice', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const roll = dice(seed);
    const shop = new Shop();
    const backups: (() => void)[] = [shop.backup()];
    for (let step = 0; step < 60; step += 1) {
      const what = roll(20);
      if (what < 7) shop.intend();
      else if (what < 14) shop.settle(roll(9), roll(3) > 0);
      else if (what < 17) shop.close();
      else if (what < 19) backups.push(shop.backup());
      else backups[roll(backups.length)]?.();
    }
    shop.close();
    shop.checkWhole();
    expect([seed, new Set(shop.names).size]).toEqual([seed, shop.names.length]);
  }
});
