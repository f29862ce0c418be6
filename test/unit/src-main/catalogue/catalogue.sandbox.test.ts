import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue, type Catalogue } from '../../../../src-main/catalogue/catalogue.ts';
import {
  knownId,
  type CardId,
  type CategoryId,
  type SubcategoryId,
  type WalletId,
} from '../../../../src-main/core/ids.ts';
import type { Result } from '../../../../src-main/core/result.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { calls } from '../../../../src-shared/contract/schemas.ts';
import { tempFolder } from '../../../support/temp.ts';
import { startEnrolledSandbox, type EnrolledSandbox } from '../partner-api/enrolled-sandbox.ts';

let sandbox: EnrolledSandbox;

beforeAll(async () => {
  sandbox = await startEnrolledSandbox();
});

afterAll(() => sandbox.stop());

function open(directory = tempFolder(), session: PartnerSession = sandbox.session): Catalogue {
  const catalogue = openCatalogue({ directory, session });
  onTestFinished(() => catalogue.close());
  return catalogue;
}

function valueOf<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

function wallet(index: number): WalletId {
  const id = sandbox.walletIds[index];
  if (id === undefined) throw new Error(`no wallet ${String(index)}`);
  return id;
}

const unknownCard = '00000000-0000-4000-8000-000000000000' as CardId;

describe('a sync', () => {
  it('brings every card of the service, over all pages, in the shape that the screens are promised', async () => {
    const view = valueOf(await open().sync(wallet(0)));
    expect(view.cards).toHaveLength(120);
    expect(new Set(view.cards.map(({ id }) => id)).size).toBe(120);
    expect(view.cards.every((card) => view.subcategories.some(({ id }) => id === card.subcategoryId))).toBe(true);
    expect(calls.catalogue.sync.output.safeParse({ ...view, pricesRevision: 0 }).success).toBe(true);
    expect(view.categories.map(({ displayOrder }) => displayOrder)).toEqual(
      view.categories.map(({ displayOrder }) => displayOrder).toSorted((a, b) => a - b),
    );
  });

  it('is what a later run reads without the network', async () => {
    const directory = tempFolder();
    const first = openCatalogue({ directory, session: sandbox.session });
    const synced = valueOf(await first.sync(wallet(0)));
    first.close();
    const offline = {
      ...sandbox.session,
      transport: { exchange: () => Promise.reject(new Error('the network was used')) },
    };
    const read = open(directory, offline).read(wallet(0));
    expect(read).toEqual(synced);
    expect(read.readAt).toBe(synced.readAt);
  });

  it('is of one wallet and of one deployment', async () => {
    const directory = tempFolder();
    const catalogue = open(directory);
    const synced = valueOf(await catalogue.sync(wallet(0)));
    await catalogue.syncWallets();
    expect(catalogue.read(wallet(1))).toEqual({ walletId: wallet(1), categories: [], subcategories: [], cards: [] });
    const elsewhere = { ...sandbox.session, profile: { ...sandbox.session.profile, baseUrl: 'https://other.example' } };
    const other = open(directory, elsewhere);
    expect(other.read(wallet(0)).cards).toEqual([]);
    expect(other.cachedWallets()).toEqual([]);
    expect(catalogue.read(wallet(0))).toEqual(synced);
  });

  it('shows each wallet its own prices', async () => {
    const catalogue = open();
    const [kuwaiti, jordanian] = [valueOf(await catalogue.sync(wallet(0))), valueOf(await catalogue.sync(wallet(1)))];
    const currencies = [kuwaiti, jordanian].map(
      (view) => new Set(view.cards.flatMap(({ unitPrice }) => unitPrice?.currency ?? [])),
    );
    expect(currencies.map((set) => [...set])).toEqual([['KWD'], ['JOD']]);
  });

  it('leaves what is kept as it was when it fails half-way', async () => {
    const catalogue = open();
    const before = valueOf(await catalogue.sync(wallet(0)));
    await sandbox.control('/faults', {
      name: 'account_inactive',
      operation: 'getPartnerCatalogueSubcategoryCards',
      count: 1,
    });
    const failed = await catalogue.sync(wallet(0));
    expect(failed).toMatchObject({ ok: false, error: { code: 'account_inactive', httpStatus: 403 } });
    expect(catalogue.read(wallet(0))).toEqual(before);
  });

  it('goes on past a shelf that was withdrawn while it walked', async () => {
    await sandbox.control('/faults', {
      name: 'resource_not_found',
      operation: 'getPartnerCatalogueSubcategoryCards',
      count: 1,
    });
    const view = valueOf(await open().sync(wallet(0)));
    expect(view.cards.length).toBeGreaterThan(80);
    expect(view.cards.length).toBeLessThan(120);
  });

  it('is one sync when asked for twice at once', async () => {
    const catalogue = open();
    const [first, second] = [catalogue.sync(wallet(0)), catalogue.sync(wallet(0))];
    expect(first).toBe(second);
    await first;
    const third = catalogue.sync(wallet(0));
    expect(third).not.toBe(first);
    await third;
  });
});

