import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePreferences } from '../../../../../src-renderer/base/stores/preferences-store.ts';
import { useSession } from '../../../../../src-renderer/base/stores/session-store.ts';
import { useStaff } from '../../../../../src-renderer/base/stores/staff-store.ts';
import { forget } from '../../../../../src-renderer/base/stores/turns.ts';
import { useCatalogue } from '../../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useComplaints } from '../../../../../src-renderer/entities/complaints/complaints-store.ts';
import { useFound } from '../../../../../src-renderer/entities/orders/found-store.ts';
import { usePayments } from '../../../../../src-renderer/entities/payments/payments-store.ts';
import { useCopyStatusCheck } from '../../../../../src-renderer/entities/records/copy-status-store.ts';
import { useWallets } from '../../../../../src-renderer/entities/wallets/wallets-store.ts';
import { useDiagnosis } from '../../../../../src-renderer/features/diagnosis/diagnosis-store.ts';
import { useLimits } from '../../../../../src-renderer/features/limits/limits-store.ts';
import { useOwned } from '../../../../../src-renderer/features/owned-cards/owned-store.ts';
import { usePrices } from '../../../../../src-renderer/features/prices/prices-store.ts';
import { useReports } from '../../../../../src-renderer/features/reports/reports-store.ts';
import { useScan } from '../../../../../src-renderer/features/scanner/scan-store.ts';
import { initialPreferences } from '../../../../../src-shared/contract/initial-preferences.ts';

/** Stores whose calls are answered in another order than they were made, or after nobody wants them any more. */

function forgetAll(): void {
  forget(usePreferences);
  forget(useSession);
  forget(useStaff);
  forget(useCatalogue);
  forget(useComplaints);
  forget(useFound);
  forget(usePayments);
  forget(useCopyStatusCheck);
  forget(useWallets);
  forget(useDiagnosis);
  forget(useLimits);
  forget(useOwned);
  forget(usePrices);
  forget(useReports);
  forget(useScan);
}

/** The calls that wait for an answer, by name, in the order they were made. */
const waiting = new Map<string, ((answer: unknown) => void)[]>();
/** Calls that are answered at once, with what. */
let beside: Readonly<Record<string, unknown>> = {};

