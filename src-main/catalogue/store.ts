import { join } from 'node:path';
import { z } from 'zod';
import type { CardId, CategoryId, SubcategoryId, WalletId } from '../core/ids.ts';
import type { BodyReader } from '../exchange/read.ts';
import {
  readCard,
  readCategory,
  readSubcategory,
  type CatalogueCard,
  type CatalogueSubcategory,
} from '../partner-api/operations/catalogue.ts';
import { readWallet, type Wallet } from '../partner-api/operations/wallets.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { integerOf, textOf } from '../sqlite/row.ts';
import { keepLogo, logoAddressIn, logoIn, type StoredLogo } from './logo-table.ts';
import { catalogueMigrations } from './migrations.ts';
import type { CatalogueContent, OldShelf } from './walk.ts';

export interface CachedWallet {
  readonly wallet: Wallet;
  readonly readAt: string;
}

export interface StoredCatalogue {
  readonly content: CatalogueContent;
  readonly readAt: string;
}

/**
 * What was last read of one deployment. A cache: where its file fails, reads find nothing and writes are forgotten, so
 * that a full disk or a second process never stops a sale.
 */
export interface CatalogueStore {
  catalogue(walletId: WalletId): StoredCatalogue | null;
  /** How many cards are kept. */
  cardCount(walletId: WalletId): number;
  /** So many cards from one on, and with the first of them the shelves. */
  page(walletId: WalletId, from: number, count: number): StoredCatalogue | null;
  /** When what is kept was read; of one shelf, null also where it was never seen. */
  readAt(walletId: WalletId, shelf?: OldShelf['id']): string | null;
  /** Whether it is kept now. */
  replaceCatalogue(walletId: WalletId, stored: StoredCatalogue): boolean;
  /** One card as it was last seen, without reading the others. */
  card(walletId: WalletId, cardId: CardId): CatalogueCard | null;
  /** One shelf in the same way. */
  subcategory(walletId: WalletId, id: SubcategoryId): CatalogueSubcategory | null;
  /** What is kept of one category or one shelf. */
  subcategoriesIn(walletId: WalletId, categoryId: CategoryId): readonly CatalogueSubcategory[];
  cardsIn(walletId: WalletId, subcategoryId: SubcategoryId): readonly CatalogueCard[];
  /** Renews one card that the cache already holds. */
  renewCard(walletId: WalletId, card: CatalogueCard): void;
  /** Where the logo of a category or subcategory lies, as the service last said. */
  logoAddress(walletId: WalletId, id: CategoryId | SubcategoryId): string | null;
  logo(address: string): StoredLogo | null;
  keepLogo(address: string, logo: StoredLogo): void;
  wallets(): readonly CachedWallet[];
  keepWallets(wallets: readonly Wallet[], readAt: string): void;
  /** Keeps these wallets and no other. */
  replaceWallets(wallets: readonly Wallet[], readAt: string): void;
  close(): void;
}

/** `CFCT` in the file's header: "PRAGMA application_id". */
const applicationId = 0x43464354;
/** Training starts a deployment with each new address; only the latest are worth their room. */
const deploymentsKept = 5;
const everyCard = Number.MAX_SAFE_INTEGER;
const oldShelves = z.array(z.object({ id: z.custom<OldShelf['id']>(), readAt: z.string().nullable() }));

