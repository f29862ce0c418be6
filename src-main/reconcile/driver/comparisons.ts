import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared, ComparedBalances, Comparison, ComparisonLine } from '../../../src-shared/contract/reports.ts';
import { knownId, type OperationId, type WalletId } from '../../core/ids.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import { deploymentIdentity } from '../../deployment/profile.ts';
import type { Background } from '../../exchange/background.ts';
import { longestRestMs, retrying, type Pacing } from '../../exchange/pacing.ts';
import { serialKeptKind } from '../../journal/event.ts';
import type { Journal } from '../../journal/journal.ts';
import { everyOrder, wasNeverSent, type OrderCodes } from '../../orders/codes/order-codes.ts';
import { knownCardsIn } from '../../reveals/machine/known-cards.ts';
import { stopsEveryWallet } from '../../reveals/machine/unchecked.ts';
import type { Vault } from '../../vault/vault.ts';
import { comparedOrder, countsOf, isSold, soldHere, soldThere, type Here, type There } from '../machine/compare.ts';
import { stillCounts, type AskedOrder } from '../machine/kept.ts';
import { unknownSales, type KnowsCard } from '../machine/listed.ts';
import type { BalanceRecords } from '../records/balance-records.ts';
import { openKeptProgress, type KeptProgress } from '../records/kept-progress.ts';
import type { BalanceReader } from './balance-reader.ts';
import { CardLists, isAborted } from './card-lists.ts';
import { comparedBalances } from './compared-balances.ts';
import { readKept, type KeptReadContext } from './read-kept.ts';
import { readThere, type SaidThere } from './read-there.ts';
import type { Subject } from './subject.ts';

/** One comparison with the service at a time. What it finds of an order without a result moves that order. */
export interface Comparisons {
  /**
   * Begins one, or goes on with the same one where it stopped, be it in another process; the one that is under way is
   * not begun again.
   */
  begin(of: Compared, subject: Subject, how: HowCompared, onProgress?: OnProgress): Comparison;
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

interface HowCompared {
  readonly withLists: boolean;
  /** Whether what was asked before is to be asked again. */
  readonly anew?: boolean;
}

/** Hears how far it is: at its beginning, and after each order. */
export type OnProgress = (progress: Pick<Comparison, 'done' | 'all' | 'earlier'>) => void;

interface Said extends SaidThere {
  /** Whether it was read by the order's own way: what this added to the order is no news to it. */
  readonly isOwn: boolean;
}

/** When an order was asked about, and its newest event then. */
type Asking = Pick<AskedOrder, 'atMs'> & { readonly eventHash: string | null };

export interface ComparisonPorts extends KeptReadContext {
  readonly directory: string;
  readonly vault: Pick<Vault, 'seal' | 'unseal'>;
  readonly journal: Pick<Journal, 'projected' | 'sealed' | 'events'>;
  readonly records: Pick<OrderCodes, 'find' | 'page'>;
  readonly background: Background;
  readonly balances: BalanceRecords;
  readonly reader: BalanceReader;
}

interface ComparisonContext extends ComparisonPorts {
  readonly progress: KeptProgress;
}

/** So many lines are named; where there are more, it says how many. */
const namedAtMost = 500;

export function createComparisons(ports: ComparisonPorts): Comparisons {
  const { directory, session, vault, background } = ports;
  const deployment = deploymentIdentity(session.profile);
  const progress = openKeptProgress({ directory, deployment, vault, nowMs: () => session.clock.nowMs() });
  background.signal.addEventListener('abort', () => progress.close(), { once: true });
  const context = { ...ports, progress };
  let last: Run | null = null;
  const reads = createSingleFlight<'read', Comparison>();
  return {
    begin: (of, subject, { withLists, anew = false }, onProgress = () => undefined) => {
      if (last?.isReading() === true) return last.view();
      if (anew) context.progress.forget(of);
      const goesOn = !anew && last?.goesOnWith(of, withLists) === true;
      const run = goesOn && last !== null ? last : new Run(context, of, subject, withLists);
      last = run;
      run.isAbout(subject);
      background.run(() => reads.run('read', () => run.read(onProgress)));
      return run.view();
    },
    state: () => last?.view() ?? null,
    everyLine: () => last?.everyLine() ?? [],
    lines: () => last?.lines() ?? [],
    cancel: () => last?.cancel(),
    ended: () => reads.ended('read'),
  };
}

/** An order has no more cards than that by far. */
const eventsLookedAt = 500;
/** So many orders are looked up in a row before others have their turn. */
const lookedUpAtOnce = 50;

class Run {
  readonly #context: ComparisonContext;
  readonly #of: Compared;
  #subject: Subject;
  readonly #withLists: boolean;
  readonly #lines = new Map<OperationId, ComparisonLine>();
  readonly #heres = new Map<OperationId, Here>();
  /** What the service said and need not say again. */
  readonly #asked = new Map<OperationId, AskedOrder>();
  /** What it said to another process, and nobody has looked at yet. */
  readonly #kept: (readonly [OperationId, () => AskedOrder | null])[];
  /** Orders that had no result when they were asked about, and those of them that have one since. */
  readonly #wereOpen: Set<OperationId>;
  readonly #settled = new Set<OperationId>();
  readonly #lists: CardLists;
  #earlier: NonNullable<Comparison['earlier']> | null = null;
  #found: ReturnType<typeof unknownSales> = { lines: [], undated: 0 };
  #balances: ComparedBalances | null = null;
  #state: Comparison['state'] = 'cancelled';
  #failure: Failure | null = null;
  #stopping = new AbortController();

