import { Big } from 'big.js';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../../../src-main/core/ids.ts';
import { orderIntendedKind } from '../../../../src-main/orders/machine/events.ts';
import type { Person } from '../../../../src-main/staff/staff.ts';
import type { CallInput, CallResult, CatalogueView, OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { Caller, Word } from './caller.ts';
import { judgeAsked, judgeLimits, type Cost } from './limit-laws.ts';
import type { ServedCounter } from './served-counter.ts';
import { timesOf } from './sums.ts';

/** Low enough that a few customers pass each. */
const limits = { sale: '25.000', shift: '60.000', card: '40.000' } as const;
const mostLines = 4;

interface Offer {
  readonly walletId: string;
  readonly cardId: string;
  readonly price: string;
  readonly currency: string;
}

/** What somebody looks at: the service's and the shop's prices may have changed since. */
interface Screen {
  readonly revision: number;
  readonly offers: readonly Offer[];
}

type Line = CallInput<'orders', 'buyBasket'>['lines'][number];

/** Sells what the screen shows, and holds what was sold against what was seen. */
export class Seller {
  readonly #caller: Caller;
  #screen: Screen | null = null;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Reads what the screen shows of the shop's cards. */
  async look(): Promise<void> {
    const { goods } = this.#caller.options;
    const offers: Offer[] = [];
    let revision = 0;
    for (const walletId of new Set(goods.map((one) => one.walletId))) {
      const view = await this.#shelf(walletId);
      if (view === null) return;
      revision = view.pricesRevision;
      for (const { id, charge } of view.cards)
        if (charge !== undefined && goods.some((one) => one.walletId === walletId && String(one.cardId) === id))
          offers.push({ walletId, cardId: id, price: charge.price.amount, currency: charge.price.currency });
    }
    this.#screen = { revision, offers };
  }

  async #shelf(walletId: string): Promise<CatalogueView | null> {
    const { draws } = this.#caller.options;
    const kept = await this.#caller.call('catalogue.read', ({ calls }) => calls.catalogue.read({ walletId }));
    if (kept?.ok === true && kept.value.cards.length > 0 && !draws.oneIn(10)) return kept.value;
    const synced = await this.#caller.call('catalogue.sync', ({ calls }) => calls.catalogue.sync({ walletId }));
    return synced?.ok === true ? synced.value : null;
  }

  /** One card or several, as the screen shows them; now and then at another price. */
  async buy(): Promise<void> {
    const { draws } = this.#caller.options;
    if (this.#screen === null || this.#screen.offers.length === 0) await this.look();
    const screen = this.#screen;
    if (screen === null || screen.offers.length === 0) return;
    const wanted = new Set(
      Array.from({ length: draws.oneIn(2) ? 1 : draws.between(2, mostLines) }, () => draws.pick(screen.offers)),
    );
    await this.#buy([...wanted], screen);
  }

  /** What the screen shows has another price by the time of Buy: that comes between, and then the same person buys. */
  async buyAfter(between: (offer: Pick<Offer, 'walletId' | 'cardId'>) => Promise<void>): Promise<void> {
    const { draws } = this.#caller.options;
    await this.look();
    const screen = this.#screen;
    if (screen === null || screen.offers.length === 0) return;
    const offer = draws.pick(screen.offers);
    await between(offer);
    await this.#buy([...new Set([offer, ...(draws.oneIn(2) ? [draws.pick(screen.offers)] : [])])], screen);
  }

  async #buy(wanted: readonly Offer[], screen: Screen): Promise<void> {
    const { draws } = this.#caller.options;
    const lines = wanted.map(({ walletId, cardId, price, currency }): Line => {
      const quantity = draws.between(1, 3);
      const besidesPending = !draws.oneIn(5);
      return { walletId, cardId, quantity, besidesPending, shownTotal: { amount: timesOf(price, quantity), currency } };
    });
    const [only] = lines;
    if (lines.length > 1) await this.#buyBasket(lines, screen.revision);
    else if (only !== undefined) await this.#buyOne(only, screen);
  }

  async #buyOne(line: Line, { revision, offers }: Screen): Promise<void> {
    const { draws } = this.#caller.options;
    const price = offers.find(({ cardId }) => cardId === line.cardId)?.price ?? '0';
    const other = draws.oneIn(6) ? new Big(price).times(draws.pick(['0.5', '0.9', '1.5'])).toFixed(3) : null;
    const sale = {
      ...line,
      pricesRevision: revision,
      useAllowedDebt: draws.oneIn(8),
      ...(other === null
        ? {}
        : { otherPrice: other, shownTotal: { ...line.shownTotal, amount: timesOf(other, line.quantity) } }),
    };
    await this.#bought('orders.place', [sale], async (served, word) => {
      const placed = await served.calls.orders.place({ ...sale, ...word });
      return placed.ok ? { ok: true, value: [placed.value] } : placed;
    });
  }

  async #buyBasket(lines: Line[], pricesRevision: number): Promise<void> {
    const totals = new Map<string, Big>();
    for (const { shownTotal } of lines)
      totals.set(shownTotal.currency, (totals.get(shownTotal.currency) ?? new Big(0)).plus(shownTotal.amount));
    const shownTotals = [...totals].map(([currency, amount]) => ({ amount: amount.toFixed(), currency }));
    const basket = { lines, pricesRevision, shownTotals };
    await this.#bought('orders.buyBasket', lines, async (served, word) => {
      const placed = await served.calls.orders.buyBasket({ ...basket, ...word });
      return placed.ok ? { ok: true, value: placed.value.orders } : placed;
    });
  }

  /** Buys, with a manager's word where one is asked for, and holds what came of it against the screen. */
  async #bought(
    name: string,
    lines: readonly Line[],
    made: (served: ServedCounter, word: Word) => Promise<CallResult<readonly OrderView[]>>,
  ): Promise<void> {
    const { machine, violate } = this.#caller.options;
    const person = machine.served.person();
    const result = await this.#caller.withWord(
      (word) => this.#caller.asking(name, (at) => made(at, word)),
      (kinds) => judgeAsked(machine.running, this.#costsOf(lines), kinds, violate),
    );
    if (result?.ok === false && /^(?:charge_changed|price_changed)$/.test(result.error.code)) this.#screen = null;
    if (result?.ok === true)
      this.#judgeBought(
        result.value,
        lines.map(({ shownTotal }) => shownTotal),
        person,
      );
  }

  /** At what the service asks now, as the counter knows it. */
  #costsOf(lines: readonly Line[]): readonly Cost[] {
    const { catalogue } = this.#caller.options.machine.running;
    return lines.flatMap(({ walletId, cardId, quantity }): readonly Cost[] => {
      const price = catalogue.card(knownId<WalletId>(walletId), knownId<CardId>(cardId))?.unitPrice;
      return price === undefined
        ? []
        : [{ cardId, amount: new Big(price.amount).times(quantity).toFixed(), currency: price.currency }];
    });
  }

  #judgeBought(
    orders: readonly OrderView[],
    shown: readonly { readonly amount: string; readonly currency: string }[],
    person: Person | null,
  ): void {
    const { machine, violate, coverage } = this.#caller.options;
    const counter = machine.running;
    coverage.add('orders', 'placed', orders.length);
    if (orders.length > 1) coverage.add('events', 'basket of several lines');
    for (const [line, { operationId, charge }] of orders.entries()) {
      const seen = shown[line];
      if (
        seen === undefined ||
        charge.total.currency !== seen.currency ||
        !new Big(charge.total.amount).eq(seen.amount)
      )
        violate(
          'charged otherwise than shown',
          `${operationId}: ${charge.total.amount} and ${seen?.amount ?? 'nothing'}`,
        );
      const [intended] = counter.localRecords.journal.events({
        subject: operationId,
        kind: orderIntendedKind,
        limit: 1,
      });
      if (intended?.body['by'] !== person?.id) violate('an act of nobody', `${operationId} is of somebody else`);
      if (intended?.body['approvedBy'] !== undefined) coverage.add('events', 'sale with a word of approval');
    }
    const ids = orders.map(({ operationId }) => knownId<OperationId>(operationId));
    if (person?.role === 'cashier') judgeLimits(counter, ids, violate);
  }

  /** What a cashier sold past the screen is within their limits as well. */
  judgePlaced(counter: Counter, id: OperationId): void {
    const [intended] = counter.localRecords.journal.events({ subject: id, kind: orderIntendedKind, limit: 1 });
    const role = counter.staff.people().find((person) => person.id === intended?.body['by'])?.role;
    if (role === 'cashier') judgeLimits(counter, [id], this.#caller.options.violate);
  }

  /** In each currency in which anything is bought here. */
  async setLimits(): Promise<void> {
    const { goods } = this.#caller.options;
    for (const currency of new Set(goods.map(({ expectedUnitPrice }) => expectedUnitPrice.currency)))
      await this.#caller.call('limits.set', ({ calls }) => calls.limits.set({ ...limits, currency }));
  }
}
