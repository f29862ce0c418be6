import { useEffect } from 'react';
import { isModalOpen } from '../../base/focus/modal.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { isSellable, type Card, type Stock } from '../../entities/catalogue/browse.ts';

/**
 * Alt and a digit choose a favourite, wherever the focus is on the selling screen: a digit alone belongs to the search
 * and to a scanner. The key goes by its place, because under an Arabic layout it writes another character.
 */
export function useFavouriteKeys(stock: Stock, onChoose: (card: Card) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
      // AltGr is Ctrl with Alt, and writes.
      if (digit === undefined || !event.altKey || event.ctrlKey || event.metaKey || isModalOpen()) return;
      event.preventDefault();
      const shelved = favouriteOf(stock, usePreferences.getState().preferences.favourites, Number(digit));
      if (shelved !== undefined && isSellable(shelved) && !event.repeat) onChoose(shelved.card);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}

/** Counted among those that this wallet sees, as on the screen. */
function favouriteOf(stock: Stock, favourites: readonly string[], digit: number) {
  return favourites.flatMap((id) => stock.byId.get(id) ?? [])[digit - 1];
}
