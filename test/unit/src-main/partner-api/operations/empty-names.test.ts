import { expect, it, onTestFinished } from 'vitest';
import { openCatalogue } from '../../../../../src-main/catalogue/catalogue.ts';
import { knownId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { readName } from '../../../../../src-main/partner-api/operations/localized.ts';
import { serviceName } from '../../../../../src-shared/words/service-name.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { sessionOf, startSigningService } from '../partner.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A catalogue of one shelf, over real HTTP, of which everything has this name. */
async function shownNames(name: object): Promise<readonly (string | undefined)[]> {
  const category = { id: id(2), inStock: true, displayOrder: 1, name };
  const subcategory = { id: id(3), categoryId: id(2), isBestSelling: false, displayOrder: 1, available: true, name };
  const card = { id: id(4), subcategoryId: id(3), hasSpecialOffer: false, available: true, name };
  const service = await startSigningService((target) => {
    if (target.includes('/cards')) return { json: { items: [card] } };
    return { json: { items: target.includes('/subcategories') ? [subcategory] : [category] } };
  });
  onTestFinished(() => service.close());
  const catalogue = openCatalogue({ directory: tempFolder(), session: sessionOf({ profile: service.profile }) });
  onTestFinished(() => catalogue.close());
  const synced = await catalogue.sync(knownId<WalletId>(id(1)));
  if (!synced.ok) throw new Error(synced.error.code);
  const { categories, subcategories, cards } = synced.value;
  return [...categories, ...subcategories, ...cards].map((one) => serviceName(one.name, 'ar'));
}

it.each([
  ['is empty', ''],
  ['holds spaces', ' \u{a0}'],
  ['shows nothing', '\u{200b}\u{202e}'],
])('the other language stands in where a name %s in ours', async (_, ar) => {
  expect(await shownNames({ ar, en: 'Card' })).toEqual(['Card', 'Card', 'Card']);
});

it('a name that shows nothing in either language is none', async () => {
  expect(await shownNames({ ar: '', en: '\n' })).toEqual([undefined, undefined, undefined]);
  expect(readName('\u{200b}')).toEqual({});
  expect(readName('Shop')).toEqual({ ar: 'Shop', en: 'Shop' });
});