  constructor(context: ComparisonContext, of: Compared, subject: Subject, withLists: boolean) {
    const { asked, wereOpen, pages } = context.progress.of(of);
    this.#context = context;
    this.#of = of;
    this.#subject = subject;
    this.#withLists = withLists;
    this.#kept = [...asked];
    this.#wereOpen = new Set(wereOpen);
    this.#lists = new CardLists(context, of, withLists ? pages : new Map());
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
    for (const [operationId, { outcome }] of this.#lines) if (outcome !== 'equal') this.#letGo(operationId);
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
      await this.#takeUp(signal);
      onProgress(this.#howFar());
      const unread = await this.#readOrders(signal, onProgress);
      await this.#readBalances(signal, unread);
      const failure = unread ?? (this.#withLists ? await this.#readLists(signal) : null);
      this.#state = signal.aborted ? 'cancelled' : failure === null ? 'done' : 'stopped';
      this.#failure = signal.aborted ? null : failure;
      if (this.#state === 'done') this.#context.progress.forget(this.#of);
    } finally {
      if (this.isReading()) this.#state = 'stopped';
    }
    return this.view();
  }

  /** What was asked before counts, unless something happened to the order since, or it is too long ago. */
  async #takeUp(signal: AbortSignal): Promise<void> {
    this.#earlier = null;
    this.#lists.letGoOfOld(this.#subject.span);
    const members = new Set<OperationId>(this.#subject.orders);
    const times: number[] = [];
    let looked = 0;
    const look = async (operationId: OperationId, asked: AskedOrder): Promise<void> => {
      if ((looked += 1) % lookedUpAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      if (members.has(operationId) && this.#isTakenUp(operationId, asked)) times.push(asked.atMs);
      else this.#letGo(operationId);
    };
    for (const [operationId, asked] of this.#asked) await look(operationId, asked);
    for (let next = this.#kept.pop(); next !== undefined && !isAborted(signal); next = this.#kept.pop()) {
      const [operationId, open] = next;
      const asked = this.#asked.has(operationId) ? null : open();
      if (asked === null) continue;
      this.#asked.set(operationId, asked);
      await look(operationId, asked);
    }
    for (const operationId of this.#wereOpen) this.#noteSettled(operationId);
    const { cards, sinceMs } = this.#lists.listed();
    if (sinceMs !== null) times.push(sinceMs);
    if (times.length === 0) return;
    const firstMs = times.reduce((least, atMs) => Math.min(least, atMs));
    this.#earlier = { orders: this.#lines.size, cards, at: new Date(firstMs).toISOString() };
  }

  #isTakenUp(operationId: OperationId, asked: AskedOrder): boolean {
    const { clock } = this.#context.session;
    const now = { nowMs: clock.nowMs(), eventHash: this.#newestEvent(operationId) };
    if (!stillCounts(asked, now)) return false;
    return this.#lines.has(operationId) || this.#compare(operationId, asked.there) === 'equal';
  }

  #letGo(operationId: OperationId): void {
    this.#lines.delete(operationId);
    this.#heres.delete(operationId);
    this.#asked.delete(operationId);
  }

  /** Gives why it stopped; null where every order was compared, or a person ended it. */
  async #readOrders(signal: AbortSignal, onProgress: OnProgress): Promise<Failure | null> {
    const { session } = this.#context;
    const paced = retrying(session, signal, { longestRestMs, inTurn: true });
    for (const operationId of this.#subject.orders) {
      if (isAborted(signal)) return null;
      const here = this.#lines.has(operationId) ? null : this.#hereOf(operationId);
      if (here === null) continue;
      const asking = { atMs: session.clock.nowMs(), eventHash: this.#newestEvent(operationId) };
      const said = here.wasSent ? await this.#readOrder(operationId, here, paced) : null;
      this.#noteSettled(operationId);
      if (isAborted(signal)) return null;
      if (said?.there.kind === 'unread' && stopsEveryWallet(said.there.failure)) return said.there.failure;
      const outcome = this.#compare(operationId, said?.there ?? null);
      if (said !== null && outcome === 'equal') this.#keep(operationId, said, asking);
      onProgress(this.#howFar());
    }
    return null;
  }

  /** A read that says how an order without a result ended is one of its own, kept like any other. */
  async #readOrder(operationId: OperationId, here: Here, paced: Pacing): Promise<Said> {
    const { session, progress } = this.#context;
    if (!isOver(here)) {
      this.#wereOpen.add(operationId);
      progress.keepOpen(this.#of, operationId, session.clock.nowMs());
    }
    const own = here.sale.isPending ? await readKept(this.#context, operationId, paced) : null;
    if (own !== null) return { there: own, mayKeep: true, isOwn: true };
    const said = await readThere(session, operationId, paced);
    const isNews = isBoughtThere(said.there) && !isSold(here.sale);
    const read = isNews ? await readKept(this.#context, operationId, paced) : null;
    return read === null ? { ...said, isOwn: false } : { there: read, mayKeep: true, isOwn: true };
  }

  #noteSettled(operationId: OperationId): void {
    if (this.#wereOpen.has(operationId) && isOver(this.#hereOf(operationId))) this.#settled.add(operationId);
  }

  async #readBalances(signal: AbortSignal, unread: Failure | null): Promise<void> {
    const { session, journal, balances, reader } = this.#context;
    if (isAborted(signal)) return;
    const context = { journal, balances, reader, nowMs: () => session.clock.nowMs() };
    const found = await comparedBalances(context, this.#subject, { signal, unread });
    if (!isAborted(signal)) this.#balances = found;
  }

  /** It may have been settled while the service was asked: what is compared is what stands here now. */
  #compare(operationId: OperationId, there: There | null): ComparisonLine['outcome'] | null {
    const here = this.#hereOf(operationId);
    if (here === null) return null;
    const line = comparedOrder(here, there);
    this.#heres.set(operationId, here);
    this.#lines.set(operationId, line);
    return line.outcome;
  }

  /** Of an order to which something else happened meanwhile, nothing is kept. */
  #keep(operationId: OperationId, { there, mayKeep, isOwn }: Said, asking: Asking): void {
    const eventHash = this.#newestEvent(operationId);
    if (eventHash === null || (!isOwn && eventHash !== asking.eventHash)) return;
    const asked = { there, atMs: asking.atMs, eventHash };
    this.#asked.set(operationId, asked);
    if (mayKeep) this.#context.progress.keepAsked(this.#of, operationId, asked);
  }

  /** Digests of its cards' serial numbers are kept a little later, and change nothing of it. */
  #newestEvent(subject: OperationId): string | null {
    const newest = this.#context.journal.events({ subject, newestFirst: true, limit: eventsLookedAt });
    return newest.find(({ kind }) => kind !== serialKeptKind)?.hash ?? null;
  }

  #hereOf(operationId: OperationId): Here | null {
    const { journal, records } = this.#context;
    const [row, order] = [journal.projected(operationId), records.find(operationId)];
    return row === null || order === null ? null : { sale: saleIn(row), wasSent: !wasNeverSent(order) };
  }

  async #readLists(signal: AbortSignal): Promise<Failure | null> {
    const soldFrom = [...this.#heres.values()].map(({ sale }) => knownId<WalletId>(sale.walletId));
    const failure = await this.#lists.read(signal, new Set(soldFrom));
    if (failure !== null || isAborted(signal)) return failure;
    this.#found = unknownSales(this.#lists.cards(), this.#knows(), this.#subject.span);
    return null;
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

  #howFar(): Parameters<OnProgress>[0] {
    const [done, all] = [this.#lines.size, this.#subject.orders.length];
    return { done, all, ...(this.#earlier === null ? {} : { earlier: this.#earlier }) };
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
      ...this.#howFar(),
      listedCards: this.#lists.listed().cards,
      counts: countsOf(this.everyLine()),
      lines: named.slice(0, namedAtMost),
      lineCount: named.length,
      here: soldHere([...this.#heres.values()].map(({ sale }) => sale)),
      there: soldThere(compared),
      settled: this.#settled.size,
      balances: this.#balances,
      lists: this.#withLists ? { ...this.#lists.faults(), undatedCards: this.#found.undated } : null,
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
