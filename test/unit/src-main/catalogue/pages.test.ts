import { describe, expect, it, onTestFinished } from 'vitest';
import { createPages, type Pages } from '../../../../src-main/catalogue/pages.ts';
import { openCatalogueStore } from '../../../../src-main/catalogue/store.ts';
import type { CatalogueContent } from '../../../../src-main/catalogue/walk.ts';
import { knownId, type WalletId } from '../../../../src-main/core/ids.ts';
import { readCard, readCategory, readSubcategory } from '../../../../src-main/partner-api/operations/catalogue.ts';
import { manyCards } from '../../../bench/many-cards.ts';
import { tempFolder } from '../../../support/temp.ts';

const view = manyCards(4_500);
const walletId = knownId<WalletId>(view.walletId);
const each = <T>(values: readonly unknown[], reader: (value: unknown) => T | null): readonly T[] =>
  values.flatMap((value) => reader(value) ?? []);
const content: CatalogueContent = {
  categories: each(view.categories, readCategory),
  subcategories: each(view.subcategories, readSubcategory),
  cards: each(view.cards, readCard),
};
const [early, late] = ['2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z'];

function pages(): Pages {
  const store = openCatalogueStore(tempFolder(), 'https://service.example');
  onTestFinished(() => store.close());
  return createPages(store);
}

/** Every part, as the screens follow them. */
function all(from: Pages, readAt: string | undefined, asSaid = false) {
  const parts = [];
  for (let next: number | undefined = 0; next !== undefined;) {
    const part = from.page(walletId, { from: next, readAt, asSaid });
    parts.push(part);
    next = part.next;
  }
  return parts;
}

describe('a catalogue in parts', () => {
  it('is whole when it is put together, in its order, with the shelves in the first part', () => {
    const kept = pages();
    kept.keep(walletId, { content, readAt: early }, content);
    const parts = all(kept, undefined);
    expect(parts.map(({ cards }) => cards.length)).toEqual([2_000, 2_000, 500]);
    expect(parts.map(({ subcategories }) => subcategories.length)).toEqual([90, 0, 0]);
    expect(parts.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual(view.cards.map(({ id }) => id));
  });

  it('begins anew where it was replaced between two parts', () => {
    const kept = pages();
    kept.keep(walletId, { content, readAt: early }, content);
    const { next = 0 } = kept.page(walletId, { from: 0, readAt: undefined });
    kept.keep(
      walletId,
      { content: { ...content, cards: content.cards.slice(0, 3) }, readAt: late },
      { ...content, cards: content.cards.slice(0, 3) },
    );
    expect(kept.page(walletId, { from: next, readAt: early })).toMatchObject({ readAt: late, cards: [{}, {}, {}] });
  });

  it('is handed over once where it may not be kept, and then is gone', () => {
    const kept = pages();
    kept.keep(walletId, { content, readAt: late }, { ...content, cards: [] });
    expect(all(kept, late, true).flatMap(({ cards }) => cards)).toHaveLength(4_500);
    expect(kept.page(walletId, { from: 0, readAt: late, asSaid: true }).cards).toEqual([]);
  });

  it('is no part of what is kept, whoever reads both at once', () => {
    const kept = pages();
    kept.keep(walletId, { content, readAt: late }, { ...content, cards: content.cards.slice(1, 2_500) });
    const first = kept.page(walletId, { from: 0, readAt: late, asSaid: true });
    expect(all(kept, undefined).flatMap(({ cards }) => cards)).toHaveLength(2_499);
    expect(kept.page(walletId, { from: first.next ?? 0, readAt: late, asSaid: true }).cards).toHaveLength(2_000);
  });

  it('begins anew as the service said it where it was replaced between two parts', () => {
    const kept = pages();
    const few = { ...content, cards: content.cards.slice(0, 3) };
    kept.keep(walletId, { content, readAt: early }, { ...content, cards: [] });
    const { next = 0 } = kept.page(walletId, { from: 0, readAt: early, asSaid: true });
    kept.keep(walletId, { content: few, readAt: late }, { ...few, cards: [] });
    const part = kept.page(walletId, { from: next, readAt: early, asSaid: true });
    expect(part).toMatchObject({ readAt: late, cards: [{}, {}, {}] });
  });

  it('is handed over where its file cannot be written', () => {
    const closed = openCatalogueStore('/dev/null/no-folder', 'https://service.example');
    const kept = createPages(closed);
    kept.keep(walletId, { content, readAt: late }, content);
    expect(all(kept, late, true).flatMap(({ cards }) => cards)).toHaveLength(4_500);
  });
});