export function openCatalogueStore(directory: string, deployment: string): CatalogueStore {
  const opened = openDatabase(join(directory, 'catalogue.db'), {
    profile: 'disposable',
    applicationId,
    migrations: catalogueMigrations,
  });
  const database = opened.ok ? opened.value : null;
  const read = <T>(nothing: T, work: (file: Database) => T): T =>
    database === null ? nothing : orNothing(nothing, () => work(database));
  const write = (work: (file: Database) => void): boolean => database?.transaction(() => work(database)).ok === true;
  return {
    catalogue: (walletId) => read(null, (file) => pageIn(file, deployment, walletId, 0, everyCard)),
    page: (walletId, from, count) => read(null, (file) => pageIn(file, deployment, walletId, from, count)),
    cardCount: (walletId) =>
      read(0, (file) =>
        integerOf(
          file.get(
            "SELECT coalesce(max(position) + 1, 0) AS cards FROM item WHERE deployment = ? AND wallet_id = ? AND kind = 'card'",
            deployment,
            walletId,
          ) ?? {},
          'cards',
        ),
      ),
    readAt: (walletId, shelf) =>
      read(null, (file) =>
        shelf === undefined
          ? (headIn(file, deployment, walletId)?.readAt ?? null)
          : shelfReadAt(file, deployment, walletId, shelf),
      ),
    replaceCatalogue: (walletId, stored) => write((file) => replaceCatalogue(file, deployment, walletId, stored)),
    card: (walletId, cardId) =>
      read(null, (file) => itemIn(file, { deployment, walletId, kind: 'card', id: cardId }, readCard)),
    subcategory: (walletId, id) =>
      read(null, (file) => itemIn(file, { deployment, walletId, kind: 'subcategory', id }, readSubcategory)),
    subcategoriesIn: (walletId, id) =>
      read([], (file) => partsIn(file, { deployment, walletId, kind: 'subcategory', id }, readSubcategory)),
    cardsIn: (walletId, id) => read([], (file) => partsIn(file, { deployment, walletId, kind: 'card', id }, readCard)),
    renewCard: (walletId, card) =>
      void write((file) => {
        file.run(
          "UPDATE item SET body = ? WHERE deployment = ? AND wallet_id = ? AND kind = 'card' AND id = ?",
          JSON.stringify(card),
          deployment,
          walletId,
          card.id,
        );
      }),
    logoAddress: (walletId, id) => read(null, (file) => logoAddressIn(file, deployment, walletId, id)),
    logo: (address) => read(null, (file) => logoIn(file, address)),
    keepLogo: (address, logo) => void write((file) => keepLogo(file, address, logo)),
    wallets: () => read([], (file) => walletsIn(file, deployment)),
    keepWallets: (wallets, readAt) => void write((file) => keepWallets(file, deployment, wallets, readAt)),
    replaceWallets: (wallets, readAt) =>
      void write((file) => {
        file.run('DELETE FROM wallet WHERE deployment = ?', deployment);
        keepWallets(file, deployment, wallets, readAt);
      }),
    close: () => database?.close(),
  };
}

interface Head {
  readonly readAt: string;
  readonly old: readonly OldShelf[];
}

function headIn(file: Database, deployment: string, walletId: WalletId): Head | null {
  const row = file.get(
    'SELECT read_at, old FROM catalogue WHERE deployment = ? AND wallet_id = ?',
    deployment,
    walletId,
  );
  return row === undefined
    ? null
    : { readAt: textOf(row, 'read_at'), old: oldShelves.parse(JSON.parse(textOf(row, 'old'))) };
}

/** Positions have no gaps: they were numbered when all was kept. */
function pageIn(
  file: Database,
  deployment: string,
  walletId: WalletId,
  from: number,
  count: number,
): StoredCatalogue | null {
  const head = headIn(file, deployment, walletId);
  if (head === null) return null;
  const items = <T>(kind: string, reader: BodyReader<T>, first: number, end: number): readonly T[] =>
    file
      .all(
        'SELECT body FROM item WHERE deployment = ? AND wallet_id = ? AND kind = ? AND position >= ? AND position < ? ORDER BY position',
        deployment,
        walletId,
        kind,
        first,
        end,
      )
      .map((item) => reader(JSON.parse(textOf(item, 'body'))))
      .filter((item) => item !== null);
  const shelves = from === 0 ? everyCard : 0;
  const content = {
    categories: items('category', readCategory, 0, shelves),
    subcategories: items('subcategory', readSubcategory, 0, shelves),
    cards: items('card', readCard, from, from + count),
    ...(from === 0 && head.old.length > 0 ? { old: head.old } : {}),
  };
  return { content, readAt: head.readAt };
}

interface ItemKey {
  readonly deployment: string;
  readonly walletId: WalletId;
  readonly kind: 'card' | 'subcategory';
  readonly id: string;
}

