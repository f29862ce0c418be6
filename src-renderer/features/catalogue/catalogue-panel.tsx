import { useDeferredValue, useMemo } from 'react';

import type { CatalogueView } from '../../../src-preload/contract/schemas.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Busy, Skeleton } from '../../ui/skeleton.tsx';
import { ApartList, CardGrid } from './card-grid.tsx';
import { pick, shelve } from './browse.ts';
import type { Card } from './browse.ts';
import { useCatalogue } from './catalogue-store.ts';
import { KindRow } from './category-list.tsx';
import { CatalogueSearch } from './catalogue-search.tsx';
import { Freshness } from './freshness.tsx';
import { useFocusCard } from './use-focus-card.ts';
import './catalogue-panel.css';

interface CataloguePanelProps {
  readonly chosenId: string | undefined;
  readonly onChoose: (card: Card) => void;
}

export function CataloguePanel({ chosenId, onChoose }: CataloguePanelProps) {
  const text = useText();
  const { view, failure, syncing } = useCatalogue();
  const isKnown = view?.readAt !== undefined;
  return (
    <section className="catalogue" aria-label={text('catalogue.title')}>
      {view !== null && isKnown ? <KnownCatalogue view={view} chosenId={chosenId} onChoose={onChoose} /> : null}
      {!isKnown && (syncing || (view === null && failure === null)) ? (
        <div className="catalogue__scroll">
          <Busy label={text('catalogue.refreshing')} />
          <Skeleton shape="tile" count={12} />
        </div>
      ) : null}
      {!isKnown && !syncing && failure !== null ? <UnknownCatalogue /> : null}
    </section>
  );
}

function UnknownCatalogue() {
  const text = useText();
  const failure = useCatalogue((catalogue) => catalogue.failure);
  const retry = <Button icon="refresh" onPress={() => void useCatalogue.getState().sync()}>{text('app.again')}</Button>;
  return (
    <div className="catalogue__scroll">
      <EmptyState icon="card" title={text('catalogue.neverRead')} says={text('catalogue.neverRead.next')} />
      {failure === null ? null : <FailureNote failure={failure} actions={retry} />}
    </div>
  );
}

function KnownCatalogue({ view, chosenId, onChoose }: CataloguePanelProps & { view: CatalogueView }) {
  const text = useText();
  const { choice, choose } = useCatalogue();
  const query = useDeferredValue(choice.query);
  const shelved = useMemo(() => shelve(view), [view]);
  const { sellable, withoutPrice, unavailable } = useMemo(() => pick(shelved, { ...choice, query }), [shelved, choice, query]);
  const focusCard = useFocusCard(query, choice.query);
  // A key may come with the last letter, before the list of that letter is drawn: what was typed decides.
  const first = (): { readonly card: Card | undefined; readonly typed: string } => {
    const newest = useCatalogue.getState().choice;
    return { card: pick(shelved, newest).sellable[0]?.card, typed: newest.query };
  };
  const chooseFirst = (): void => {
    const { card, typed } = first();
    if (card !== undefined && typed !== '') onChoose(card);
  };
  const focusFirst = (): void => {
    const { card, typed } = first();
    if (card !== undefined) focusCard(card.id, typed);
  };
  const total = sellable.length + withoutPrice.length + unavailable.length;
  return (
    <>
      <div className="catalogue__bar">
        <CatalogueSearch onEnter={chooseFirst} onDown={focusFirst} />
        <Freshness view={view} count={sellable.length} />
        <KindRow view={view} />
      </div>
      <div className="catalogue__scroll">
        {sellable.length === 0 ? null : <CardGrid label={text('catalogue.ready')} cards={sellable} chosenId={chosenId} onChoose={onChoose} />}
        <ApartList title={text('catalogue.noPrice')} cards={withoutPrice} />
        <ApartList title={text('catalogue.unavailable')} cards={unavailable} />
        {total === 0 && query !== '' ? (
          <EmptyState icon="search" title={text('catalogue.noMatch')} says={text('catalogue.noMatch.next')}>
            <Button onPress={() => choose({ query: '', categoryId: null, subcategoryId: null })}>{text('catalogue.clearSearch')}</Button>
          </EmptyState>
        ) : null}
        {total === 0 && query === '' ? <EmptyState icon="card" title={text('catalogue.empty')} says={text('catalogue.empty.next')} /> : null}
      </div>
    </>
  );
}
