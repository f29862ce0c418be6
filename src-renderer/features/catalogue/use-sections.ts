import { useMemo } from 'react';
import { recentlySold } from '../../../src-shared/search/recently-sold.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { pick, type ShelvedCard, type Stock } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import type { CardSection } from './card-grid.tsx';

interface Sections {
  readonly sections: readonly CardSection[];
  readonly isSimilar: boolean;
}

/** What stands on the screen now, in the order of the screen; sections without a card are left out. */
export function useSections(stock: Stock): Sections {
  const text = useText();
  const name = useName();
  const choice = useCatalogue((catalogue) => catalogue.choice);
  const view = useCatalogue((catalogue) => catalogue.view);
  const walletId = useCatalogue((catalogue) => catalogue.walletId);
  const favourites = usePreferences(({ preferences }) => preferences.favourites);
  const recentBefore = useCatalogue((catalogue) => catalogue.recentBefore);
  const orders = useOrders(({ byId }) => byId);
  const isRemembered = useOrders(({ phase }) => phase === 'loading') && recentBefore.length > 0;
  // Orders change while a sale is on its way; the list is the same list as long as it names the same cards.
  const recentNames = useMemo(
    () => (isRemembered ? recentBefore : recentlySold(Object.values(orders), walletId ?? '')).join(' '),
    [orders, walletId, isRemembered, recentBefore],
  );
  const recent = useMemo(() => recentNames.split(' '), [recentNames]);
  const picked = useMemo(() => pick(stock, choice, { favourites, recent }), [stock, choice, favourites, recent]);
  return useMemo(() => {
    const chosen =
      view?.subcategories.find(({ id }) => id === choice.subcategoryId) ??
      view?.categories.find(({ id }) => id === choice.shelf);
    const own =
      choice.shelf === 'recent' || choice.shelf === 'best' ? text(`catalogue.${choice.shelf}`) : text('catalogue.all');
    const title = choice.query === '' ? (name(chosen?.name) ?? own) : text('catalogue.found');
    const tiles = (id: string, title: string, label: string, items: readonly ShelvedCard[]): CardSection => ({
      id,
      title,
      label,
      items,
      shape: 'tiles',
      hasDigits: id === 'favourites',
    });
    const lines = (id: string, title: string, items: readonly ShelvedCard[]): CardSection => ({
      id,
      title,
      label: title,
      items,
      shape: 'lines',
      hasDigits: false,
    });
    const all = [
      tiles('favourites', text('catalogue.favourites'), text('catalogue.favourites'), picked.favourites),
      tiles('recent', text('catalogue.recent'), text('catalogue.recent'), picked.recent),
      tiles('ready', title, text('catalogue.ready'), picked.sellable),
      lines('noPrice', text('catalogue.noPrice'), picked.withoutPrice),
      lines('unavailable', text('catalogue.unavailable'), picked.unavailable),
    ];
    return { sections: all.filter(({ items }) => items.length > 0), isSimilar: picked.isSimilar };
  }, [picked, choice, view, text, name]);
}
