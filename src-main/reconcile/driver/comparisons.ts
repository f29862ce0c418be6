import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared, ComparedBalances, Comparison, ComparisonLine } from '../../../src-shared/contract/reports.ts';
import { createReads, type Pacing, type Reads } from '../../catalogue/reads.ts';
import { pagesOf, readAll } from '../../catalogue/walk.ts';
import type { OperationId, WalletId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { Background } from '../../exchange/background.ts';
import type { Journal } from '../../journal/journal.ts';
import { everyOrder, wasNeverSent, type OrderCodes } from '../../orders/codes/order-codes.ts';
import { knownCardsIn } from '../../reveals/machine/known-cards.ts';
import { stopsEveryWallet } from '../../reveals/machine/unchecked.ts';
import { comparedOrder, countsOf, isSold, soldHere, soldThere, type Here, type There } from '../machine/compare.ts';
import { unknownSales, type KnowsCard, type ListedCard } from '../machine/listed.ts';
import type { BalanceRecords } from '../records/balance-records.ts';
import type { BalanceReader } from './balance-reader.ts';
import { comparedBalances } from './compared-balances.ts';
import { readKept, type KeptReadContext } from './read-kept.ts';
import { retrying, readThere } from './read-there.ts';
import type { Subject } from './subject.ts';

/** One comparison with the service at a time. What it finds of an order without a result moves that order. */
export interface Comparisons {
  /** Begins one, or goes on with the same one where it stopped; the one that is under way is not begun again. */
  begin(of: Compared, subject: Subject, withLists: boolean, onProgress?: OnProgress): Comparison;
  /** How the last one stands; null where there was none. */
  state(): Comparison | null;
  /** All of its lines; and all but the equal ones, however many. */
  everyLine(): readonly ComparisonLine[];
  lines(): readonly ComparisonLine[];
  /** Ends it after the read that is under way. */
  cancel(): void;
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>;
}

/** Hears after each order how far it is. */
export type OnProgress = (progress: Pick<Comparison, 'done' | 'all'>) => void;

export interface ComparisonContext extends KeptReadContext {
  readonly journal: Pick<Journal, 'projected' | 'sealed'>;
  readonly records: Pick<OrderCodes, 'find' | 'page'>;
  readonly background: Background;
  readonly balances: BalanceRecords;
  readonly reader: BalanceReader;
}

/** So many lines are named; where there are more, it says how many. */
const namedAtMost = 500;

export function createComparisons(context: ComparisonContext): Comparisons {
  let last: Run | null = null;
  const reads = createSingleFlight<'read', Comparison>();
  return {
    begin: (of, subject, withLists, onProgress = () => undefined) => {
      if (last?.isReading() === true) return last.view();
      const run = last?.goesOnWith(of, withLists) === true ? last : new Run(context, of, subject, withLists);
      last = run;
      run.isAbout(subject);
      context.background.run(() => reads.run('read', () => run.read(onProgress)));
      return run.view();
    },
    state: () => last?.view() ?? null,
    everyLine: () => last?.everyLine() ?? [],
    lines: () => last?.lines() ?? [],
    cancel: () => last?.cancel(),
    ended: () => reads.ended('read'),
  };
}

interface BegunList {
  readonly walletId: WalletId;
  readonly cards: ListedCard[];
  next: string | undefined;
}

type Lists = Omit<NonNullable<Comparison['lists']>, 'undatedCards'>;

class Run {
  readonly #context: ComparisonContext;
  readonly #of: Compared;
  #subject: Subject;
  readonly #withLists: boolean;
  readonly #lines = new Map<OperationId, ComparisonLine>();
  readonly #heres = new Map<OperationId, Here>();
  /** The cards of wallets whose list was read to its end. */
  readonly #listed = new Map<WalletId, readonly ListedCard[]>();
  /** The list that stopped in the middle, and where it goes on. */
  #begun: BegunList | null = null;
  #lists: Lists = { unchecked: [], unreadable: 0 };
  #found: ReturnType<typeof unknownSales> = { lines: [], undated: 0 };
  #settled = 0;
  #balances: ComparedBalances | null = null;
  #state: Comparison['state'] = 'cancelled';
  #failure: Failure | null = null;
  #stopping = new AbortController();

  constructor(context: ComparisonContext, of: Compared, subject: Subject, withLists: boolean) {
    this.#context = context;
    this.#of = of;
    this.#subject = subject;
    this.#withLists = withLists;
  }

  isReading(): boolean {
    return this.#state === 'reading';
  }

  /** One that is done is compared anew. */
  goesOnWith(of: Compared, withLists: boolean): boolean {
    return this.#state !== 'done' && withLists === this.#withLists && isDeepStrictEqual(of, this.#of);
  }

  /** Since it stopped, more may have been sold, and what had no result may have one: only what is equal stays read. */
  isAbout(subject: Subject): void {
    this.#subject = subject;
    this.#balances = null;
    for (const [operationId, { outcome }] of this.#lines) {
      if (outcome === 'equal') continue;
      this.#lines.delete(operationId);
      this.#heres.delete(operationId);
    }
  }

  cancel(): void {
    this.#stopping.abort();
  }

  async read(onProgress: OnProgress): Promise<Comparison> {
    this.#state = 'reading';
    this.#failure = null;
    this.#stopping = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#context.background.signal]);
    try {
      const unread = await this.#readOrders(signal, onProgress);
      await this.#readBalances(signal, unread);
      const failure = unread ?? (this.#withLists ? await this.#readLists(signal) : null);
      this.#state = signal.aborted ? 'cancelled' : failure === null ? 'done' : 'stopped';
      this.#failure = signal.aborted ? null : failure;
    } finally {
      if (this.isReading()) this.#state = 'stopped';
    }
    return this.view();
  }

  /** Gives why it stopped; null where every order was compared, or a person ended it. */
  async #readOrders(signal: AbortSignal, onProgress: OnProgress): Promise<Failure | null> {
    const { session } = this.#context;
    const paced = retrying(session, signal);
    for (const operationId of this.#subject.orders) {
      if (isAborted(signal)) return null;
      const here = this.#lines.has(operationId) ? null : this.#hereOf(operationId);
      if (here === null) continue;
      const there = here.wasSent ? await this.#readOrder(operationId, here, paced) : null;
      if (isAborted(signal)) return null;
      if (there?.kind === 'unread' && stopsEveryWallet(there.failure)) return there.failure;
      this.#keep(operationId, there);
      onProgress({ done: this.#lines.size, all: this.#subject.orders.length });
    }
    return null;
  }

  /** A read that says how an order without a result ended is one of its own, kept like any other. */
  async #readOrder(operationId: OperationId, { sale }: Here, paced: Pacing): Promise<There> {
    const kept = sale.isPending ? await readKept(this.#context, operationId, paced) : null;
    const there = kept ?? (await readThere(this.#context.session, operationId, paced));
    const isNews = kept === null && isBoughtThere(there) && !isSold(sale);
    const known = isNews ? ((await readKept(this.#context, operationId, paced)) ?? there) : there;
    if (isOver(this.#hereOf(operationId)) && !isOver({ sale, wasSent: true })) this.#settled += 1;
    return known;
  }

  async #readBalances(signal: AbortSignal, unread: Failure | null): Promise<void> {
    const { session, journal, balances, reader } = this.#context;
    if (isAborted(signal)) return;
    const context = { journal, balances, reader, nowMs: () => session.clock.nowMs() };
    const found = await comparedBalances(context, this.#subject, { signal, unread });
    if (!isAborted(signal)) this.#balances = found;
  }

  /** It may have been settled while the service was asked: what is compared is what stands here now. */
  #keep(operationId: OperationId, there: There | null): void {
    const here = this.#hereOf(operationId);
    if (here === null) return;
    this.#heres.set(operationId, here);
    this.#lines.set(operationId, comparedOrder(here, there));
  }

  #hereOf(operationId: OperationId): Here | null {
    const { journal, records } = this.#context;
    const [row, order] = [journal.projected(operationId), records.find(operationId)];
    return row === null || order === null ? null : { sale: saleIn(row), wasSent: !wasNeverSent(order) };
  }

  async #readLists(signal: AbortSignal): Promise<Failure | null> {
    const { session } = this.#context;
    const reads = createReads(session, undefined, retrying(session, signal));
    this.#lists = { unchecked: [], unreadable: 0 };
    const skipped = (more: Readonly<Record<string, number>>): void => {
      const count = Object.values(more).reduce((sum, one) => sum + one, 0);
      this.#lists = { ...this.#lists, unreadable: this.#lists.unreadable + count };
    };
    const shown = await readAll((cursor) => reads.wallets(cursor), skipped);
    if (isAborted(signal)) return null;
    if (!shown.ok) return this.#isLeftOut(shown.error, null) ? null : shown.error;
    for (const { id: walletId } of shown.value) {
      const read = await this.#readList(reads, walletId, skipped);
      if (isAborted(signal)) return null;
      if (read.ok) continue;
      if (!this.#isLeftOut(read.error, walletId)) return read.error;
    }
    this.#found = unknownSales([...this.#listed.values()].flat(), this.#knows(), this.#subject.span);
    return null;
  }

  async #readList(
    reads: Reads,
    walletId: WalletId,
    skipped: (more: Readonly<Record<string, number>>) => void,
  ): Promise<Result<void, Failure>> {
    if (this.#listed.has(walletId)) return ok(undefined);
    const begun: BegunList =
      this.#begun?.walletId === walletId ? this.#begun : { walletId, cards: [], next: undefined };
    const from = begun.next;
    this.#begun = begun;
    const readPage = async (cursor: string | undefined) => {
      const page = await reads.ownedCards(walletId, cursor ?? from);
      if (page.ok) begun.next = page.value.nextCursor;
      return page;
    };
    for await (const page of pagesOf(readPage, skipped)) {
      if (!page.ok) {
        // Only what ends every read may go on there: the service may know that page no more.
        if (!stopsEveryWallet(page.error)) this.#begun = null;
        return page;
      }
      begun.cards.push(...page.value);
    }
    this.#listed.set(walletId, begun.cards);
    this.#begun = null;
    return ok(undefined);
  }

  /** What is not allowed is not checked, and said; what only may go well later is gone on with then. */
  #isLeftOut(failure: Failure, walletId: WalletId | null): boolean {
    if (stopsEveryWallet(failure) && failure.code !== 'insufficient_scope') return false;
    this.#lists = { ...this.#lists, unchecked: [...this.#lists.unchecked, { walletId, failure }] };
    return true;
  }

  /** All of the records are read only where the service names no operations. */
  #knows(): KnowsCard {
    const { journal, records } = this.#context;
    let bought: ReadonlySet<string> | null = null;
    return ({ soldCardId, operationId }) => {
      if (operationId !== undefined) return journal.projected(operationId) !== null;
      bought ??= new Set<string>(knownCardsIn(everyOrder(records)).bought.keys());
      return bought.has(soldCardId);
    };
  }

  everyLine(): readonly ComparisonLine[] {
    return [...this.#lines.values(), ...this.#found.lines];
  }

  lines(): ComparisonLine[] {
    return this.everyLine().filter(({ outcome }) => outcome !== 'equal');
  }

  view(): Comparison {
    const compared = [...this.#lines.values()];
    const named = this.lines();
    return {
      of: this.#of,
      state: this.#state,
      failure: this.#failure,
      done: compared.length,
      all: this.#subject.orders.length,
      listedCards: [...this.#listed.values(), this.#begun?.cards ?? []].reduce((sum, { length }) => sum + length, 0),
      counts: countsOf(this.everyLine()),
      lines: named.slice(0, namedAtMost),
      lineCount: named.length,
      here: soldHere([...this.#heres.values()].map(({ sale }) => sale)),
      there: soldThere(compared),
      settled: this.#settled,
      balances: this.#balances,
      lists: this.#withLists ? { ...this.#lists, undatedCards: this.#found.undated } : null,
    };
  }
}

function isBoughtThere(there: There): boolean {
  return there.kind === 'order' && there.order.status === 'completed';
}

/** Sold, or ended without being sold. */
function isOver(here: Here | null): boolean {
  return here !== null && (isSold(here.sale) || !here.sale.isPending);
}

/** Asked anew each time: it may have come while something was waited for. */
function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