describe('what cannot be taken as it is', () => {
  it('is counted by the member that is wrong, and reported with the first part until the next reading', async () => {
    const catalogue = open();
    const set = { '/items/0/available': 'yes', '/items/-': null };
    await sandbox.control('/faults', {
      name: 'altered-body',
      set,
      operation: 'getPartnerCatalogueSubcategoryCards',
      count: 1,
    });
    const view = valueOf(await catalogue.sync(wallet(0)));
    expect(view.skipped).toEqual({ available: 1, entry: 1 });
    expect(catalogue.page(wallet(0), { from: 0, readAt: undefined }).skipped).toEqual(view.skipped);
    expect(valueOf(await catalogue.sync(wallet(0))).skipped).toBeUndefined();
  });

  it('is a price in another currency than the wallet has: the card stays in sight and cannot be sold', async () => {
    const catalogue = open();
    await catalogue.syncWallets();
    const set = { '/items/*/unitPrice/currency': 'JOD' };
    await sandbox.control('/faults', {
      name: 'altered-body',
      set,
      operation: 'getPartnerCatalogueSubcategoryCards',
      count: 22,
    });
    const view = valueOf(await catalogue.sync(wallet(0)));
    expect(view.cards.length).toBeGreaterThan(100);
    expect(view.cards.filter(({ unitPrice }) => unitPrice !== undefined)).toEqual([]);
    expect(catalogue.card(wallet(0), view.cards[0]?.id as CardId)?.unitPrice).toBeUndefined();
  });
});

describe('one card', () => {
  it('is read from the cache as it stands among the others, and null where it does not', async () => {
    const catalogue = open();
    const view = valueOf(await catalogue.sync(wallet(0)));
    const some = view.cards[70];
    expect(catalogue.card(wallet(0), some?.id as CardId)).toEqual(some);
    expect([catalogue.card(wallet(1), some?.id as CardId), catalogue.card(wallet(0), unknownCard)]).toEqual([
      null,
      null,
    ]);
  });
});

describe('logos of the training service', () => {
  it('are pictures for kinds, from the host that its profile names, and none for categories, from another', async () => {
    const catalogue = open();
    const { subcategories, categories } = valueOf(await catalogue.sync(wallet(0)));
    expect(await catalogue.logo(wallet(0), knownId<SubcategoryId>(subcategories[0]?.id ?? ''))).toMatch(
      /^data:image\/png;base64,/,
    );
    expect(await catalogue.logo(wallet(0), knownId<CategoryId>(categories[0]?.id ?? ''))).toBeNull();
    expect(await catalogue.logo(wallet(0), knownId<SubcategoryId>(unknownCard))).toBeNull();
  });
});

describe('the file of the cache', () => {
  it('is begun afresh when it is damaged', async () => {
    const directory = tempFolder();
    const first = openCatalogue({ directory, session: sandbox.session });
    await first.sync(wallet(0));
    first.close();
    writeFileSync(
      join(directory, 'catalogue.db'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]),
    );
    const catalogue = open(directory);
    expect(catalogue.read(wallet(0)).cards).toEqual([]);
    await catalogue.sync(wallet(0));
    expect(catalogue.read(wallet(0)).cards).toHaveLength(120);
  });

  it('may be impossible to open: reads of the service still work', async () => {
    const directory = join(tempFolder(), 'file');
    writeFileSync(directory, '');
    const catalogue = open(directory);
    expect(valueOf(await catalogue.sync(wallet(0))).cards).toHaveLength(120);
    expect(catalogue.read(wallet(0)).cards).toEqual([]);
    expect(valueOf(await catalogue.syncWallets()).wallets).toHaveLength(3);
  });
});

