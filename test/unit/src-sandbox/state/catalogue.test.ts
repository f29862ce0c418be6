import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../../../src-sandbox/state/catalogue.ts';
import {
  notSoldTo,
  offers,
  outOfStock,
  partOfName,
  quantityLimits,
  scarce,
  withoutFaceValue,
} from '../../../../src-sandbox/state/seed/exceptions.ts';
import { priceIn } from '../../../../src-sandbox/state/seed/wallets.ts';

const catalogue = buildCatalogue('seed');

describe('the training catalogue', () => {
  it('has 120 cards of 21 brands in 6 categories, named in Arabic and English but for a few', () => {
    const { categories, subcategories, cards } = catalogue;
    expect([categories.length, subcategories.length, cards.length]).toEqual([6, 21, 120]);
    const whole = cards.filter(({ slug }) => partOfName[slug] === undefined);
    for (const { name } of [...categories, ...subcategories, ...whole]) {
      expect(name?.ar).toMatch(/[\u0621-\u064a]/);
      expect(name?.en).toMatch(/[A-Za-z]/);
    }
    const parts = cards
      .filter(({ slug }) => partOfName[slug] !== undefined)
      .map(({ name }) => Object.keys(name ?? {}).join());
    expect(parts.sort()).toEqual(['', 'ar', 'en']);
    expect(cards.filter(({ faceValue }) => faceValue === undefined)).toHaveLength(withoutFaceValue.size);
  });

  it('has the same ids for the same seed and other ids for another', () => {
    const ids = (seed: string) => buildCatalogue(seed).cards.map(({ id }) => id);
    expect(ids('seed')).toEqual(catalogue.cards.map(({ id }) => id));
    expect(ids('other').some((id) => ids('seed').includes(id))).toBe(false);
    expect(new Set(ids('seed')).size).toBe(120);
    expect(ids('seed')[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('has as many cards as are wanted, its own among them, each on a shelf of its own category', () => {
    const many = buildCatalogue('seed', 10_007);
    expect([many.cards.length, new Set(many.cards.map(({ id }) => id)).size, many.categories.length]).toEqual([
      10_007, 10_007, 6,
    ]);
    expect(many.cards.slice(0, 120).map(({ id }) => id)).toEqual(catalogue.cards.map(({ id }) => id));
    expect(
      many.categories.flatMap(({ id }) => many.subcategoriesIn(id)).flatMap(({ id }) => many.cardsIn(id)),
    ).toHaveLength(10_007);
    expect(buildCatalogue('seed', 3).cards).toHaveLength(120);
  });

  it('names only cards that exist where it makes exceptions', () => {
    const slugs = new Set(catalogue.cards.map(({ slug }) => slug));
    const named = [
      ...outOfStock,
      ...offers,
      ...Object.keys(scarce),
      ...Object.keys(quantityLimits),
      ...Object.keys(notSoldTo),
      ...Object.keys(partOfName),
      ...withoutFaceValue,
    ];
    expect(named.filter((slug) => !slugs.has(slug))).toEqual([]);
  });

  it('prices every card above nothing, to three decimals, in every currency', () => {
    for (const { faceUsd } of catalogue.cards) {
      for (const currency of ['KWD', 'JOD', 'USD'] as const)
        expect(priceIn(currency, faceUsd)).toMatch(/^(0\.(?!000)|[1-9]\d*\.)\d{1,3}$/);
    }
  });
});
