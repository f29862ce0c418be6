import { expect, it, onTestFinished } from 'vitest';
import { openCatalogue } from '../../../../src-main/catalogue/catalogue.ts';
import { knownId, type WalletId } from '../../../../src-main/core/ids.ts';
import { tempFolder } from '../../../support/temp.ts';
import { sessionOf, startSigningService } from '../partner-api/partner.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const category = { id: id(2), inStock: true, displayOrder: 1 };
const subcategory = { id: id(3), categoryId: id(2), isBestSelling: false, displayOrder: 1, available: true };
const card = { id: id(4), subcategoryId: id(3), hasSpecialOffer: false, available: true };
const price = { amount: '1.000', currency: 'KWD' };

/** Far deeper than the stack on which `JSON.stringify` goes down. */
const depth = 200_000;

it.each(['unitPrice', 'personalPrice', 'extra'])(
  'a card stays in sight where its %s is nested without end',
  async (name) => {
    const nested = JSON.stringify({ ...price, rate: '?' }).replace('"?"', '['.repeat(depth) + ']'.repeat(depth));
    const cards = JSON.stringify({ items: [{ ...card, [name]: '?' }] }).replace('"?"', nested);
    const service = await startSigningService((target) => {
      if (target.includes('/cards')) return { text: cards };
      return { json: { items: target.includes('/subcategories') ? [subcategory] : [category] } };
    });
    onTestFinished(() => service.close());
    const catalogue = openCatalogue({ directory: tempFolder(), session: sessionOf({ profile: service.profile }) });
    onTestFinished(() => catalogue.close());
    expect(await catalogue.sync(knownId<WalletId>(id(1)))).toMatchObject({
      ok: true,
      value: { cards: [name === 'personalPrice' ? { ...card, personalPrice: price } : card] },
    });
  },
);