beforeEach(() => {
  waiting.clear();
  beside = {};
  forgetAll();
  const domain = (of: string) =>
    new Proxy(
      {},
      {
        get: (_, call: string) => () =>
          new Promise((resolve) => {
            const name = `${of}.${call}`;
            if (name in beside) resolve({ ok: true, value: beside[name] });
            waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
          }),
      },
    );
  vi.stubGlobal('window', { counter: new Proxy({}, { get: (_, of: string) => domain(of) }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

/** Answers the call of this name that was made as the so-manieth. */
async function answer(name: string, at: number, value: unknown): Promise<void> {
  await vi.waitFor(() => expect(waiting.get(name)?.length ?? 0).toBeGreaterThan(at));
  waiting.get(name)?.[at]?.({ ok: true, value });
  await new Promise((resolve) => setTimeout(resolve));
}

async function refuse(name: string, at: number): Promise<void> {
  await vi.waitFor(() => expect(waiting.get(name)?.length ?? 0).toBeGreaterThan(at));
  waiting.get(name)?.[at]?.({ ok: false, error: { code: 'answer_timeout' } });
  await new Promise((resolve) => setTimeout(resolve));
}

const asWallets = (id: string) => ({ items: [{ id }], readAt: '2026-11-21T08:00:00Z', fresh: true });

const asked = { 'wallets.read': null, 'preferences.read': initialPreferences };

interface Row {
  readonly name: string;
  readonly call: string;
  readonly load: () => Promise<unknown>;
  readonly value: (id: string) => unknown;
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly shown: () => unknown;
}

const rows: readonly Row[] = [
  {
    name: 'wallets',
    call: 'wallets.list',
    load: () => useWallets.getState().load(),
    value: asWallets,
    beside: asked,
    shown: () => useWallets.getState().view?.items[0]?.id,
  },
  {
    name: 'prices',
    call: 'prices.read',
    load: () => usePrices.getState().load(),
    value: (id) => id,
    beside: { 'prices.history': { items: [], hasMore: false } },
    shown: () => usePrices.getState().list,
  },
  {
    name: 'limits',
    call: 'limits.read',
    load: () => useLimits.getState().load(),
    value: (id) => ({ items: id }),
    beside: { 'limits.history': { items: [], hasMore: false } },
    shown: () => useLimits.getState().items,
  },
  {
    name: 'people',
    call: 'staff.list',
    load: () => useStaff.getState().load(),
    value: (id) => ({ people: [], me: id }),
    shown: () => useStaff.getState().me,
  },
  {
    name: 'open complaints',
    call: 'complaints.list',
    load: () => useComplaints.getState().lookAtOpen(),
    value: (id) => ({ items: id, hasMore: false }),
    shown: () => useComplaints.getState().open,
  },
  {
    name: 'complaints of an order',
    call: 'complaints.list',
    load: () => useComplaints.getState().lookAt('order'),
    value: (id) => ({ items: id, hasMore: false }),
    shown: () => useComplaints.getState().ofOrder['order'],
  },
  {
    name: 'how a sale was paid',
    call: 'payments.sale',
    load: () => usePayments.getState().lookAt('order'),
    value: (id) => ({ lines: [{ operationId: 'order', paidBy: id }] }),
    shown: () => /"paidBy":"(\w+)"/.exec(JSON.stringify(usePayments.getState().ofOrder))?.[1],
  },
  {
    name: 'owned cards',
    call: 'reveals.ownedCards',
    load: () => useOwned.getState().load('wallet'),
    value: (id) => ({ items: [id] }),
    shown: () => useOwned.getState().items[0],
  },
  {
    name: 'preferences',
    call: 'preferences.read',
    load: () => usePreferences.getState().read(),
    value: (id) => ({ ...initialPreferences, walletId: id }),
    shown: () => usePreferences.getState().preferences.walletId,
  },
];

describe.each(rows)('$name asked for twice', (row) => {
  const { call, load, value, shown } = row;
  const twice = async (): Promise<void> => {
    beside = row.beside ?? {};
    void load();
    void load();
    await vi.waitFor(() => expect(waiting.get(call)).toHaveLength(2));
  };

  it('show the newer answer, whichever comes last', async () => {
    await twice();
    await answer(call, 1, value('newer'));
    expect(shown()).toBe('newer');
    await answer(call, 0, value('older'));
    expect(shown()).toBe('newer');
  });

  it('show nothing that comes after the store was emptied for the next person or counter', async () => {
    await twice();
    forgetAll();
    const before = shown();
    await answer(call, 0, value('older'));
    await answer(call, 1, value('newer'));
    expect(shown()).toBe(before);
  });
});

const z = (name: string) => ({ kind: 'z', name }) as const;

describe('a sign that something is under way', () => {
  it('of the wallets stays until the last of two answers', async () => {
    beside = asked;
    const [first, second] = [useWallets.getState().load(), useWallets.getState().load()];
    await answer('wallets.list', 0, asWallets('one'));
    await first;
    expect(useWallets.getState().asking).toBe(true);
    await answer('wallets.list', 1, asWallets('one'));
    await second;
    expect(useWallets.getState().asking).toBe(false);
  });

  it('of a comparison stays while a later one is under way', async () => {
    const { compare } = useReports.getState();
    const [first] = [compare(z('1-1'), false), compare(z('1-2'), false)];
    await answer('reports.compare', 0, null);
    await first;
    expect(useReports.getState().comparing).toBe(true);
  });

  it('of a comparison is not ended for the next person by one of the person before', async () => {
    const first = useReports.getState().compare(z('1-1'), false);
    forget(useReports);
    void useReports.getState().compare(z('1-2'), false);
    await answer('reports.compare', 0, null);
    await first;
    expect(useReports.getState().comparing).toBe(true);
  });

  it('of the cards stays until the wallet that is shown was read, also where it was shown before', async () => {
    const view = (walletId: string) => ({ walletId, categories: [], subcategories: [], cards: [], pricesRevision: 0 });
    const open = async (walletId: string): Promise<void> => {
      void useCatalogue.getState().open(walletId);
      await answer('catalogue.read', (waiting.get('catalogue.read')?.length ?? 1) - 1, view(walletId));
    };
    for (const walletId of ['one', 'other', 'one']) await open(walletId);
    await vi.waitFor(() => expect(waiting.get('catalogue.sync')).toHaveLength(3));
    await answer('catalogue.sync', 0, view('one'));
    expect(useCatalogue.getState().syncing).toBe(true);
    await answer('catalogue.sync', 2, view('one'));
    expect(useCatalogue.getState().syncing).toBe(false);
  });

  it('of the connection check and of the check of the records is not set for another counter', async () => {
    void useDiagnosis.getState().look();
    void useCopyStatusCheck.getState().check();
    forgetAll();
    await refuse('diagnosis.run', 0);
    await refuse('reveals.reconcile', 0);
    expect([useDiagnosis.getState().failure, useCopyStatusCheck.getState().failure]).toEqual([null, null]);
    expect(waiting.get('diagnosis.search')).toBeUndefined();
  });
});

describe('a further page', () => {
  it('of bought cards is asked for once at a time and listed once', async () => {
    const load = useOwned.getState().load('wallet');
    await answer('reveals.ownedCards', 0, { items: ['one'], nextCursor: 'more' });
    await load;
    void useOwned.getState().loadMore();
    void useOwned.getState().loadMore();
    expect([waiting.get('reveals.ownedCards')?.length, useOwned.getState().loadingMore]).toEqual([2, true]);
    await answer('reveals.ownedCards', 1, { items: ['two'] });
    expect(useOwned.getState()).toMatchObject({ items: ['one', 'two'], loadingMore: false });
  });

  it('of bought cards does not follow a list that was read anew meanwhile', async () => {
    void useOwned.getState().load('wallet');
    await answer('reveals.ownedCards', 0, { items: ['one'], nextCursor: 'more' });
    void useOwned.getState().loadMore();
    void useOwned.getState().load('wallet');
    await answer('reveals.ownedCards', 2, { items: ['new'], nextCursor: 'other' });
    await answer('reveals.ownedCards', 1, { items: ['two'] });
    expect(useOwned.getState()).toMatchObject({ items: ['new'], nextCursor: 'other', loadingMore: false });
  });

  it('of orders is listed once, however often it was asked for', async () => {
    const page = (operationId: string, nextCursor?: string) => ({
      items: [{ operationId, state: 'completed', intendedAt: '2026-11-21T08:00:00Z' }],
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
    void useFound.getState().look({});
    await answer('orders.list', 0, page('one', 'more'));
    void useFound.getState().loadOlder();
    void useFound.getState().loadOlder();
    await answer('orders.list', 1, page('two', 'last'));
    await answer('orders.list', 2, page('two', 'last'));
    expect(useFound.getState()).toMatchObject({ ids: ['one', 'two'], nextCursor: 'last' });
  });
});

describe('two choices, one after the other', () => {
  const chosen = () => usePreferences.getState().preferences;

  it('are both on the screen until both were answered', async () => {
    void usePreferences.getState().change({ walletId: 'one' });
    void usePreferences.getState().change({ shop: { ...initialPreferences.shop } });
    await answer('preferences.change', 0, { ...initialPreferences, walletId: 'one' });
    expect(chosen().walletId).toBe('one');
    await answer('preferences.change', 1, { ...initialPreferences, walletId: 'one' });
    expect(chosen()).toEqual({ ...initialPreferences, walletId: 'one' });
  });

  it('are both taken back where neither could be kept', async () => {
    void usePreferences.getState().change({ walletId: 'one' });
    void usePreferences.getState().change({ favourites: ['card'] });
    await refuse('preferences.change', 0);
    expect(chosen()).toMatchObject({ walletId: 'one', favourites: ['card'] });
    await refuse('preferences.change', 1);
    expect(chosen()).toEqual(initialPreferences);
  });

  it('leave the second on the screen where the first could not be kept', async () => {
    void usePreferences.getState().change({ walletId: 'one' });
    void usePreferences.getState().change({ favourites: ['card'] });
    await refuse('preferences.change', 0);
    await answer('preferences.change', 1, { ...initialPreferences, favourites: ['card'] });
    expect(chosen()).toEqual({ ...initialPreferences, favourites: ['card'] });
  });
});

it('a code that was scanned first says nothing once another one was scanned', async () => {
  void useScan.getState().scanned('111111');
  void useScan.getState().scanned('222222');
  await answer('preferences.digestOf', 1, { digest: 'second' });
  await answer('preferences.digestOf', 0, { digest: 'first' });
  expect(useScan.getState().scan).toMatchObject({ code: { digest: 'second' } });
});

it('the start view that was asked for first does not come back over a newer one', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const view = (deploymentName: string) => ({ deploymentName, language: 'en', theme: 'system' });
  void useSession.getState().load();
  void useSession.getState().load();
  await answer('app.start', 1, view('newer'));
  await answer('app.start', 0, view('older'));
  expect(useSession.getState().start?.deploymentName).toBe('newer');
});
