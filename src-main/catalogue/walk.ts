import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { CardId, CategoryId, SubcategoryId, WalletId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { CatalogueCard, CatalogueCategory, CatalogueSubcategory } from '../partner-api/operations/catalogue.ts';
import { addSkipped, type Page, type Skipped } from '../partner-api/operations/list.ts';
import type { Reads } from './reads.ts';

/** The whole catalogue as one wallet sees it, in the service's order. */
export interface CatalogueContent {
  readonly categories: readonly CatalogueCategory[];
  readonly subcategories: readonly CatalogueSubcategory[];
  readonly cards: readonly CatalogueCard[];
  /** Entries of any of the lists that could not be read. */
  readonly skipped?: Skipped;
  /** What stays as it was, because the service does not give it; absent where nothing does. */
  readonly old?: readonly OldShelf[];
}

/** A category whose shelves, or a subcategory whose cards, were last read before all others. */
export interface OldShelf {
  readonly id: CategoryId | SubcategoryId;
  /** Null where they never were. */
  readonly readAt: string | null;
}

/** What was read before this walk. */
export interface Before {
  subcategories(categoryId: CategoryId): readonly CatalogueSubcategory[];
  cards(subcategoryId: SubcategoryId): readonly CatalogueCard[];
  readAt(id: CategoryId | SubcategoryId): string | null;
}

/** Hears what was left out of each page. */
export type OnSkipped = (skipped: Skipped) => void;

const unheard: OnSkipped = () => undefined;

type ReadPage<T> = (cursor: string | undefined) => Promise<Result<Page<T>, Failure>>;

/** A list that goes on longer than this goes on for ever. */
const maximumPages = 1_000;

/** The pages of a list, one after the other. A cursor that comes back a second time would never end. */
export async function* pagesOf<T>(
  read: ReadPage<T>,
  onSkipped: OnSkipped = unheard,
): AsyncGenerator<Result<readonly T[], Failure>, void> {
  const followed = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < maximumPages; pages += 1) {
    const page = await read(cursor);
    if (!page.ok) {
      yield page;
      return;
    }
    if (page.value.skipped !== undefined) onSkipped(page.value.skipped);
    yield ok(page.value.items);
    cursor = page.value.nextCursor;
    if (cursor === undefined) return;
    if (followed.has(cursor)) {
      yield err(detailed('answer_unreadable', 'cursor_repeated'));
      return;
    }
    followed.add(cursor);
  }
  yield err(detailed('answer_unreadable', 'too_many_pages'));
}

/** How a service refuses a cursor that is over; one may also say that there is no such thing. */
const overCodes: readonly string[] = ['validation_failed', 'resource_not_found'];

/**
 * What `take` makes of a list, read once more from its beginning where the service refuses a cursor that it gave: it
 * may be over, as after a pause that the service asked for.
 */
export async function withFreshCursors<T, R>(read: ReadPage<T>, take: (read: ReadPage<T>) => Promise<R>): Promise<R> {
  const last = { isOver: false };
  const taken = await take(async (cursor) => {
    const page = await read(cursor);
    last.isOver = !page.ok && cursor !== undefined && overCodes.includes(page.error.code);
    return page;
  });
  return last.isOver ? take(read) : taken;
}

/** Every entry of a list. An entry that moved to a later page while we read is kept once. */
export async function readAll<T extends { readonly id: string }>(
  read: ReadPage<T>,
  onSkipped: OnSkipped = unheard,
): Promise<Result<readonly T[], Failure>> {
  let skipped: Skipped = {};
  const found = await withFreshCursors(read, async (page) => {
    skipped = {};
    return entriesOf(page, (more) => void (skipped = addSkipped(skipped, more)));
  });
  if (found.ok && Object.keys(skipped).length > 0) onSkipped(skipped);
  return found;
}

async function entriesOf<T extends { readonly id: string }>(
  read: ReadPage<T>,
  onSkipped: OnSkipped,
): Promise<Result<readonly T[], Failure>> {
  const entries = new Map<string, T>();
  for await (const page of pagesOf(read, onSkipped)) {
    if (!page.ok) return page;
    for (const entry of page.value) entries.set(entry.id, entry);
  }
  return ok([...entries.values()]);
}

/**
 * Categories, their subcategories, their cards. One call at a time: a sync has the last claim on the request budget.
 * What the service does not give of them is taken from `before`. Errors: also where it gives no shelf at all.
 */
export async function walkCatalogue(
  reads: Reads,
  walletId: WalletId,
  before: Before,
): Promise<Result<CatalogueContent, Failure>> {
  const cards = new Map<CardId, CatalogueCard>();
  let skipped: Skipped = {};
  const onSkipped: OnSkipped = (more) => void (skipped = addSkipped(skipped, more));
  const visit = async (subcategoryId: SubcategoryId): Promise<Result<boolean, Failure>> => {
    const found = await readAll(
      unlessGone((cursor) => reads.cards(walletId, subcategoryId, cursor)),
      onSkipped,
    );
    if (!found.ok) return found;
    for (const card of found.value) cards.set(card.id, card);
    return ok(false);
  };
  const walked = await walkShelves(reads, walletId, { onSkipped, before, visit });
  if (!walked.ok) return walked;
  const { failed, ...shelves } = walked.value;
  const [failure] = failed.values();
  if (failure !== undefined && shelves.subcategories.every(({ id }) => failed.has(id))) return err(failure);
  const old = [...failed.keys()].map((id) => ({ id, readAt: before.readAt(id) }));
  const kept = shelves.subcategories.filter(({ id }) => failed.has(id)).flatMap(({ id }) => before.cards(id));
  // A card that moved to another shelf was read there.
  for (const card of kept) if (!cards.has(card.id)) cards.set(card.id, card);
  return ok({
    ...shelves,
    cards: [...cards.values()],
    ...(Object.keys(skipped).length === 0 ? {} : { skipped }),
    ...(old.length === 0 ? {} : { old }),
  });
}

