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
const shelves = list([{ id: id(2), categoryId: id(1), isBestSelling: false, displayOrder: 1, available: true }]);
const card = (n: number): object => ({
  id: id(n),
  subcategoryId: id(2),
  hasSpecialOffer: false,
  available: true,
  unitPrice: { amount: '1.000', currency: 'KWD' },
});
const over = refusal(422, 'validation_failed');

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

describe('a cursor that is over before the next page is read', () => {
  it('has the list read from its beginning, and counts what cannot be read there once', async () => {
    const begun = list([card(3), { id: 'none' }], 'one');
    const again = list([card(3), { id: 'none' }], 'two');
    const { catalogue, cursors } = await across(categories, shelves, begun, over, again, list([card(4)]));
    const read = value(await catalogue.sync(walletId));
    expect(read.cards.map((one) => one.id)).toEqual([id(3), id(4)]);
    expect(read.skipped).toEqual({ id: 1 });
    expect(cursors()).toEqual([null, 'one', null, 'two']);
  });

  it('has one card looked for from the beginning too', async () => {
    const begun = list([card(3)], 'one');
    const { catalogue } = await across(categories, shelves, begun, over, begun, list([card(4)]));
    expect(value(await catalogue.freshCard(walletId, knownId<CardId>(id(4)))).id).toBe(id(4));
  });

  it('is refused as before where that happens again, and where a first page is', async () => {
    const begun = list([card(3)], 'one');
    const twice = await across(categories, shelves, begun, over, begun, over);
    expect(await twice.catalogue.sync(walletId)).toMatchObject({ ok: false, error: { code: 'validation_failed' } });
    expect(twice.cursors()).toEqual([null, 'one', null, 'one']);
    const first = await across(categories, shelves, over);
    expect(await first.catalogue.sync(walletId)).toMatchObject({ ok: false, error: { code: 'validation_failed' } });
    expect(first.cursors()).toEqual([null]);
  });
});
