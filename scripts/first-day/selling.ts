import { finalStates } from '../../src-shared/contract/codes.ts';
import type { CallInput, CallResult, OrderView } from '../../src-shared/contract/schemas.ts';
import type { Draws } from '../../test/proofs/chaos/random.ts';
import { sumOf, times, type Sums } from './amounts.ts';
import { managersWord, type Offer, type Shop } from './shop.ts';
import { check, done, StepOff } from './telling.ts';

export interface Line {
  readonly offer: Offer;
  readonly quantity: number;
}

type Sale = CallInput<'orders', 'place'>;
type BasketLine = CallInput<'orders', 'buyBasket'>['lines'][number];

/** What the shop itself wrote down: an independent account of what customers paid. */
export interface Notes {
  customers: number;
  baskets: number;
  orders: number;
  refused: number;
  /** Shown to a customer, and handed over. */
  cards: number;
  readonly paid: { readonly amount: string; readonly currency: string }[];
}

export function noNotes(): Notes {
  return { customers: 0, baskets: 0, orders: 0, refused: 0, cards: 0, paid: [] };
}

export function paidIn({ paid }: Notes): Sums {
  return sumOf(paid);
}

/** What is scarce at the practice service is so to five cards at most. */
const mostOfScarce = 5;
const stockCodes: readonly string[] = ['card_unavailable', 'quantity_unavailable'];

/** Sells as the person who is at the counter. */
export class Seller {
  readonly #shop: Shop;
  readonly #draws: Draws;
  /** Of the shift that is open. */
  notes: Notes = noNotes();
  /** What a card is offered for once its price changed. */
  readonly #changed = new Map<Offer, Offer>();
  readonly #soldOut = new Set<string>();
  readonly #sold = new Map<string, number>();

  constructor(shop: Shop, draws: Draws) {
    this.#shop = shop;
    this.#draws = draws;
  }

