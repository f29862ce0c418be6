import type { Counter } from '../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../src-main/core/ids.ts';
import { JournalUnavailable } from '../../../src-main/journal/journal-failure.ts';
import { isFinal, stateOf } from '../../../src-main/orders/machine/order.ts';
import { readLostOrders } from '../../../src-main/reveals/driver/lost-orders.ts';
import type { Coverage } from './coverage.ts';
import { Killed, type Machine } from './machine.ts';
import type { Goods } from './premises.ts';
import type { Draws } from './random.ts';
import type { Crew } from './shop/crew.ts';

/**
 * One customer's need. A new try follows only an operation that the counter says bought nothing, so one sale at most
 * may come of all.
 */
export interface Need {
  readonly operations: OperationId[];
}

/** Longer than the longest pause between two attempts. */
const hurryAfterMs = 2 * 60 * 60_000;

const nothingBought: readonly string[] = ['failed', 'refused', 'cancelled', 'notBought'];

interface PeopleOptions {
  readonly machine: Machine;
  readonly draws: Draws;
  readonly coverage: Coverage;
  readonly goods: readonly Goods[];
  readonly failed: (error: unknown) => void;
  /** Who has a PIN here; null where nobody has. */
  readonly crew: Crew | null;
}

/** Everybody at the counter: they sell, ask, wait, give up and make mistakes. */
export class People {
  needs: readonly Need[] = [];
  /** Operations that an older copy of the journal knows nothing of. */
  readonly forgotten = new Set<OperationId>();
  isReconciled = false;
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** Each of these orders is what one customer needs. */
  want(ids: readonly OperationId[]): void {
    this.needs = [...this.needs, ...ids.map((id) => ({ operations: [id] }))];
  }

  sell(): void {
    this.#place({ operations: [] }, this.#goodsNow(), { besidesPending: !this.#options.draws.oneIn(4) });
  }

  /** Two customers at once, for the same wallet. */
  sellTwice(): void {
    const goods = this.#goodsNow();
    this.#place({ operations: [] }, goods, { besidesPending: true });
    this.#place({ operations: [] }, goods, { besidesPending: true });
  }

  /** Tries again where the counter says that nothing was bought. */
  sellAgain(): void {
    this.#act('tried again', (counter) => {
      const over = this.needs.filter(({ operations }) =>
        nothingBought.includes(this.#stateOf(counter, operations.at(-1))),
      );
      const need = over[this.#options.draws.below(Math.max(over.length, 1))];
      if (need !== undefined) this.#place(need, this.#goodsNow(), { besidesPending: true }, need.operations.at(-1));
    });
  }

