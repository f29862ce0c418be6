import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue, type Catalogue } from '../../../../src-main/catalogue/catalogue.ts';
import { knownId, type CardId } from '../../../../src-main/core/ids.ts';
import { SkippingClock } from '../../../support/skipping-clock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { walletId } from '../orders/order-samples.ts';
import { startScriptedService, type ScriptedAnswer, type Turn } from '../orders/scripted-service.ts';
import { refusal, value } from '../orders/till.ts';
import { sessionOf } from '../partner-api/partner.ts';

const id = (n: number): string => `0d000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const list = (items: readonly object[], nextCursor?: string): ScriptedAnswer => ({
  status: 200,
  body: { items, ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const categories = list([{ id: id(1), inStock: true, displayOrder: 1 }]);
const shelf = (n: number): object => ({
  id: id(n),
  categoryId: id(1),
  isBestSelling: false,
  displayOrder: n,
  available: true,
});
const shelves = list([shelf(2)]);
const card = (n: number): object => ({
  id: id(n),
  subcategoryId: id(2),
  hasSpecialOffer: false,
  available: true,
  unitPrice: { amount: '1.000', currency: 'KWD' },
});
const gone = refusal(404, 'resource_not_found');

async function across(...turns: readonly Turn[]): Promise<{ catalogue: Catalogue; cursors: () => (string | null)[] }> {
  const clock = new SkippingClock();
  const service = await startScriptedService(clock);
  const catalogue = openCatalogue({
    directory: tempFolder(),
    session: sessionOf({ profile: service.profile, clock }),
  });
  service.script(...turns);
  onTestFinished(async () => {
    catalogue.close();
    await service.close();
  });
  const cursors = (): (string | null)[] =>
    service.seen
      .filter(({ target }) => target.includes('/cards'))
      .map(({ target }) => new URL(target, 'http://service').searchParams.get('cursor'));
  return { catalogue, cursors };
}

describe('a shelf of which a later page is said to be gone', () => {
  it('is read from its beginning, and loses none of its cards', async () => {
    const begun = list([card(3)], 'one');
    const { catalogue, cursors } = await across(categories, shelves, begun, gone, begun, list([card(4)]));
    expect(value(await catalogue.sync(walletId)).cards.map((one) => one.id)).toEqual([id(3), id(4)]);
    expect(cursors()).toEqual([null, 'one', null, 'one']);
  });

  it('keeps what was kept where that is said again', async () => {
    const begun = list([card(3)], 'one');
    const before = [categories, shelves, list([card(3), card(4)])];
    const { catalogue } = await across(...before, categories, shelves, begun, gone, begun, gone);
    const whole = value(await catalogue.sync(walletId));
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: false, error: { code: 'resource_not_found' } });
    expect(catalogue.read(walletId)).toEqual(whole);
  });

  it('holds nothing where it is gone as it is read once more', async () => {
    const begun = list([card(3)], 'one');
    const { catalogue, cursors } = await across(categories, shelves, begun, gone, gone);
    expect(value(await catalogue.sync(walletId)).cards).toEqual([]);
    expect(cursors()).toEqual([null, 'one', null]);
  });

  it('has one card looked for from the beginning too', async () => {
    const begun = list([card(3)], 'one');
    const { catalogue } = await across(categories, shelves, begun, gone, begun, list([card(4)]));
    expect(value(await catalogue.freshCard(walletId, knownId<CardId>(id(4)))).id).toBe(id(4));
  });
});

describe('a category of which a later page is said to be gone', () => {
  it('is read from its beginning, and loses none of its shelves', async () => {
    const begun = list([shelf(2)], 'one');
    const { catalogue } = await across(categories, begun, gone, begun, list([shelf(5)]), list([card(3)]), list([]));
    const read = value(await catalogue.sync(walletId));
    expect(read.subcategories.map((one) => one.id)).toEqual([id(2), id(5)]);
  });
});