  /** What the next customer wants: one kind of card, or a basket. */
  choice(): readonly Line[] {
    const offers = this.#shop.offers.filter((offer) => !this.#soldOut.has(offer.cardId));
    if (!this.#draws.oneIn(5)) return [{ offer: this.#draws.pick(offers), quantity: this.#draws.between(1, 3) }];
    const kinds = this.#draws.between(2, 3);
    const wanted = new Set<Offer>();
    while (wanted.size < kinds) wanted.add(this.#draws.pick(offers));
    return [...wanted].map((offer) => ({ offer, quantity: 1 }));
  }

  /**
   * Cards that were sold often. One of which there are few may be refused beside a lost answer, and then it takes
   * minutes to prove that nothing was bought.
   */
  choiceFromMany(kinds: number): readonly Line[] {
    const often = this.#shop.offers.filter(({ cardId }) => (this.#sold.get(cardId) ?? 0) > mostOfScarce);
    const wanted = new Set<Offer>();
    while (wanted.size < Math.min(kinds, often.length)) wanted.add(this.#draws.pick(often));
    if (wanted.size === 0) wanted.add(this.#shop.fixed);
    return [...wanted].map((offer) => ({ offer, quantity: 1 }));
  }

  /** One customer, from the choice to the codes in their hand; gives what came of each line. */
  async serve(lines: readonly Line[], withWord = false): Promise<readonly OrderView[]> {
    this.notes.customers += 1;
    const orders = await this.#place(lines, withWord);
    this.notes.orders += orders.length;
    const results: OrderView[] = [];
    for (const [index, { operationId }] of orders.entries()) {
      const line = lines[index];
      if (line !== undefined) results.push(await this.#resultOf(operationId, line));
    }
    await this.handOver(results);
    return results;
  }

  /** A sale that has no result when its customer leaves. */
  async leaveOpen(line: Line): Promise<OrderView> {
    this.notes.customers += 1;
    this.notes.orders += 1;
    const [order] = await this.#place([line], false);
    if (order === undefined) throw new StepOff('Nothing was placed.');
    await this.#shop.till.untilState(order.operationId, 'accepted');
    return order;
  }

  /** Shows the codes of what was bought, and hands them over. */
  async handOver(results: readonly OrderView[]): Promise<void> {
    const bought = results.filter(({ state }) => state === 'completed');
    if (bought.length === 0) return;
    const { till } = this.#shop;
    const cards = bought.reduce((sum, { quantity }) => sum + quantity, 0);
    const shown = await till.show(bought.map(({ operationId }) => operationId));
    check(shown === cards, 'The page shows codes of another number of cards than were bought.');
    const operationIds = bought.map(({ operationId }) => operationId);
    const { orders } = done('The hand-over', await till.calls.reveals.handOverSeveral({ operationIds }));
    for (const { codesState } of orders)
      check(codesState === 'handedOver', 'A card that was handed over does not stand so.');
    for (const { charge, cardId, quantity } of bought) {
      this.notes.paid.push(charge.total);
      this.#sold.set(cardId, (this.#sold.get(cardId) ?? 0) + quantity);
    }
    this.notes.cards += cards;
  }

  async #place(lines: readonly Line[], withWord: boolean): Promise<readonly OrderView[]> {
    const { orders } = this.#shop.till.calls;
    const [only, ...more] = lines.map((line) => this.#lineOf(line));
    if (only === undefined) throw new StepOff('A customer wants nothing.');
    const { pricesRevision } = this.#shop;
    if (more.length === 0) {
      const sale = { ...only, pricesRevision, useAllowedDebt: false };
      return [done('A sale', await this.#placedWith(sale, withWord))];
    }
    this.notes.baskets += 1;
    const asked = [only, ...more];
    const shownTotals = [...sumOf(asked.map(({ shownTotal }) => shownTotal))].map(([currency, amount]) => ({
      amount: amount.toFixed(),
      currency,
    }));
    return done('A basket', await orders.buyBasket({ lines: asked, pricesRevision, shownTotals })).orders;
  }

  async #placedWith(sale: Sale, withWord: boolean): Promise<CallResult<OrderView>> {
    const { orders } = this.#shop.till.calls;
    const first = await orders.place(sale);
    if (!withWord) return first;
    const id = first.ok ? undefined : first.error.approval?.id;
    check(id !== undefined, 'A sale over the limit was not refused to a cashier.');
    return orders.place({ ...sale, ...managersWord(this.#shop, id) });
  }

  /** Another customer may want what is still open for one who left. */
  #lineOf({ offer, quantity }: Line): BasketLine {
    const { walletId, cardId, price, currency } = this.#changed.get(offer) ?? offer;
    const shownTotal = { amount: times(price, quantity), currency };
    return { walletId, cardId, quantity, shownTotal, besidesPending: true };
  }

  /** Where the price changed meanwhile, the card is asked for once more: by itself where the customer pays the same. */
  async #resultOf(operationId: string, line: Line): Promise<OrderView> {
    const { till, pricesRevision } = this.#shop;
    const result = await till.settled(operationId);
    check(finalStates.includes(result.state), 'A sale has no result.');
    if (result.state !== 'completed') this.notes.refused += 1;
    if (stockCodes.includes(result.refusal?.code ?? '')) this.#soldOut.add(result.cardId);
    if (result.state !== 'refused' || result.refusal?.code !== 'price_changed') return result;
    const before = this.#lineOf(line);
    const { walletId, cardId } = before;
    const { card } = done('Reading a card anew', await till.calls.catalogue.freshCard({ walletId, cardId }));
    check(card.charge !== undefined, 'A card is not offered any more.');
    this.#changed.set(line.offer, {
      ...line.offer,
      price: card.charge.price.amount,
      currency: card.charge.price.currency,
    });
    const now = this.#lineOf(line);
    const isSame = now.shownTotal.amount === before.shownTotal.amount;
    const sale = { ...now, pricesRevision, useAllowedDebt: false, replaces: operationId };
    const placed = await till.calls.orders.place(isSame ? { ...sale, afterPriceChange: true } : sale);
    this.notes.orders += 1;
    const again = await till.settled(done('A sale at the new price', placed).operationId);
    if (again.state !== 'completed') this.notes.refused += 1;
    return again;
  }
}
