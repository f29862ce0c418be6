import { useLayoutEffect, type KeyboardEvent } from 'react';
import { useFocusTarget } from '../../base/focus/focus-targets.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { SearchBox } from '../../ui/search-box.tsx';

const searchId = 'catalogue-search';

/**
 * Where the keyboard goes when a customer has been served: what the last one asked for is selected, and gone with the
 * first letter of the next.
 */
function focusSearch(): void {
  const search = document.getElementById(searchId);
  if (!(search instanceof HTMLInputElement)) return;
  // What is only selected is not scrolled to.
  search.focus();
  search.select();
}

/** Back to what is being looked for. */
export function returnToSearch(): void {
  document.getElementById(searchId)?.focus();
}

/** Whether what stands there is only what the last customer asked for: nothing was typed since. */
function isOfTheLast(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    target instanceof HTMLInputElement &&
    target.value !== '' &&
    target.selectionStart === 0 &&
    target.selectionEnd === target.value.length
  );
}

/** For whoever opens the area: what was looked for in it before is another customer's. */
export function useSearchOnOpening(): void {
  useLayoutEffect(focusSearch, []);
}

/** Instant and local. The down arrow goes to the cards; Enter takes the first that matches. */
export function CatalogueSearch({ onEnter, onDown }: { onEnter: () => void; onDown: () => void }) {
  const text = useText();
  const query = useCatalogue((catalogue) => catalogue.choice.query);
  // Cards that come take the keyboard from nobody; who typed in the box before them types on.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) returnToSearch();
  }, []);
  useFocusTarget('search', focusSearch);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
    if (event.key === 'Enter') {
      // The focus moves to the quantity at once: this same key would go on to submit the sale there.
      event.preventDefault();
      // One Enter too many after a hand-over would begin the same sale again.
      if (!event.repeat && !isOfTheLast(event)) onEnter();
    }
  };
  return (
    <SearchBox
      id={searchId}
      label={text('catalogue.search')}
      hint={text('catalogue.search.hint')}
      clear={text('catalogue.clearSearch')}
      size="l"
      value={query}
      onChange={(next) => useCatalogue.getState().choose({ query: next })}
      onKeyDown={onKeyDown}
    />
  );
}
