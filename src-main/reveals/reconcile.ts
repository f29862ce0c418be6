import { z } from 'zod';
import type { Failure, FailureCode } from '../../src-shared/contract/codes.ts';
import { createReads, type Pacing, type Reads } from '../catalogue/reads.ts';
import { readAll } from '../catalogue/walk.ts';
import type { OperationId, SoldCardId, WalletId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { NewEvent } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import { everyOrder, isCopySuspected, wasAnsweredAfter } from '../orders/codes/order-codes.ts';
import type { Skipped } from '../partner-api/operations/list.ts';
import type { OwnedCard } from '../partner-api/operations/owned-cards.ts';
import type { RevealContext } from './context.ts';
import { readLostOrders, type LostOrder } from './lost-orders.ts';
import {
  checkStoppedEvent,
  openCheck,
  ownedCardsReconciledKind,
  pageReadEvent,
  uncheckedSchema,
  type OwnedCheck,
  type PageRead,
  type Unchecked,
} from './owned-check.ts';

/** What the service's list of owned cards shows beside these records. Ids only. */
export interface Reconciled {
  readonly ownedCards: number;
  /**
   * Owned, and no order of these records names them or their order: another counter's, or lost from these records.
   * Where the records are ours alone, those that name another order are no finding.
   */
  readonly unknownCards: readonly SoldCardId[];
  /** In these records as bought, and not owned. */
  readonly missingCards: readonly SoldCardId[];
  /** What a person accepted unread; absent where everything was read. */
  readonly unchecked?: readonly Unchecked[];
  /** How orders whose intent a salvage could not lift stand at the service; absent where there are none. */
  readonly lostOrders?: readonly LostOrder[];
}

type ReconcileContext = Pick<RevealContext, 'session' | 'journal' | 'records' | 'background'>;

/** A person's word that what could not be read is accepted as it is. */
const uncheckedAcceptedKind = 'unchecked-cards-accepted';

/** How much of one wallet is read at a time; the next check goes on after it. */
const pagesAtOnce = 1_000;
/** A longer pause is not waited out: the check is asked for again, and goes on. */
const longestRestMs = 60_000;
/** One page that is refused so often is left for the next check. */
const mostTries = 3;

/** After these no other wallet answers either. */
const stopsAll: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'not_enrolled',
  'invalid_credentials',
  'insufficient_scope',
  'source_ip_not_allowed',
  'rate_limited',
  'dependency_unavailable',
]);
/** Nothing was answered: there is nothing yet that a person could accept. */
const noAnswer: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'not_enrolled',
]);

/**
 * Reads every owned card of every wallet that was sold from or that the service shows, and writes down what these
 * records do not know of: with that a person accepts them as the one copy, and codes come out again. Each page is
 * durable, so that a check that stops goes on where it stopped. `acceptedBy` is who accepts what could not be read;
 * that counts only for what an earlier check told. Errors: the first reason why something could not be read;
 * `openCheck` tells all of them.
 */
export async function reconcileOwnedCards(
  context: ReconcileContext,
  acceptedBy?: string,
): Promise<Result<Reconciled, Failure>> {
  const { session, journal } = context;
  const known = knownOf(context);
  const told = openCheck(journal, session.clock.nowMs()).told;
  const read = await readEverything(context, known);
  if (!read.ok) return read;
  const unchecked = read.value;
  const [first] = unchecked;
  if (first !== undefined && (acceptedBy === undefined || !mayAccept(unchecked, told))) {
    const noted = journal.append(checkStoppedEvent(unchecked));
    return noted.ok ? err(failureIn(first)) : noted;
  }
  const lost = await readLostOrders(session, journal);
  return lost.ok ? conclude(context, known, { unchecked, lostOrders: lost.value }, acceptedBy) : lost;
}

/** What the last check could not read, and whether a person may accept that; null where none has stopped. */
export function toldUnchecked(
  journal: Pick<Journal, 'events' | 'custody'>,
  nowMs: number,
): { readonly items: readonly Unchecked[]; readonly acceptable: boolean } | null {
  const { told } = openCheck(journal, nowMs);
  return told === null ? null : { items: told, acceptable: mayAccept(told, told) };
}

/** A person accepts what they were told of, where the service did answer. */
function mayAccept(unchecked: readonly Unchecked[], told: readonly Unchecked[] | null): boolean {
  const wasTold = (walletId: WalletId | undefined): boolean => told?.some((one) => one.walletId === walletId) === true;
  return unchecked.every(({ walletId, code }) => !noAnswer.has(code) && wasTold(walletId));
}

/** What these records have: the wallets they sold from, their orders, and the cards and invoices that those brought. */
interface Known {
  readonly wallets: ReadonlySet<WalletId>;
  readonly operationIds: ReadonlySet<string>;
  readonly bought: ReadonlyMap<SoldCardId, { readonly walletId: WalletId; readonly operationId: OperationId }>;
  readonly invoices: ReadonlySet<string>;
}

