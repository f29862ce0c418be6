import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import type { Cell, Totals, ZDocument } from '../../../../src-main/day/machine/events.ts';
import { nameOfZ } from '../../../../src-main/day/views/day-report.ts';
import { isFinal, stateOf, type Order } from '../../../../src-main/orders/machine/order.ts';
import type { Coverage } from '../coverage.ts';
import { Sums } from './sums.ts';

type DayCounter = Pick<Counter, 'day' | 'localRecords' | 'keyring'>;

/** What somebody outside of the counter has of its Zs, and which sales are in them. */
interface Drawer {
  /** Every Z that was issued, by its name, with the head of the chain that it names. */
  readonly names: ReadonlyMap<string, string>;
  /** The sales that are in one of them and were not taken back. */
  readonly sold: ReadonlySet<OperationId>;
  /** Of all of them. */
  readonly totals: Sums;
  /** What they cost, by wallet. */
  readonly byWallet: Sums;
}

/** A sale as the orders themselves have it. */
interface Sold {
  readonly id: OperationId;
  readonly facts: Order;
}

/** What came to be sold since the papers before, and what of those was not sold after all. */
interface Changes {
  readonly plus: readonly Sold[];
  readonly minus: readonly Sold[];
}

/**
 * The Zs of a counter as the shop keeps them on paper: a restore takes none of them back. What each must say is found
 * from the orders and from the papers before it, and not from the journal's numbers as the counter does it.
 */
export class Papers {
  #drawer: Drawer = { names: new Map(), sold: new Set(), totals: new Sums(), byWallet: new Sums() };
  /** The last one while nobody has seen it, and what there was before it. */
  #unseen: { readonly name: string; readonly headHash: string; readonly before: Drawer } | null = null;
  readonly #coverage: Coverage;
  readonly #violate: (bar: string, what: string) => void;

  constructor(coverage: Coverage, violate: (bar: string, what: string) => void) {
    this.#coverage = coverage;
    this.#violate = violate;
  }

  get sold(): ReadonlySet<OperationId> {
    return this.#drawer.sold;
  }

  /** A process began on these records. A Z that nobody saw and that they lost before anybody could is none. */
  opened({ day, keyring }: DayCounter): void {
    if (this.#unseen === null) return;
    const { name, headHash, before } = this.#unseen;
    const found = day.zs(50).some(({ z }) => nameOfZ(z) === name && z.headHash === headHash);
    const remembered = keyring.lastZ();
    const isRemembered =
      remembered !== null && `${Number(remembered['epoch'])}-${Number(remembered['number'])}` === name;
    if (!found && !isRemembered) this.#drawer = before;
    this.#coverage.add(
      'zs',
      found ? 'seen after a kill only' : isRemembered ? 'lost unseen' : 'lost before it was seen',
    );
    this.#unseen = null;
  }

