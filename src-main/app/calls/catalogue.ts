import type { CallHandlers, CatalogueView } from '../../../src-shared/contract/schemas.ts';
import type { PagePart } from '../../catalogue/pages.ts';
import { viewOf } from '../../catalogue/view.ts';
import { knownId, type CardId, type CategoryId, type SubcategoryId, type WalletId } from '../../core/ids.ts';
import { err, ok } from '../../core/result.ts';
import { deploymentIdentity } from '../../deployment/profile.ts';
import { limitsFor } from '../../orders/records/quantity-limits.ts';
import { withCharges } from '../counter/charges.ts';
import type { Counter } from '../counter/counter.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

export function catalogueCalls(context: CallContext): CallHandlers['catalogue'] {
  return {
    read: ({ walletId, from = 0, readAt, asSaid }) =>
      atCounter(context, (counter) => ok(pageOf(counter, walletId, { from, readAt, asSaid }, knowsCost(context)))),
    sync: ({ walletId }) =>
      atCounter(context, async (counter) => {
        const synced = await counter.catalogue.sync(knownId<WalletId>(walletId));
        return synced.ok
          ? ok(pageOf(counter, walletId, { from: 0, readAt: synced.value.readAt, asSaid: true }, knowsCost(context)))
          : synced;
      }),
    freshCard: ({ walletId, cardId }) =>
      atCounter(context, async (counter) => {
        const id = knownId<WalletId>(walletId);
        const fresh = await counter.catalogue.freshCard(id, knownId<CardId>(cardId));
        if (!fresh.ok) return fresh;
        const view = viewOf(id, { categories: [], subcategories: [], cards: [fresh.value] }, null);
        const { cards, pricesRevision } = withLimits(counter, withCharges(counter, view, knowsCost(context)));
        const [card] = cards;
        return card === undefined ? err({ code: 'card_unknown', field: 'card' }) : ok({ card, pricesRevision });
      }),
    logo: ({ walletId, id }) =>
      atCounter(context, async ({ catalogue }) =>
        ok({ image: await catalogue.logo(knownId<WalletId>(walletId), knownId<CategoryId | SubcategoryId>(id)) }),
      ),
  };
}

function pageOf(counter: Counter, walletId: string, part: PagePart, isCostShown: boolean): CatalogueView {
  const view = counter.catalogue.page(knownId<WalletId>(walletId), part);
  return withLimits(counter, withCharges(counter, view, isCostShown));
}

/** With what the service said of single cards when it refused orders for them. */
function withLimits({ localRecords: { journal }, session }: Counter, view: CatalogueView): CatalogueView {
  const limits = limitsFor(journal, deploymentIdentity(session.profile), knownId<WalletId>(view.walletId));
  const limited = (card: CatalogueView['cards'][number]): CatalogueView['cards'][number] => {
    const quantityLimits = limits.get(card.id);
    return quantityLimits === undefined ? card : { ...card, quantityLimits };
  };
  return limits.size === 0 ? view : { ...view, cards: view.cards.map(limited) };
}
