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
