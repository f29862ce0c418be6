import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField } from 'react-aria-components/SearchField';
import type { KeyboardEvent } from 'react';

import { useText } from '../../app/i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useCatalogue } from './catalogue-store.ts';

const searchId = 'catalogue-search';

/** Where the keyboard goes when a customer has been served. */
export function focusSearch(): void {
  document.getElementById(searchId)?.focus();
}

/** Instant and local. The down arrow goes to the cards; Enter takes the first that matches. */
export function CatalogueSearch({ onEnter, onDown }: { onEnter: () => void; onDown: () => void }) {
  const text = useText();
  const query = useCatalogue((catalogue) => catalogue.choice.query);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
    if (event.key === 'Enter') {
      // The focus moves to the quantity at once: this same key would go on to submit the sale there.
      event.preventDefault();
      if (!event.repeat) onEnter();
    }
  };
  return (
    <SearchField className="catalogue-search" aria-label={text('catalogue.search')} value={query} onChange={(next) => useCatalogue.getState().choose({ query: next })} autoFocus>
      <Icon name="search" />
      <Input id={searchId} className="catalogue-search__input" placeholder={text('catalogue.search.hint')} dir="auto" onKeyDown={onKeyDown} />
      {query === '' ? null : <Button className="catalogue-search__clear" aria-label={text('catalogue.clearSearch')}><Icon name="cross" size={18} /></Button>}
    </SearchField>
  );
}