/**
 * The card as the service shows it now, read from the shelf it was last seen on and else from all; null where it is on
 * none.
 */
export async function findCard(
  reads: Reads,
  walletId: WalletId,
  cardId: CardId,
  lastSeenIn: SubcategoryId | null,
): Promise<Result<CatalogueCard | null, Failure>> {
  const found: CatalogueCard[] = [];
  const look = async (subcategoryId: SubcategoryId): Promise<Result<boolean, Failure>> => {
    const card = await findOnShelf(reads, walletId, subcategoryId, cardId);
    if (!card.ok) return card;
    if (card.value !== null) found.push(card.value);
    return ok(card.value !== null);
  };
  if (lastSeenIn !== null) {
    const looked = await look(lastSeenIn);
    if (!looked.ok) return looked;
    if (looked.value) return ok(found[0] ?? null);
  }
  const walked = await walkShelves(reads, walletId, { onSkipped: unheard, before: nothing, visit: look });
  if (!walked.ok) return walked;
  const [failure] = walked.value.failed.values();
  // It may lie on a shelf that could not be read.
  return found.length === 0 && failure !== undefined ? err(failure) : ok(found[0] ?? null);
}

async function findOnShelf(
  reads: Reads,
  walletId: WalletId,
  subcategoryId: SubcategoryId,
  cardId: CardId,
): Promise<Result<CatalogueCard | null, Failure>> {
  return withFreshCursors(
    unlessGone((cursor) => reads.cards(walletId, subcategoryId, cursor)),
    async (read) => {
      for await (const page of pagesOf(read)) {
        if (!page.ok) return page;
        const card = page.value.find(({ id }) => id === cardId);
        if (card !== undefined) return ok(card);
      }
      return ok(null);
    },
  );
}

interface Walk {
  readonly onSkipped: OnSkipped;
  readonly before: Before;
  /** True where it has what it came for. */
  readonly visit: (subcategoryId: SubcategoryId) => Promise<Result<boolean, Failure>>;
}

interface Walked extends Pick<CatalogueContent, 'categories' | 'subcategories'> {
  readonly failed: ReadonlyMap<CategoryId | SubcategoryId, Failure>;
}

/** What is wrong with one list says nothing of the others; anything else is so of the service, and ends a walk. */
const faultsOfOneList: readonly string[] = [
  ...overCodes,
  'internal_error',
  'unknown_refusal',
  'answer_unreadable',
  'answer_too_large',
];
/** A service of which so many lists fail is left alone. */
const mostFailed = 20;
const nothing: Before = { subcategories: () => [], cards: () => [], readAt: () => null };

/** Visits every subcategory until `visit` has what it came for, and passes over those that cannot be read. */
async function walkShelves(
  reads: Reads,
  walletId: WalletId,
  { onSkipped, before, visit }: Walk,
): Promise<Result<Walked, Failure>> {
  const categories = await readAll((cursor) => reads.categories(walletId, cursor), onSkipped);
  if (!categories.ok) return categories;
  const subcategories = new Map<SubcategoryId, CatalogueSubcategory>();
  const failed = new Map<CategoryId | SubcategoryId, Failure>();
  const passesOver = (id: CategoryId | SubcategoryId, failure: Failure): boolean =>
    faultsOfOneList.includes(failure.code) && failed.set(id, failure).size < mostFailed;
  const walked = (): Result<Walked, Failure> =>
    ok({ categories: categories.value, subcategories: [...subcategories.values()], failed });
  for (const { id: categoryId } of categories.value) {
    const shelf = await readAll(
      unlessGone((cursor) => reads.subcategories(walletId, categoryId, cursor)),
      onSkipped,
    );
    if (!shelf.ok && !passesOver(categoryId, shelf.error)) return shelf;
    for (const subcategory of shelf.ok ? shelf.value : before.subcategories(categoryId)) {
      if (subcategories.has(subcategory.id)) continue;
      subcategories.set(subcategory.id, subcategory);
      const visited = await visit(subcategory.id);
      if (!visited.ok && !passesOver(subcategory.id, visited.error)) return visited;
      if (visited.ok && visited.value) return walked();
    }
  }
  return walked();
}

/**
 * A category or subcategory that was withdrawn while we walked holds nothing; it does not end the walk. One that gave a
 * first page is not withdrawn by what is said of a later one: what is on that would be lost.
 */
function unlessGone<T>(read: ReadPage<T>): ReadPage<T> {
  return async (cursor) => {
    const page = await read(cursor);
    const isGone = !page.ok && cursor === undefined && page.error.code === 'resource_not_found';
    return isGone ? ok({ items: [] }) : page;
  };
}
