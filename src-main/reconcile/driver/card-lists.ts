import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared, Comparison } from '../../../src-shared/contract/reports.ts';
import { createReads, Unkept, type Reads } from '../../catalogue/reads.ts';
import { pagesOf, readAll } from '../../catalogue/walk.ts';
import type { WalletId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { longestRestMs, retrying } from '../../exchange/pacing.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { OwnedCard } from '../../partner-api/operations/owned-cards.ts';
import { stopsEveryWallet } from '../../reveals/machine/unchecked.ts';
import { countingPages, type ListedPage } from '../machine/kept.ts';
import type { ListedCard, Span } from '../machine/listed.ts';
import type { KeptProgress } from '../records/kept-progress.ts';

/** What could not be read of the lists. */
export type ListFaults = Omit<NonNullable<Comparison['lists']>, 'undatedCards'>;

interface CardListContext {
  readonly session: PartnerSession;
  readonly progress: Pick<KeptProgress, 'keepPage' | 'forget'>;
}

/** The bought cards of all wallets, page after page. What stopped goes on at the page where it stopped. */
export class CardLists {
  readonly #context: CardListContext;
  readonly #of: Compared;
  readonly #pages: Map<WalletId, readonly ListedPage[]>;
  #unchecked: ListFaults['unchecked'] = [];
  /** Wallets that could not be read. */
  #unreadable = 0;

  constructor(context: CardListContext, of: Compared, pages: ReadonlyMap<WalletId, readonly ListedPage[]>) {
    this.#context = context;
    this.#of = of;
    this.#pages = new Map(pages);
  }

  /** Lets go of lists that were begun too long ago. */
  letGoOfOld(span: Span): void {
    for (const [walletId, pages] of this.#pages)
      if (countingPages(pages, span, this.#context.session.clock.nowMs()).length === 0) this.#letGo(walletId);
  }

  /**
   * Gives why it stopped; null where each list was read, or is said to be left out. So is the one of a wallet that was
   * sold from here and that the service shows no more.
   */
  async read(signal: AbortSignal, soldFrom: ReadonlySet<WalletId>): Promise<Failure | null> {
    const { session } = this.#context;
    const unkept = new Unkept();
    const reads = createReads(session, unkept, retrying(session, signal, { longestRestMs, inTurn: true }));
    [this.#unchecked, this.#unreadable] = [[], 0];
    const shown = await readAll(
      (cursor) => reads.wallets(cursor),
      (more) => void (this.#unreadable += sumOf(more)),
    );
    if (isAborted(signal)) return null;
    if (!shown.ok) return this.#isLeftOut(shown.error, null) ? null : shown.error;
    for (const { id: walletId } of shown.value) {
      const read = await this.#readList(reads, walletId, unkept);
      if (isAborted(signal)) return null;
      if (!read.ok && !this.#isLeftOut(read.error, walletId)) return read.error;
    }
    const ids = new Set(shown.value.map(({ id }) => id));
    for (const walletId of soldFrom) if (!ids.has(walletId)) this.#isLeftOut({ code: 'wallet_not_granted' }, walletId);
    return null;
  }

  /** Of lists that were read to their end. */
  cards(): readonly ListedCard[] {
    return [...this.#pages.values()].filter(isWhole).flatMap((pages) => pages.flatMap(({ cards }) => cards));
  }

  /** How many cards were listed, and when the first page was that still counts. */
  listed(): { readonly cards: number; readonly sinceMs: number | null } {
    const pages = [...this.#pages.values()].flat();
    return {
      cards: pages.reduce((sum, { cards }) => sum + cards.length, 0),
      sinceMs: pages.length === 0 ? null : pages.reduce((least, { atMs }) => Math.min(least, atMs), Infinity),
    };
  }

  faults(): ListFaults {
    const inPages = [...this.#pages.values()].flat().reduce((sum, { unreadable }) => sum + unreadable, 0);
    return { unchecked: this.#unchecked, unreadable: this.#unreadable + inPages };
  }

  async #readList(reads: Reads, walletId: WalletId, unkept: Unkept): Promise<Result<void, Failure>> {
    const before = this.#pages.get(walletId) ?? [];
    if (isWhole(before)) return ok(undefined);
    const read = await this.#readPages(reads, walletId, unkept);
    if (read.ok || stopsEveryWallet(read.error)) return read;
    // The service may know the page no more at which it stopped.
    this.#letGo(walletId);
    if (before.length === 0) return read;
    const again = await this.#readPages(reads, walletId, unkept);
    if (!again.ok && !stopsEveryWallet(again.error)) this.#letGo(walletId);
    return again;
  }

  async #readPages(reads: Reads, walletId: WalletId, unkept: Unkept): Promise<Result<void, Failure>> {
    const { session, progress } = this.#context;
    const from = this.#pages.get(walletId)?.at(-1)?.next ?? undefined;
    let unreadable = 0;
    let last: { readonly next: string | null; readonly mayKeep: boolean } = { next: null, mayKeep: false };
    const readPage = async (cursor: string | undefined) => {
      unreadable = 0;
      const page = await reads.ownedCards(walletId, cursor ?? from);
      if (page.ok) last = { next: page.value.nextCursor ?? null, mayKeep: unkept.mayKeep(page.value) };
      return page;
    };
    for await (const page of pagesOf(readPage, (more) => void (unreadable = sumOf(more)))) {
      if (!page.ok) return page;
      const pages = this.#pages.get(walletId) ?? [];
      const { next } = last;
      const read: ListedPage = { cards: page.value.map(listed), next, unreadable, atMs: session.clock.nowMs() };
      if (last.mayKeep) progress.keepPage(this.#of, walletId, pages.length, read);
      this.#pages.set(walletId, [...pages, read]);
    }
    return ok(undefined);
  }

  #letGo(walletId: WalletId): void {
    this.#pages.delete(walletId);
    this.#context.progress.forget(this.#of, walletId);
  }

  /** What is not allowed is not checked, and said; what only may go well later is gone on with then. */
  #isLeftOut(failure: Failure, walletId: WalletId | null): boolean {
    if (stopsEveryWallet(failure) && failure.code !== 'insufficient_scope') return false;
    this.#unchecked = [...this.#unchecked, { walletId, failure }];
    return true;
  }
}

function isWhole(pages: readonly ListedPage[]): boolean {
  return pages.at(-1)?.next === null;
}

function listed({ soldCardId, name, invoiceId, operationId, purchasedAt }: OwnedCard): ListedCard {
  return {
    soldCardId,
    ...(name === undefined ? {} : { name }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
    ...(operationId === undefined ? {} : { operationId }),
    ...(purchasedAt === undefined ? {} : { purchasedAt }),
  };
}

function sumOf(skipped: Readonly<Record<string, number>>): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

/** Asked anew each time: it may have come while something was waited for. */
export function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
