import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue, type Catalogue } from '../../../../src-main/catalogue/catalogue.ts';
import type { CardId, WalletId } from '../../../../src-main/core/ids.ts';
import { tempFolder } from '../../../support/temp.ts';
import { sessionOf, startSigningService, type SigningService, type ScriptedAnswer } from '../partner-api/partner.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const walletId = id(1) as WalletId;
const category = { id: id(2), inStock: true, displayOrder: 1 };
const subcategory = { id: id(3), categoryId: id(2), isBestSelling: false, displayOrder: 1, available: true };
const card = { id: id(4), subcategoryId: id(3), hasSpecialOffer: false, available: true };

async function serve(
  answer: (target: string) => ScriptedAnswer,
): Promise<{ readonly catalogue: Catalogue; readonly service: SigningService }> {
  const service = await startSigningService(answer);
  onTestFinished(() => service.close());
  const catalogue = openCatalogue({ directory: tempFolder(), session: sessionOf({ profile: service.profile }) });
  onTestFinished(() => catalogue.close());
  return { catalogue, service };
}

/** A catalogue of one category and one subcategory, whose cards are what the test says. */
function shelfOf(cards: (cursor: string | null) => unknown): (target: string) => ScriptedAnswer {
  return (target) => {
    if (target.includes('/cards'))
      return { json: cards(new URL(target, 'http://service.example').searchParams.get('cursor')) };
    return { json: { items: target.includes('/subcategories') ? [subcategory] : [category] } };
  };
}

describe('a service that misbehaves', () => {
  it('cannot keep a sync going with a cursor that comes round again', async () => {
    const { catalogue, service } = await serve(
      shelfOf((cursor) => ({ items: [card], nextCursor: cursor === 'a' ? 'b' : 'a' })),
    );
    expect(await catalogue.sync(walletId)).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', detail: 'cursor_repeated' },
    });
    expect(service.calls.length).toBeLessThan(10);
    expect(catalogue.read(walletId).readAt).toBeUndefined();
  });

  it('cannot keep a sync going with ever new cursors', async () => {
    let pages = 0;
    const { catalogue } = await serve(shelfOf(() => ({ items: [], nextCursor: `page-${String((pages += 1))}` })));
    expect(await catalogue.sync(walletId)).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', detail: 'too_many_pages' },
    });
    expect(pages).toBe(1000);
  });

  it('gets its cursor back unchanged, whatever is in it', async () => {
    const cursor = `+/=&?#%20 '"ة\u{1F600}`;
    const received: (string | null)[] = [];
    const { catalogue } = await serve(
      shelfOf((given) => {
        received.push(given);
        return given === null ? { items: [card], nextCursor: cursor } : { items: [] };
      }),
    );
    expect(await catalogue.sync(walletId)).toMatchObject({ ok: true });
    expect(received).toEqual([null, cursor]);
  });

  it('has a card without a readable price, which stays in sight', async () => {
    const unitPrice = { amount: 12.5, currency: 'KWD' };
    const { catalogue } = await serve(
      shelfOf(() => ({
        items: [
          { ...card, unitPrice },
          { ...card, id: 'not an id' },
        ],
      })),
    );
    const view = await catalogue.sync(walletId);
    if (!view.ok) throw new Error(view.error.code);
    expect(view.value.cards).toEqual([card]);
    expect(await catalogue.freshCard(walletId, id(4) as CardId)).toEqual({ ok: true, value: card });
  });

  it('is asked for all shelves when a card has left the one it was last seen on', async () => {
    let moved = false;
    const { catalogue } = await serve((target) => {
      if (target.includes('/cards')) return { json: { items: target.includes(moved ? id(5) : id(3)) ? [card] : [] } };
      return {
        json: { items: target.includes('/subcategories') ? [subcategory, { ...subcategory, id: id(5) }] : [category] },
      };
    });
    await catalogue.sync(walletId);
    moved = true;
    expect(await catalogue.freshCard(walletId, id(4) as CardId)).toEqual({ ok: true, value: card });
  });

  it('has another price by now, which replaces the one that was kept', async () => {
    let amount = '1.000';
    const { catalogue } = await serve(
      shelfOf(() => ({ items: [{ ...card, unitPrice: { amount, currency: 'KWD' } }] })),
    );
    await catalogue.sync(walletId);
    amount = '2.000';
    expect(await catalogue.freshCard(walletId, id(4) as CardId)).toMatchObject({
      ok: true,
      value: { unitPrice: { amount: '2.000' } },
    });
    expect(catalogue.read(walletId).cards[0]?.unitPrice?.amount).toBe('2.000');
  });

  it('shows a list whose answer is signed but is no list', async () => {
    const { catalogue } = await serve(() => ({ json: { items: 'none' } }));
    expect(await catalogue.wallets()).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', httpStatus: 200, requestId: 'request-1' },
    });
    expect(await catalogue.syncWallets()).toMatchObject({ ok: false });
  });

  it('drops wallets that it no longer lists', async () => {
    const walletOf = (index: number) => ({
      id: id(index),
      balance: { amount: '1.000', currency: 'KWD' },
      currency: 'KWD',
    });
    let listed = [walletOf(1), walletOf(2)];
    const { catalogue } = await serve(() => ({ json: { items: listed } }));
    await catalogue.syncWallets();
    listed = [walletOf(2)];
    await catalogue.wallets();
    expect(catalogue.cachedWallets().map(({ wallet }) => wallet.id)).toEqual([id(1), id(2)]);
    await catalogue.syncWallets();
    expect(catalogue.cachedWallets().map(({ wallet }) => wallet.id)).toEqual([id(2)]);
  });
});
