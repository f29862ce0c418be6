import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCatalogue } from '../../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import type { CatalogueView } from '../../../../../src-shared/contract/schemas.ts';

const card = {
  id: 'card',
  subcategoryId: 'sub',
  charge: { price: { amount: '2.850', currency: 'KWD' }, source: 'cost' as const },
  hasSpecialOffer: false,
  available: true,
};
const other = { ...card, id: 'other' };
const onScreen: CatalogueView = {
  walletId: 'wallet',
  categories: [],
  subcategories: [],
  pricesRevision: 3,
  cards: [card, other],
  readAt: '2026-11-21T08:00:00Z',
};

function keep(kept: CatalogueView): void {
  vi.stubGlobal('window', { counter: { catalogue: { read: () => Promise.resolve({ ok: true, value: kept }) } } });
}

beforeEach(() =>
  useCatalogue.setState({ ...useCatalogue.getInitialState(), walletId: 'wallet', view: onScreen }, true),
);
afterEach(() => vi.unstubAllGlobals());

it('takes from what is kept only the limits that were named', async () => {
  keep({ ...onScreen, cards: [{ ...card, available: false, quantityLimits: { minimum: 2 } }] });
  await useCatalogue.getState().rereadLimits();
  expect(useCatalogue.getState().view).toEqual({
    ...onScreen,
    cards: [{ ...card, quantityLimits: { minimum: 2 } }, other],
  });
});

it('leaves the cards on the screen where none are kept', async () => {
  keep({ walletId: 'wallet', categories: [], subcategories: [], pricesRevision: 3, cards: [] });
  await useCatalogue.getState().rereadLimits();
  expect(useCatalogue.getState().view).toEqual(onScreen);
});

type Part = { readonly from?: number };

/** Main as it answers: what is kept and what the service says come when they are let go. */
function mainWith(read: (part: Part) => Promise<unknown>, sync: () => Promise<unknown>) {
  const asked: string[] = [];
  vi.stubGlobal('window', {
    counter: {
      catalogue: {
        read: (part: Part) => {
          asked.push(`read ${part.from ?? 0}`);
          return read(part);
        },
        sync: () => {
          asked.push('sync');
          return sync();
        },
      },
    },
  });
  return asked;
}

const newer = { ...onScreen, readAt: '2026-11-21T09:00:00Z' };
const says = (view: CatalogueView) => Promise.resolve({ ok: true, value: view });
const failed = { ok: false, error: { code: 'internal_error' } };
const start = () => useCatalogue.setState(useCatalogue.getInitialState(), true);

it('keeps what the service said where what is kept here fails after it', async () => {
  start();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  mainWith(
    () => promise,
    () => says(newer),
  );
  const reading = useCatalogue.getState().readKept('wallet');
  await useCatalogue.getState().sync();
  resolve(failed);
  await reading;
  expect(useCatalogue.getState()).toMatchObject({ view: newer, failure: null });
});

it('reads what is kept again where that failed, and asks the service once', async () => {
  start();
  const asked = mainWith(
    () => Promise.resolve(failed),
    () => Promise.resolve(failed),
  );
  await useCatalogue.getState().open('wallet');
  await useCatalogue.getState().open('wallet');
  expect(asked).toEqual(['read 0', 'sync', 'read 0']);
});

it('leaves alone what was typed where what is kept is asked for once more', async () => {
  start();
  mainWith(
    () => says(onScreen),
    () => says(onScreen),
  );
  await useCatalogue.getState().readKept('wallet');
  useCatalogue.getState().choose({ query: 'zain' });
  await useCatalogue.getState().readKept('wallet');
  expect(useCatalogue.getState()).toMatchObject({ view: onScreen, choice: { query: 'zain' } });
});

it('takes over the parts of the service and those that are kept apart from one another', async () => {
  const parts = (view: CatalogueView) => [
    { ...view, cards: [card], next: 1 },
    { ...view, cards: [other] },
  ];
  const asked: unknown[] = [];
  const read = (part: Part & { readonly asSaid?: true }) => {
    asked.push([part.asSaid === true ? 'said' : 'kept', part.from ?? 0]);
    return says(parts(part.asSaid === true ? newer : onScreen)[part.from ?? 0] ?? newer);
  };
  mainWith(read, () => says(parts(newer)[0] ?? newer));
  start();
  await Promise.all([useCatalogue.getState().readKept('wallet'), useCatalogue.getState().sync()]);
  expect(useCatalogue.getState().view).toEqual(newer);
  expect(asked).toEqual(
    expect.arrayContaining([
      ['kept', 0],
      ['kept', 1],
      ['said', 1],
    ]),
  );
  expect(asked).toHaveLength(3);
});
