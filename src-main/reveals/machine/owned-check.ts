import type { SoldCardId, WalletId } from '../../core/ids.ts';
import type { RevealEvent, RevealEventBody } from './events.ts';
import type { Unchecked } from './unchecked.ts';

export type PageRead = RevealEventBody<'owned-cards-read'>;

/** How far a list of owned cards was read. */
export interface WalletRead {
  readonly cursors: ReadonlySet<string>;
  /** Null where nothing follows, or its cursors went round. */
  readonly next: string | null;
  readonly isEnd: boolean;
  readonly unreadable: number;
}

/** What was compared since the records came into doubt, or since the last check that ended. */
export interface OwnedCheck {
  /** Where its first page stands in the chain; null before one was read. */
  readonly firstSeq: number | null;
  readonly owned: ReadonlySet<SoldCardId>;
  readonly unknown: ReadonlySet<SoldCardId>;
  /** Those of `unknown` that name an order or an invoice which is none of these records, with their wallets. */
  readonly others: ReadonlyMap<SoldCardId, WalletId>;
  readonly wallets: ReadonlyMap<WalletId, WalletRead>;
  /** What could not be read at the last stop; null where the check has not stopped. */
  readonly lastUnchecked: readonly Unchecked[] | null;
}

/** Records that sell on meanwhile are compared with what the service shows today. */
const goodForMs = 24 * 60 * 60 * 1000;

/** The check that is under way, from its pages and stops so far; `isOnlyCopy`: nothing doubts these records. */
export function ownedCheckIn(events: readonly RevealEvent[], nowMs: number, isOnlyCopy: boolean): OwnedCheck {
  const isOld = ({ atMs }: RevealEvent): boolean => Math.abs(nowMs - atMs) > goodForMs;
  const pages = ofKind(events, 'owned-cards-read');
  const stops = ofKind(events, 'owned-cards-check-stopped');
  const first = pages[0] ?? stops[0];
  const isOver = isOnlyCopy && first !== undefined && isOld(first);
  return isOver
    ? checkOf(
        pages.filter((page) => !isOld(page)),
        stops.filter((stop) => !isOld(stop)),
      )
    : checkOf(pages, stops);
}

type Of<K extends RevealEvent['kind']> = Extract<RevealEvent, { readonly kind: K }>;

function ofKind<K extends RevealEvent['kind']>(events: readonly RevealEvent[], kind: K): readonly Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind);
}

function checkOf(
  pages: readonly Of<'owned-cards-read'>[],
  stops: readonly Of<'owned-cards-check-stopped'>[],
): OwnedCheck {
  const wallets = new Map<WalletId, GrowingRead>();
  for (const { body } of pages) wallets.set(body.walletId, after(wallets.get(body.walletId), body));
  return {
    firstSeq: pages[0]?.seq ?? null,
    owned: new Set(pages.flatMap(({ body }) => [...body.known, ...body.unknown])),
    unknown: new Set(pages.flatMap(({ body }) => body.unknown)),
    others: new Map(pages.flatMap(({ body }) => body.others.map((card) => [card, body.walletId] as const))),
    wallets,
    lastUnchecked: stops.at(-1)?.body.unchecked ?? null,
  };
}

/** A list may have many thousand pages: its cursors are gathered in one set. */
interface GrowingRead extends WalletRead {
  readonly cursors: Set<string>;
}

function after(read: GrowingRead | undefined, { next, isEnd, unreadable }: PageRead): GrowingRead {
  // After its end, or where its cursors went round, a list is read anew.
  const known = read === undefined || read.next === null ? null : read;
  const cursors = known?.cursors ?? new Set<string>();
  if (next !== null) cursors.add(next);
  return { cursors, next, isEnd, unreadable: (known?.unreadable ?? 0) + unreadable };
}
