import { z } from 'zod';
import { counterCodes, refusalCodes, type Failure } from '../../src-shared/contract/codes.ts';
import { isUuid, type SoldCardId, type WalletId } from '../core/ids.ts';
import { custodyChangedKind } from '../journal/custody.ts';
import type { NewEvent, StoredEvent } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import { copySuspectedKind } from '../orders/codes/order-codes.ts';

/** One page of a wallet's owned cards, as it was compared with these records: where a later check goes on. */
const pageReadKind = 'owned-cards-read';
/** A check that ended, with what it found. */
export const ownedCardsReconciledKind = 'owned-cards-reconciled';
/** A check that could not read everything, with what it told the person who asked for it. */
const checkStoppedKind = 'owned-cards-check-stopped';

/** What could not be read, and why; `walletId` is absent where it is the list of wallets. */
export interface Unchecked extends Pick<Failure, 'code' | 'detail' | 'httpStatus' | 'requestId'> {
  readonly walletId?: WalletId;
}

const soldCard = z.string().refine((text): text is SoldCardId => isUuid(text));
const wallet = z.string().refine((text): text is WalletId => isUuid(text));

const pageRead = z.object({
  walletId: wallet,
  /** Null at the end of the list, and where its cursors go round. */
  next: z.string().nullable(),
  isEnd: z.boolean(),
  /** Cards of orders of these records; cards that are not; of those the ones that name another order. */
  known: z.array(soldCard),
  unknown: z.array(soldCard),
  others: z.array(soldCard),
  /** Entries of the page that could not be read. */
  unreadable: z.number().int(),
});
export type PageRead = z.infer<typeof pageRead>;

export const uncheckedSchema = z.array(
  z.object({
    walletId: wallet.exactOptional(),
    code: z.enum([...refusalCodes, ...counterCodes]),
    detail: z.string().exactOptional(),
    httpStatus: z.number().int().exactOptional(),
    requestId: z.string().exactOptional(),
  }),
);
const stopped = z.object({ unchecked: uncheckedSchema });

/** How far a list of owned cards was read. */
interface WalletRead {
  readonly cursors: Set<string>;
  next: string | null;
  isEnd: boolean;
  unreadable: number;
}

/** What was compared since the records came into doubt, or since the last check that ended. */
export interface OwnedCheck {
  /** Where its first page stands in the chain; null before one was read. */
  readonly firstSeq: number | null;
  readonly owned: ReadonlySet<SoldCardId>;
  readonly unknown: ReadonlySet<SoldCardId>;
  /** Those of `unknown` that name an order or an invoice which is none of these records. */
  readonly others: ReadonlySet<SoldCardId>;
  readonly wallets: ReadonlyMap<WalletId, Readonly<WalletRead>>;
  /** What was told at the last stop; null where the check has not stopped. */
  readonly told: readonly Unchecked[] | null;
}

const startingKinds = [custodyChangedKind, ownedCardsReconciledKind, copySuspectedKind];
/** Records that sell on meanwhile are compared with what the service shows today. */
const goodForMs = 24 * 60 * 60 * 1000;

/** The check that is under way in these records, with no page read where none is. */
export function openCheck(journal: Pick<Journal, 'events' | 'custody'>, nowMs: number): OwnedCheck {
  const startSeq = Math.max(0, ...startingKinds.map((kind) => journal.events({ kind }).at(-1)?.seq ?? 0));
  const events = [pageReadKind, checkStoppedKind].flatMap((kind) => journal.events({ kind, afterSeq: startSeq }));
  const [first] = events;
  const isOver = journal.custody() === 'own' && first !== undefined && Math.abs(nowMs - first.atMs) > goodForMs;
  return foldOf(isOver ? events.filter(({ atMs }) => Math.abs(nowMs - atMs) <= goodForMs) : events);
}

export function pageReadEvent(body: PageRead): NewEvent {
  return { subject: '', kind: pageReadKind, body };
}

export function checkStoppedEvent(unchecked: readonly Unchecked[]): NewEvent {
  return { subject: '', kind: checkStoppedKind, body: { unchecked: unchecked.map((one) => ({ ...one })) } };
}

function foldOf(events: readonly StoredEvent[]): OwnedCheck {
  const [owned, unknown, others] = [new Set<SoldCardId>(), new Set<SoldCardId>(), new Set<SoldCardId>()];
  const wallets = new Map<WalletId, WalletRead>();
  const pages = events.filter(({ kind }) => kind === pageReadKind);
  for (const { body } of pages) {
    const page = pageRead.parse(body);
    for (const card of [...page.known, ...page.unknown]) owned.add(card);
    for (const card of page.unknown) unknown.add(card);
    for (const card of page.others) others.add(card);
    wallets.set(page.walletId, after(wallets.get(page.walletId), page));
  }
  const last = events.findLast(({ kind }) => kind === checkStoppedKind);
  const told = last === undefined ? null : stopped.parse(last.body).unchecked;
  return { firstSeq: pages[0]?.seq ?? null, owned, unknown, others, wallets, told };
}

function after(read: WalletRead | undefined, { next, isEnd, unreadable }: PageRead): WalletRead {
  // After its end, or where its cursors went round, a list is read anew.
  const known = read === undefined || read.next === null ? null : read;
  const cursors = known?.cursors ?? new Set<string>();
  if (next !== null) cursors.add(next);
  return { cursors, next, isEnd, unreadable: (known?.unreadable ?? 0) + unreadable };
}
