import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Counter } from '../../../../../src-main/app/counter/counter.ts';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { subjectOf } from '../../../../../src-main/reconcile/driver/subject.ts';
import type { Compared, Comparison } from '../../../../../src-shared/contract/reports.ts';
import { dayOf } from '../../../../../src-shared/search/days.ts';
import { soldCardId, walletId } from '../../orders/order-samples.ts';
import type { Reply, Seen } from '../../orders/scripted-service.ts';
import { completed, completedOrder, Till, value } from '../../orders/till.ts';

const cardsOnAPage = 2;

/** A till with sales that are bought, and a service that answers whatever a comparison asks. */
export class ComparedTill {
  readonly till: Till;
  readonly sold: OperationId[] = [];
  /** What was asked, each by its path. */
  readonly asked: string[] = [];
  /** How many requests are answered before the connection drops. */
  left = Number.POSITIVE_INFINITY;
  /** What the service says otherwise; null where it says what it always does. */
  otherwise: (seen: Seen) => Reply | null = () => null;
  /** Cards of sales that this journal does not have, by when they were bought. */
  readonly elsewhere: string[] = [];

  private constructor(till: Till) {
    this.till = till;
  }

  static async open(sales: number): Promise<ComparedTill> {
    const till = new ComparedTill(await Till.open());
    for (let sale = 0; sale < sales; sale += 1) await till.sell();
    return till;
  }

  async sell(): Promise<OperationId> {
    const operationId = this.till.place();
    this.till.service.unscript();
    this.till.service.script(completed(operationId));
    await this.till.resume(operationId);
    this.sold.push(operationId);
    return operationId;
  }

  /** The days around now: no test depends on its hour. */
  get days(): Compared {
    const nowMs = this.till.clock.nowMs();
    const [from, to] = [nowMs - 86_400_000, nowMs + 86_400_000].map((ms) => dayOf(new Date(ms)));
    return { kind: 'days', from: from ?? '', to: to ?? '' };
  }

  /** Compares to the end, or to where it stops. */
  async compare(
    how: { readonly of?: Compared; readonly withLists?: boolean; readonly anew?: boolean } = {},
  ): Promise<Comparison> {
    const { of = this.days, withLists = false, anew = false } = how;
    const { comparisons } = this.#begin(of, { withLists, anew });
    await comparisons.ended();
    const comparison = comparisons.state();
    if (comparison === null) throw new Error('nothing was compared');
    return { ...comparison, lines: [...comparisons.everyLine()] };
  }

  /** As after the process ended: what was in memory is gone. */
  async restart(): Promise<void> {
    await this.till.run();
  }

  /** With the file of what is kept, while no process has it. */
  inFile(work: (file: BetterSqlite3.Database) => void): void {
    this.till.close();
    const file = new BetterSqlite3(join(this.till.directory, 'comparison.db'));
    work(file);
    file.close();
  }

  /** Which orders were asked about since the last look, each as its place among the sales. */
  askedOrders(): readonly number[] {
    const orders = this.asked.splice(0).filter((path) => path.startsWith('/v1/orders/'));
    return orders.map((path) => this.sold.findIndex((operationId) => path.endsWith(operationId)));
  }

  #begin(of: Compared, how: { readonly withLists: boolean; readonly anew: boolean }): Counter {
    const { counter, service } = this.till;
    service.unscript();
    service.script(...Array.from({ length: 500 }, () => (seen: Seen) => this.#answer(seen)));
    const { journal } = counter.localRecords;
    counter.comparisons.begin(of, value(subjectOf({ journal, day: counter.day }, of)), how);
    return counter;
  }

  #answer(seen: Seen): Reply {
    if (this.left <= 0) return 'drop';
    this.left -= 1;
    this.asked.push(seen.target);
    const other = this.otherwise(seen);
    if (other !== null) return other;
    if (seen.target.startsWith('/v1/orders/'))
      return { status: 200, body: completedOrder(seen.target.slice('/v1/orders/'.length), { soldCards: undefined }) };
    if (/\/cards(?:\?|$)/.test(seen.target)) return { status: 200, body: this.#page(seen.target) };
    return { status: 200, body: { items: [{ id: walletId, balance: { amount: '10.000', currency: 'KWD' } }] } };
  }

  /** The newest card first. */
  #page(target: string): object {
    const from = Number(new URL(target, 'http://service').searchParams.get('cursor')?.slice(2) ?? 0);
    const cards = [...this.elsewhere, ...this.sold.map(() => null)].map((purchasedAt, index, all) => ({
      soldCardId: soldCardId(all.length - index),
      ...(purchasedAt === null
        ? { operationId: this.sold[index - this.elsewhere.length] }
        : { purchasedAt, invoiceId: soldCardId(900 + all.length - index) }),
    }));
    const next = from + cardsOnAPage;
    return {
      items: cards.slice(from, next),
      ...(next < cards.length ? { nextCursor: `c-${next}` } : {}),
    };
  }
}