  /** A Z is in the journal, and whoever asked for it has not heard of it yet. */
  issued(counter: DayCounter): void {
    const [last] = counter.day.zs(1);
    if (last === undefined) return;
    const { z } = last;
    const name = nameOfZ(z);
    if (this.#drawer.names.get(name) === z.headHash) return;
    if (this.#drawer.names.has(name)) this.#violate('a name of a Z used twice', name);
    const before = this.#drawer;
    const { plus, minus } = this.#judge(counter, z, `Z ${name}`);
    const sold = new Set([...before.sold, ...plus.map(({ id }) => id)]);
    for (const { id } of minus) sold.delete(id);
    this.#drawer = {
      names: new Map([...before.names, [name, z.headHash]]),
      sold,
      totals: before.totals.plus(totalsIn(z)),
      byWallet: before.byWallet.plus(walletsIn(z)),
    };
    const off = totalsSum(z.running).differences(this.#drawer.totals);
    if (off.length > 0) this.#violate('running totals that do not continue', `Z ${name}: ${off.join('; ')}`);
    this.#unseen = { name, headHash: z.headHash, before };
    this.#cover(z);
  }

  /** Whoever asked for it has it. */
  seen(): void {
    this.#unseen = null;
  }

  /** What an X says now, held against the orders; what it says of each wallet with all Zs, and of which sales. */
  now(counter: DayCounter): { readonly byWallet: Sums; readonly sold: ReadonlySet<string>; readonly x: ZDocument } {
    const x = counter.day.x();
    const { plus, minus } = this.#judge(counter, x, 'an X');
    const sold = new Set<string>([...this.#drawer.sold, ...plus.map(({ id }) => id)]);
    for (const { id } of minus) sold.delete(id);
    this.#coverage.add('zs', 'X held against the orders');
    return { byWallet: this.#drawer.byWallet.plus(walletsIn(x)), sold, x };
  }

  #judge(counter: DayCounter, z: ZDocument, what: string): Changes {
    const known = ordersIn(counter);
    const { plus, minus } = this.#changes(known, z);
    const expected = new Sums();
    for (const { facts } of plus) addOrder(expected, facts, 1);
    for (const { facts } of minus) addOrder(expected, facts, -1);
    const off = cellsOf(z).differences(expected);
    this.#judgeNames(counter, z, { known, plus }, what);
    const ids = [...plus, ...minus].map(({ id }) => id).join(', ');
    if (off.length > 0) this.#violate('a day that its orders do not come to', `${what}: ${off.join('; ')} (${ids})`);
    for (const { operationId } of z.takenBackOrders)
      if (!this.#drawer.sold.has(operationId)) this.#violate('taken back, and in no Z', operationId);
    for (const { operationId } of z.soldInLost)
      if (!this.#drawer.sold.has(operationId)) this.#violate('said to be in a lost Z, and in none', operationId);
    return { plus, minus };
  }

  /** What a Z says by name, or besides its sums: late sales, what is carried over, what made a card good. */
  #judgeNames(
    counter: DayCounter,
    z: ZDocument,
    { known, plus }: Pick<Changes, 'plus'> & { readonly known: readonly Sold[] },
    what: string,
  ): void {
    const { journal } = counter.localRecords;
    const begunHere = new Set(
      journal.events({ kind: 'order-intended', afterSeq: z.firstSeq - 1 }).map(({ subject }) => subject),
    );
    const undecided = new Set<string>(z.undecided.map(({ operationId }) => operationId));
    const isPending = ({ facts }: Sold): boolean => !isFinal(stateOf(facts, facts.updatedAtMs));
    this.#compareNames(
      `${what}: late`,
      z.late,
      plus.filter(({ id }) => !begunHere.has(id)),
    );
    this.#compareNames(
      `${what}: carried over`,
      z.carriedOver,
      known.filter((order) => isPending(order) && !undecided.has(order.id)),
    );
    const good = plus.filter(({ facts }) => facts.intent.makesGoodFor !== undefined);
    const named = (z.replacements ?? []).reduce((sum, { sales }) => sum + sales, 0);
    if (named !== good.length)
      this.#violate(
        'a day that its orders do not come to',
        `${what}: ${String(named)} replacements of ${String(good.length)}`,
      );
  }

  #compareNames(what: string, said: readonly { readonly operationId: string }[], orders: readonly Sold[]): void {
    const own = new Set<string>(orders.map(({ id }) => id));
    const named = new Set(said.map(({ operationId }) => operationId));
    const off = [...new Set([...own, ...named])].filter((id) => own.has(id) !== named.has(id));
    if (off.length > 0) this.#violate('a sale that a Z does not name', `${what}: ${off.join(', ')}`);
  }

  /** What came to be sold since the papers before, and what of those was not sold after all. */
  #changes(known: readonly Sold[], z: ZDocument): Changes {
    const takenBack = new Set<string>(z.takenBackOrders.map(({ operationId }) => operationId));
    const undecided = new Set<string>(z.undecided.map(({ operationId }) => operationId));
    return {
      plus: known.filter(({ id, facts }) => !this.#drawer.sold.has(id) && isSold(facts, undecided.has(id))),
      minus: known.filter(({ id }) => takenBack.has(id)),
    };
  }

  #cover(z: ZDocument): void {
    this.#coverage.add('zs', 'issued');
    if (z.soldLate.length > 0) this.#coverage.add('zs', 'with a sale begun in an earlier day');
    if (z.takenBackOrders.length > 0) this.#coverage.add('zs', 'with a sale taken back');
    if (z.carriedOver.length > 0) this.#coverage.add('zs', 'with sales carried over');
    if (z.lost !== null) this.#coverage.add('zs', 'that names lost Zs');
    if (z.soldInLost.length > 0) this.#coverage.add('zs', 'with a sale that a lost Z had');
    if ((z.replacements ?? []).length > 0) this.#coverage.add('zs', 'with a replacement');
    if (z.shiftId !== null) this.#coverage.add('zs', 'that closed a shift');
  }
}

/** Every order of these records. */
export function ordersIn({ localRecords: { journal, records } }: Pick<Counter, 'localRecords'>): readonly Sold[] {
  return journal.subjects('order-intended').flatMap((subject) => {
    const id = knownId<OperationId>(subject);
    const facts = records.find(id);
    return facts === null ? [] : [{ id, facts }];
  });
}

/** While a person has to decide it counts as before, which only the day can tell. */
function isSold(facts: Order, isUndecided: boolean): boolean {
  const state = stateOf(facts, facts.updatedAtMs);
  return state === 'completed' || (!isFinal(state) && isUndecided);
}

function addOrder(sums: Sums, { intent }: Order, times: 1 | -1): void {
  const key = `${intent.walletId} ${intent.cardId}`;
  sums.add(`${key} sales`, times).add(`${key} cards`, intent.quantity, times);
  sums.add(`${key} cost ${intent.total.currency}`, intent.total.amount, times);
  const { charge } = intent;
  if (charge !== undefined) sums.add(`${key} charge ${charge.currency}`, charge.total, times);
}

function cellsOf(z: ZDocument): Sums {
  const sums = new Sums();
  eachCell(z, ({ walletId, cardId, sales, cards, cost, charge }, times) => {
    const key = `${walletId} ${cardId}`;
    sums.add(`${key} sales`, sales, times).add(`${key} cards`, cards, times);
    sums.add(`${key} cost ${cost.currency}`, cost.amount, times);
    if (charge !== null) sums.add(`${key} charge ${charge.currency}`, charge.amount, times);
  });
  return sums;
}

function totalsIn(z: ZDocument): Sums {
  const sums = new Sums();
  eachCell(z, ({ sales, cards, cost, charge }, times) => {
    sums.add('sales', sales, times).add('cards', cards, times).addAll('cost', [cost], times);
    sums.addAll('charge', charge === null ? [] : [charge], times);
  });
  return sums;
}

function totalsSum({ sales, cards, cost, charge }: Totals): Sums {
  return new Sums().add('sales', sales).add('cards', cards).addAll('cost', cost).addAll('charge', charge);
}

function walletsIn(z: ZDocument): Sums {
  const sums = new Sums();
  eachCell(z, ({ walletId, cost }, times) => sums.add(walletId, cost.amount, times));
  return sums;
}

/** What is in the sum of a Z: what was sold in it, early or late, less what was taken back. */
function eachCell(z: ZDocument, take: (cell: Cell, times: 1 | -1) => void): void {
  for (const cell of [...z.sold, ...z.soldLate]) take(cell, 1);
  for (const cell of z.takenBack) take(cell, -1);
}