describe('the price of a sale', () => {
  it('is read anew from the shelf that the card was last seen on, with one call for it', async () => {
    const catalogue = open();
    const view = valueOf(await catalogue.sync(wallet(0)));
    const card = view.cards.find(
      ({ subcategoryId }) => view.cards.filter((other) => other.subcategoryId === subcategoryId).length < 10,
    );
    const exchanges = countingExchanges();
    const counted = open(tempFolder(), exchanges.session);
    await counted.sync(wallet(0));
    exchanges.urls.length = 0;
    const fresh = valueOf(await counted.freshCard(wallet(0), card?.id as CardId));
    expect(fresh).toMatchObject({ id: card?.id, unitPrice: card?.unitPrice });
    expect(exchanges.urls).toHaveLength(1);
  });

  it('is found without a cache as well', async () => {
    const view = valueOf(await open().sync(wallet(0)));
    const card = view.cards.at(-1);
    expect(valueOf(await open().freshCard(wallet(0), card?.id as CardId)).unitPrice).toEqual(card?.unitPrice);
  });

  it('does not exist for a card that the wallet does not see', async () => {
    expect(await open().freshCard(wallet(0), unknownCard)).toEqual({
      ok: false,
      error: { code: 'card_unknown', field: 'card' },
    });
  });
});

describe('single reads', () => {
  it('give one page at a time and follow its cursor unchanged', async () => {
    const catalogue = open();
    const view = valueOf(await catalogue.sync(wallet(0)));
    const long = view.subcategories.find(
      ({ id }) => view.cards.filter((card) => card.subcategoryId === id).length > 25,
    );
    const shelf = long?.id as Parameters<Catalogue['cards']>[1];
    const first = valueOf(await catalogue.cards(wallet(0), shelf));
    expect(first.items).toHaveLength(25);
    expect(first).not.toHaveProperty('skipped');
    const second = valueOf(await catalogue.cards(wallet(0), shelf, first.nextCursor));
    expect(second.items.length).toBeGreaterThan(0);
    expect(second.nextCursor).toBeUndefined();
    expect(second.items.some(({ id }) => first.items.some((item) => item.id === id))).toBe(false);
    expect(valueOf(await catalogue.subcategory(wallet(0), shelf))).toMatchObject({ id: shelf });
    expect(valueOf(await catalogue.categories(wallet(0))).items.map(({ id }) => id)).toEqual(
      view.categories.map(({ id }) => id),
    );
  });

  it('name a cursor that the service does not know', async () => {
    expect(await open().categories(wallet(0), "it's made up")).toMatchObject({
      ok: false,
      error: { code: 'validation_failed', field: 'query.cursor', httpStatus: 422 },
    });
  });

  it('read the profile and the cards bought so far', async () => {
    const catalogue = open();
    expect(valueOf(await catalogue.profile())).toMatchObject({ status: 'active' });
    expect(valueOf(await catalogue.ownedCards(wallet(0)))).toEqual({ items: [] });
    expect(
      await catalogue.ownedCard(wallet(0), unknownCard as unknown as Parameters<Catalogue['ownedCard']>[1]),
    ).toMatchObject({ ok: false, error: { code: 'card_not_found' } });
  });
});

describe('wallets', () => {
  it('are kept with their balance and the time it was read', async () => {
    const directory = tempFolder();
    const catalogue = open(directory);
    expect(catalogue.cachedWallets()).toEqual([]);
    const { wallets: synced } = valueOf(await catalogue.syncWallets());
    expect(synced.map(({ wallet: { currency } }) => currency).toSorted()).toEqual(['JOD', 'KWD', 'USD']);
    expect(open(directory).cachedWallets()).toEqual(synced);
  });

  it('read one by one renew what is kept', async () => {
    const catalogue = open();
    const read = valueOf(await catalogue.wallet(wallet(2)));
    expect(catalogue.cachedWallets().map((kept) => kept.wallet)).toEqual([read]);
  });
});

describe('a search', () => {
  it('finds what the cache holds, in both languages', async () => {
    const catalogue = open();
    await catalogue.sync(wallet(0));
    const english = catalogue.search(wallet(0), '10 playstation ksa');
    const arabic = catalogue.search(wallet(0), 'بلايستيشن السعوديه ١٠');
    expect(english.length).toBeGreaterThan(0);
    expect(arabic.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
    expect(catalogue.search(wallet(0), 'nothing of this name')).toEqual([]);
  });
});

function countingExchanges(): { readonly session: PartnerSession; readonly urls: string[] } {
  const urls: string[] = [];
  const { transport } = sandbox.session;
  const session: PartnerSession = {
    ...sandbox.session,
    transport: {
      exchange: (request, limits) => {
        urls.push(request.url);
        return transport.exchange(request, limits);
      },
    },
  };
  return { session, urls };
}
