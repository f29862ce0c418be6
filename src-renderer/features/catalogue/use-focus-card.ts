import { useEffect, useState } from 'react';

import { isSearchFocused } from './catalogue-search.tsx';

interface Wanted {
  readonly cardId: string;
  readonly query: string;
}

/**
 * Focuses a card's row in the list of `query`, at once or when that list is drawn: a row of the list before may vanish with the
 * focus. `drawn` is the query of the list on the screen and `typed` the newest one; a wish for neither is dropped.
 */
export function useFocusCard(drawn: string, typed: string): (cardId: string, query: string) => void {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    if (wanted === null || wanted.query !== drawn || drawn !== typed) return undefined;
    // The grid makes its rows in a render of its own, after the one that gave it the cards.
    const frame = requestAnimationFrame(() => {
      // Enter or a click may have taken the person elsewhere meanwhile.
      if (isSearchFocused()) rowOf(wanted.cardId)?.focus();
      setWanted(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, drawn, typed]);
  return (cardId, query) => {
    if (query === drawn) rowOf(cardId)?.focus();
    else setWanted({ cardId, query });
  };
}

function rowOf(cardId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-grid="sellable"] [role="row"][data-key="${CSS.escape(cardId)}"]`);
}