  /** Types the id of an earlier sale for another one. The counter has to refuse it. */
  reuseId(): void {
    this.#act('id typed twice', (counter) => {
      const id = this.#anyOperation();
      const known = id === undefined ? null : counter.localRecords.records.find(id);
      if (id === undefined || known === null) return;
      const sale = { ...this.#goodsNow(), quantity: known.intent.quantity + 1, useAllowedDebt: true };
      const placed = counter.orders.place(id, sale, { besidesPending: true });
      this.#options.coverage.add('sales refused by the counter', placed.ok ? 'none' : placed.error.code);
    });
  }

  /** Anything else that people do with an order of today. */
  touch(): void {
    const id = this.#anyOperation();
    if (id === undefined) return;
    const deeds: readonly (readonly [name: string, deed: (counter: Counter) => unknown])[] = [
      ['shown', ({ reveals }) => reveals.show(id)],
      ['shown', ({ reveals }) => reveals.show(id)],
      ['handed over', ({ reveals }) => reveals.handOver(id)],
      ['resumed by hand', ({ orders }) => orders.resume(id, 0, 'asAsked')],
      ['read by hand', ({ orders }) => orders.read(id)],
      ['kept wanted', ({ orders }) => orders.keepWanted(id)],
      ['cancelled', ({ orders }) => orders.cancel(id)],
    ];
    const [name, deed] = this.#options.draws.pick(deeds);
    this.#act(name, deed, 'anybody');
  }

  /** What a person decides at the end of the day about an order that waits for them: give it up where that is safe. */
  decide(): void {
    this.#act('decided', ({ localRecords, orders }) => {
      for (const id of localRecords.records.pending()) if (orders.next(id) === null) orders.cancel(id);
    });
  }

  /**
   * The next attempt is shown with each order: one that lies days ahead, from when the clock was wrong, is made now.
   */
  hurry(): void {
    if (!this.#options.machine.isServing) return;
    const { localRecords, orders } = this.#options.machine.running;
    const late = localRecords.records
      .pending()
      .filter((id) => (orders.next(id)?.atMs ?? 0) > this.#options.machine.nowMs + hurryAfterMs);
    for (const id of late) this.#act('hurried an order along', () => orders.resume(id, 0, 'asAsked'));
  }

  /** Nobody remembers what the journal does not: such a need is not tried again. */
  forget(isForgotten: (id: OperationId) => boolean): void {
    for (const id of this.needs.flatMap(({ operations }) => operations).filter(isForgotten)) this.forgotten.add(id);
    this.needs = this.needs.filter(({ operations }) => !operations.some((id) => this.forgotten.has(id)));
  }

  /** Compares the service's list of owned cards with the records, which were restored to an older copy. */
  reconcile(): void {
    this.#act('reconciled', async ({ reveals, session, localRecords: { journal } }) => {
      const reconciled = await reveals.reconcile();
      const lost = reconciled.ok ? await readLostOrders(session, journal) : reconciled;
      this.isReconciled = this.isReconciled || lost.ok;
    });
  }

  #place(need: Need, goods: Goods, options: { readonly besidesPending: boolean }, replaces?: OperationId): void {
    this.#act(
      'sold',
      (counter) => {
        const id = knownId<OperationId>(this.#options.draws.uuid());
        const sale = {
          ...goods,
          quantity: this.#options.draws.between(1, 3),
          useAllowedDebt: this.#options.draws.oneIn(2),
          ...(replaces === undefined ? {} : { replaces }),
        };
        // A kill may come between the intent and its answer to the person: the sale is theirs all the same.
        if (need.operations.length === 0) this.needs = [...this.needs, need];
        need.operations.push(id);
        const placed = counter.orders.place(id, sale, options);
        if (!placed.ok) need.operations.pop();
        else this.#options.crew?.judgePlaced(counter, id);
        this.#options.coverage.add(
          placed.ok ? 'orders' : 'sales refused by the counter',
          placed.ok ? 'placed' : placed.error.code,
        );
        this.#options.machine.wake();
      },
      'anybody',
    );
  }

  /**
   * Begins something and does not wait for it: the process may end meanwhile, and people with it turn to something
   * else.
   */
  #act(name: string, deed: (counter: Counter) => unknown, who: 'manager' | 'anybody' = 'manager'): void {
    const { machine, coverage, crew } = this.#options;
    if (!machine.isServing) return;
    coverage.add('deeds of people', name);
    const failed = (error: unknown): void => {
      // The product says so at its boundary; what is refused for want of room is no bug.
      if (error instanceof JournalUnavailable && error.failure.code === 'journal_not_writable')
        coverage.add('events', 'deed refused on a full disk');
      else if (!(error instanceof Killed)) this.#options.failed(error);
    };
    try {
      const counter = machine.running;
      const done = crew === null ? deed(counter) : crew.atShell(counter, () => deed(counter), who);
      if (!(done instanceof Promise)) return;
      machine.begun(done);
      done.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #anyOperation(): OperationId | undefined {
    const all = this.needs.flatMap(({ operations }) => operations);
    return all[this.#options.draws.below(Math.max(all.length, 1))];
  }

  #goodsNow(): Goods {
    return this.#options.draws.pick(this.#options.goods);
  }

  #stateOf(counter: Counter, id: OperationId | undefined): string {
    const facts = id === undefined ? null : counter.localRecords.records.find(id);
    if (facts === null) return 'unknown';
    const state = stateOf(facts, this.#options.machine.nowMs);
    return isFinal(state) ? state : 'open';
  }
}