/** Gives what could not be read; an error only where the journal fails. */
async function readEverything(context: ReconcileContext, known: Known): Promise<Result<readonly Unchecked[], Failure>> {
  const { session, journal, background } = context;
  const reads = createReads(session, undefined, patient(context));
  const unchecked: Unchecked[] = [];
  let skipped = 0;
  const shown = await readAll(
    (cursor) => reads.wallets(cursor),
    (more) => {
      skipped += countOf(more);
    },
  );
  if (!shown.ok) unchecked.push(uncheckedOf(shown.error));
  else if (skipped > 0) unchecked.push({ code: 'answer_unreadable', detail: 'wallets_unreadable' });
  // An older copy may not know of any sale from a wallet.
  const wallets = new Set([...known.wallets, ...(shown.ok ? shown.value.map(({ id }) => id) : [])]);
  let stop = shown.ok ? null : stoppingFailure(shown.error);
  for (const walletId of wallets) {
    const failed = stop ?? (await readWallet({ journal, reads, known, nowMs: session.clock.nowMs() }, walletId));
    if (background.signal.aborted) return err({ code: 'connection_lost' });
    if (failed === null) continue;
    if (failed.code.startsWith('journal_')) return err(failed);
    unchecked.push(uncheckedOf(failed, walletId));
    stop ??= stoppingFailure(failed);
  }
  return ok(unchecked);
}

/** Entries of a page that could not be read. */
function countOf(skipped: Skipped | undefined): number {
  return Object.values(skipped ?? {}).reduce((sum, count) => sum + count, 0);
}

function stoppingFailure(failure: Failure): Failure | null {
  return stopsAll.has(failure.code) ? failure : null;
}

interface WalletReading {
  readonly journal: Journal;
  readonly reads: Reads;
  readonly known: Known;
  readonly nowMs: number;
}

/** Goes on with the list of one wallet; gives why it could not be read to its end, or null where it was. */
async function readWallet(
  { journal, reads, known, nowMs }: WalletReading,
  walletId: WalletId,
): Promise<Failure | null> {
  const read = openCheck(journal, nowMs).wallets.get(walletId);
  if (read?.isEnd === true && read.unreadable === 0) return null;
  const before = read === undefined || read.next === null ? null : read;
  const followed = new Set(before?.cursors);
  let cursor = before?.next ?? undefined;
  let unreadable = before?.unreadable ?? 0;
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    const page = await reads.ownedCards(walletId, cursor);
    // A cursor from an earlier day may be over: the list is then read from its beginning.
    const isOver = !page.ok && page.error.code === 'validation_failed' && cursor !== undefined && pages === 0;
    if (isOver) {
      cursor = undefined;
      unreadable = 0;
      followed.clear();
      continue;
    }
    if (!page.ok) return page.error;
    const { items, nextCursor } = page.value;
    const skipped = countOf(page.value.skipped);
    const goesRound = nextCursor !== undefined && followed.has(nextCursor);
    const next = goesRound ? null : (nextCursor ?? null);
    const found = { ...compared(known, items), walletId, next, isEnd: nextCursor === undefined, unreadable: skipped };
    const kept = journal.append(pageReadEvent(found));
    if (!kept.ok) return kept.error;
    unreadable += skipped;
    if (goesRound) return { code: 'answer_unreadable', detail: 'cursor_repeated' };
    if (next === null) return unreadable === 0 ? null : { code: 'answer_unreadable', detail: 'cards_unreadable' };
    followed.add(next);
    cursor = next;
  }
  return { code: 'answer_unreadable', detail: 'too_many_pages' };
}

function compared(known: Known, cards: readonly OwnedCard[]): Pick<PageRead, 'known' | 'unknown' | 'others'> {
  const isKnown = ({ soldCardId, operationId, invoiceId }: OwnedCard): boolean =>
    known.bought.has(soldCardId) ||
    (operationId !== undefined && known.operationIds.has(operationId)) ||
    (invoiceId !== undefined && known.invoices.has(invoiceId));
  const unknown = cards.filter((card) => !isKnown(card));
  const idsOf = (some: readonly OwnedCard[]): SoldCardId[] => some.map(({ soldCardId }) => soldCardId);
  return {
    known: idsOf(cards.filter(isKnown)),
    unknown: idsOf(unknown),
    others: idsOf(unknown.filter(({ operationId, invoiceId }) => operationId !== undefined || invoiceId !== undefined)),
  };
}

/** Leaves the service alone for as long as it asks, up to a minute at a time. */
function patient({ session: { clock, budget }, background: { signal } }: ReconcileContext): Pacing {
  const restMs = (): number => budget.restingUntilMs() - clock.monotonicMs();
  return async (read) => {
    for (let tries = 1; ; tries += 1) {
      if (restMs() > longestRestMs) return err({ code: 'rate_limited' });
      if (restMs() > 0) await clock.sleep(restMs(), signal);
      if (signal.aborted) return err({ code: 'connection_lost' });
      const found = await read();
      if (found.ok || tries === mostTries || restMs() <= 0) return found;
    }
  };
}