function itemIn<T>(file: Database, { deployment, walletId, kind, id }: ItemKey, reader: BodyReader<T>): T | null {
  const row = file.get(
    'SELECT body FROM item WHERE deployment = ? AND wallet_id = ? AND kind = ? AND id = ?',
    deployment,
    walletId,
    kind,
    id,
  );
  return row === undefined ? null : reader(JSON.parse(textOf(row, 'body')));
}

function shelfReadAt(file: Database, deployment: string, walletId: WalletId, id: OldShelf['id']): string | null {
  const head = headIn(file, deployment, walletId);
  const old = head?.old.find((one) => one.id === id);
  if (head === null || old !== undefined) return old?.readAt ?? null;
  const isKnown = file.get(
    "SELECT 1 FROM item WHERE deployment = ? AND wallet_id = ? AND kind <> 'card' AND id = ?",
    deployment,
    walletId,
    id,
  );
  return isKnown === undefined ? null : head.readAt;
}

/** The subcategories of a category, or the cards of a subcategory. */
function partsIn<T>(file: Database, { deployment, walletId, kind, id }: ItemKey, reader: BodyReader<T>): readonly T[] {
  return file
    .all(
      'SELECT body FROM item WHERE deployment = ? AND wallet_id = ? AND kind = ? AND body ->> ? = ? ORDER BY position',
      deployment,
      walletId,
      kind,
      kind === 'card' ? 'subcategoryId' : 'categoryId',
      id,
    )
    .map((item) => reader(JSON.parse(textOf(item, 'body'))))
    .filter((item) => item !== null);
}

function replaceCatalogue(
  file: Database,
  deployment: string,
  walletId: WalletId,
  { content, readAt }: StoredCatalogue,
): void {
  file.run('DELETE FROM catalogue WHERE deployment = ? AND wallet_id = ?', deployment, walletId);
  file.run(
    'INSERT INTO catalogue (deployment, wallet_id, read_at, old) VALUES (?, ?, ?, ?)',
    deployment,
    walletId,
    readAt,
    JSON.stringify(content.old ?? []),
  );
  const insert = (kind: string, items: readonly { readonly id: string }[]): void =>
    items.forEach((item, position) =>
      file.run(
        'INSERT INTO item (deployment, wallet_id, kind, id, position, body) VALUES (?, ?, ?, ?, ?, ?)',
        deployment,
        walletId,
        kind,
        item.id,
        position,
        JSON.stringify(item),
      ),
    );
  insert('category', content.categories);
  insert('subcategory', content.subcategories);
  insert('card', content.cards);
  forgetOldDeployments(file, deployment);
}

function forgetOldDeployments(file: Database, current: string): void {
  const latest = 'SELECT deployment FROM catalogue GROUP BY deployment ORDER BY max(read_at) DESC LIMIT ?';
  for (const table of ['wallet', 'catalogue']) {
    file.run(`DELETE FROM ${table} WHERE deployment <> ? AND deployment NOT IN (${latest})`, current, deploymentsKept);
  }
}

function walletsIn(file: Database, deployment: string): readonly CachedWallet[] {
  return file
    .all('SELECT body, read_at FROM wallet WHERE deployment = ? ORDER BY position, id', deployment)
    .flatMap((row) => {
      const wallet = readWallet(JSON.parse(textOf(row, 'body')));
      return wallet === null ? [] : [{ wallet, readAt: textOf(row, 'read_at') }];
    });
}

function keepWallets(file: Database, deployment: string, wallets: readonly Wallet[], readAt: string): void {
  wallets.forEach((wallet, position) =>
    file.run(
      `INSERT INTO wallet (deployment, id, position, body, read_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (deployment, id) DO UPDATE SET body = excluded.body, read_at = excluded.read_at`,
      deployment,
      wallet.id,
      position,
      JSON.stringify(wallet),
      readAt,
    ),
  );
}

function orNothing<T>(nothing: T, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) return nothing;
    throw thrown;
  }
}
