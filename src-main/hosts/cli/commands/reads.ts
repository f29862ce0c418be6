import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { chargesOf } from '../../../app/counter/charges.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { ReadCatalogue } from '../../../catalogue/view.ts';
import type { CategoryId, SoldCardId, SubcategoryId, WalletId } from '../../../core/ids.ts';
import { ok, type Result } from '../../../core/result.ts';
import { addSkipped, type Page, type Skipped } from '../../../partner-api/operations/list.ts';
import { uuidOption, uuidWord, type OptionName } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';

type PageRead = (cursor?: string) => Promise<Result<Page<unknown>, Failure>>;

/** More pages than any service has; a cursor that never ends is its mistake, not a reason to hang. */
const maximumPages = 1000;

const cardColumns = ['id', 'name', 'faceValue', 'unitPrice', 'available'];

export const profile = reading('', [], 0, (catalogue) => catalogue.profile());
export const wallets = listing('', ['id', 'name', 'balance', 'allowedDebt', 'status'], 0, (catalogue) =>
  ok((cursor) => catalogue.wallets(cursor)),
);
export const wallet = reading('W', [], 1, (catalogue, context) => withWallet(context, (id) => catalogue.wallet(id)));
export const categories = listing('W', ['id', 'name', 'type', 'inStock'], 1, (catalogue, context) =>
  mapped(
    walletOf(context),
    (id): PageRead =>
      (cursor) =>
        catalogue.categories(id, cursor),
  ),
);
export const subcategories = listing(
  'W CATEGORY',
  ['id', 'name', 'available', 'isBestSelling'],
  2,
  (catalogue, context) => {
    const category = uuidWord<CategoryId>(context.args, 1, 'category');
    return category.ok
      ? mapped(
          walletOf(context),
          (id): PageRead =>
            (cursor) =>
              catalogue.subcategories(id, category.value, cursor),
        )
      : category;
  },
);
export const subcategory = reading('W SUB', [], 2, async (catalogue, context) => {
  const sub = uuidWord<SubcategoryId>(context.args, 1, 'subcategory');
  return sub.ok ? withWallet(context, (id) => catalogue.subcategory(id, sub.value)) : sub;
});
export const cards = listing('W SUB', cardColumns, 2, (catalogue, context) => {
  const sub = uuidWord<SubcategoryId>(context.args, 1, 'subcategory');
  return sub.ok
    ? mapped(
        walletOf(context),
        (id): PageRead =>
          (cursor) =>
            catalogue.cards(id, sub.value, cursor),
      )
    : sub;
});
/** It comes whole; `--all` asks for what it does anyway, so that every list takes it. */
export const catalogue: Command = {
  columns: [...cardColumns.slice(0, -1), 'charge.price', 'available'],
  ...reading('W [--search TEXT] [--all]', ['search', 'all'], 1, (kept, context) =>
    withWallet(context, async (id) => {
      const synced = await kept.sync(id);
      if (!synced.ok) return synced;
      const text = context.args.text('search');
      const { cards: all, readAt, old = [], skipped = {} } = synced.value;
      saySkipped(context, skipped);
      sayOld(context, old);
      const counter = await context.counter();
      if (!counter.ok) return counter;
      const chargeOf = chargesOf(counter.value, id);
      const items = (text === null ? all : kept.search(id, text)).map((card) => {
        const charge = chargeOf(card);
        return charge === null ? card : { ...card, charge };
      });
      return ok({ items, readAt, ...(old.length === 0 ? {} : { old }), ...partSkipped(skipped) });
    }),
  ),
};
export const owned: Command = {
  ...listing('W [--card S]', ['soldCardId', 'name', 'invoiceId', 'purchasedAt'], 1, (kept, context) =>
    mapped(
      walletOf(context),
      (id): PageRead =>
        (cursor) =>
          kept.ownedCards(id, cursor),
    ),
  ),
  options: ['cursor', 'all', 'card'],
  run: async (context) => {
    const card = context.args.text('card') === null ? null : uuidOption<SoldCardId>(context.args, 'card');
    if (card === null)
      return listed(context, (kept) =>
        mapped(
          walletOf(context),
          (id): PageRead =>
            (cursor) =>
              kept.ownedCards(id, cursor),
        ),
      );
    return card.ok
      ? shown(context, (kept) => withWallet(context, (id) => kept.ownedCard(id, card.value)))
      : failed(card.error);
  },
};
type Read = (catalogue: Catalogue, context: CliContext) => Promise<Result<unknown, Failure>>;
type ListOf = (catalogue: Catalogue, context: CliContext) => Result<PageRead, Failure>;

function reading(usage: string, options: readonly OptionName[], words: number, read: Read): Command {
  return {
    usage,
    options,
    words: { from: words, to: words },
    roles: null,
    tellsCost: true,
    run: (context) => shown(context, (kept) => read(kept, context)),
  };
}

function listing(usage: string, columns: readonly string[], words: number, pages: ListOf): Command {
  return {
    usage: `${usage} [--cursor C | --all]`.trim(),
    columns,
    options: ['cursor', 'all'],
    words: { from: words, to: words },
    roles: null,
    tellsCost: true,
    run: (context) => listed(context, (kept) => pages(kept, context)),
  };
}

async function shown(
  context: CliContext,
  read: (catalogue: Catalogue) => Promise<Result<unknown, Failure>>,
): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const value = await read(counter.value.catalogue);
  return value.ok ? done(value.value) : failed(value.error);
}

async function listed(
  context: CliContext,
  pages: (catalogue: Catalogue) => Result<PageRead, Failure>,
): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const read = pages(counter.value.catalogue);
  if (!read.ok) return failed(read.error);
  const items: unknown[] = [];
  let skipped: Skipped = {};
  let cursor = context.args.text('cursor') ?? undefined;
  for (let page = 0; page < maximumPages; page += 1) {
    const got = await read.value(cursor);
    if (!got.ok) return failed(got.error);
    items.push(...got.value.items);
    skipped = addSkipped(skipped, got.value.skipped ?? {});
    cursor = got.value.nextCursor;
    if (cursor === undefined || !context.args.flag('all')) break;
  }
  saySkipped(context, skipped);
  return done({ items, ...(cursor === undefined ? {} : { nextCursor: cursor }), ...partSkipped(skipped) });
}

function partSkipped(skipped: Skipped): { readonly skipped?: Skipped } {
  return Object.keys(skipped).length === 0 ? {} : { skipped };
}

/** A list that is shorter than the service's says so: what is missing is for its support to mend. */
function saySkipped({ say, text }: CliContext, skipped: Skipped): void {
  for (const [member, count] of Object.entries(skipped)) say(text('cli.leftOut', { count, member }));
}

/** Shelves that stay as they were are named by their ids, which other commands take. */
function sayOld({ say, text }: CliContext, old: NonNullable<ReadCatalogue['old']>): void {
  for (const { id, readAt } of old)
    say(readAt === undefined ? text('cli.shelf.missing', { id }) : text('cli.shelf.old', { id, time: readAt }));
}

function walletOf({ args }: CliContext): Result<WalletId, Failure> {
  return uuidWord<WalletId>(args, 0, 'wallet');
}

async function withWallet<T>(
  context: CliContext,
  read: (walletId: WalletId) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const walletId = walletOf(context);
  return walletId.ok ? read(walletId.value) : walletId;
}

function mapped<A, B>(result: Result<A, Failure>, make: (value: A) => B): Result<B, Failure> {
  return result.ok ? ok(make(result.value)) : result;
}