/** Records what was found, and with it that these records are the one copy. */
function conclude(
  context: ReconcileContext,
  known: Known,
  { unchecked, lostOrders }: Required<Pick<Reconciled, 'unchecked' | 'lostOrders'>>,
  acceptedBy: string | undefined,
): Result<Reconciled, Failure> {
  const { journal, session } = context;
  const check = openCheck(journal, session.clock.nowMs());
  const isDoubted = isCopySuspected(journal);
  const found: Reconciled = {
    ownedCards: check.owned.size,
    unknownCards: [...check.unknown].filter((card) => isDoubted || !check.others.has(card)),
    missingCards: missingIn(journal, known, check, unchecked),
    ...(unchecked.length === 0 ? {} : { unchecked }),
    ...(lostOrders.length === 0 ? {} : { lostOrders }),
  };
  const findings = {
    ownedCards: found.ownedCards,
    unknownCards: [...found.unknownCards],
    missingCards: [...found.missingCards],
    ...(unchecked.length === 0 ? {} : { unchecked: unchecked.map((one) => ({ ...one })) }),
    ...(lostOrders.length === 0 ? {} : { lostOrders: lostOrders.map((one) => ({ ...one })) }),
  };
  const accepted: readonly NewEvent[] =
    unchecked.length === 0 || acceptedBy === undefined
      ? []
      : [
          {
            subject: '',
            kind: uncheckedAcceptedKind,
            body: { by: acceptedBy, unchecked: unchecked.map((one) => ({ ...one })) },
          },
        ];
  const written = journal.append(...accepted, { subject: '', kind: ownedCardsReconciledKind, body: findings });
  const reconciled = written.ok ? journal.reconcileCustody(findings) : written;
  return reconciled.ok ? ok(found) : reconciled;
}

/** Bought here from a wallet that was read whole, and not in it; but for what was bought while it was read. */
function missingIn(
  journal: Pick<Journal, 'events'>,
  known: Known,
  check: OwnedCheck,
  unchecked: readonly Unchecked[],
): readonly SoldCardId[] {
  const unread = new Set(unchecked.map(({ walletId }) => walletId));
  const isNewer = (operationId: OperationId): boolean => wasAnsweredAfter(journal, operationId, check.firstSeq ?? 0);
  return [...known.bought]
    .filter(
      ([card, { walletId, operationId }]) => !check.owned.has(card) && !unread.has(walletId) && !isNewer(operationId),
    )
    .map(([card]) => card);
}

function uncheckedOf({ code, detail, httpStatus, requestId }: Failure, walletId?: WalletId): Unchecked {
  return {
    ...(walletId === undefined ? {} : { walletId }),
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function failureIn({ walletId: _, ...failure }: Unchecked): Failure {
  return failure;
}

const findingsNotedKind = 'findings-noted';
type Findings = z.infer<typeof findings>;
const findings = z.object({
  ownedCards: z.number().int(),
  unknownCards: z.array(z.string()),
  missingCards: z.array(z.string()),
  unchecked: uncheckedSchema.exactOptional(),
  lostOrders: z
    .array(z.object({ operationId: z.string(), standing: z.string(), quantity: z.number().int().nullable() }))
    .exactOptional(),
});

/** What the latest comparison found, until a person has noted it: it must not be lost with a window. */
export function openFindings(journal: Pick<Journal, 'events'>): Findings | null {
  const latest = journal.events({ kind: ownedCardsReconciledKind }).at(-1);
  if (latest === undefined || journal.events({ kind: findingsNotedKind, afterSeq: latest.seq, limit: 1 }).length > 0)
    return null;
  const parsed = findings.safeParse(latest.body);
  return parsed.success ? parsed.data : null;
}

export function noteFindings(journal: Pick<Journal, 'append'>): Result<void, Failure> {
  const noted = journal.append({ subject: '', kind: findingsNotedKind, body: {} });
  return noted.ok ? ok(undefined) : noted;
}

function knownOf({ records }: ReconcileContext): Known {
  const [wallets, operationIds] = [new Set<WalletId>(), new Set<OperationId>()];
  const bought = new Map<SoldCardId, { readonly walletId: WalletId; readonly operationId: OperationId }>();
  const invoices = new Set<string>();
  for (const [operationId, { intent, sealedCodes, completed }] of everyOrder(records)) {
    const { walletId } = intent;
    wallets.add(walletId);
    operationIds.add(operationId);
    for (const card of sealedCodes.keys()) bought.set(card, { walletId, operationId });
    if (typeof completed?.invoiceId === 'string') invoices.add(completed.invoiceId);
  }
  return { wallets, operationIds, bought, invoices };
}
