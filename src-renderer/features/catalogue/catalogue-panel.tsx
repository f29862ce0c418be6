import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import type { Card, Stock } from '../../entities/catalogue/browse.ts';
import { everything, useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useBasket } from '../../entities/sale/basket-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Busy, Loading } from '../../ui/skeleton.tsx';
import { CardGrid } from './card-grid.tsx';
import { CatalogueSearch, returnToSearch } from './catalogue-search.tsx';
import { KindRow, ShelfNote } from './category-list.tsx';
import { CatalogueTools, Freshness } from './freshness.tsx';
import { withFavourite } from './habits.ts';
import { sharedBy } from './tile-facts.ts';
import { useFavouriteKeys } from './use-favourite-keys.ts';
import type { GridFocus } from './use-grid-focus.ts';
import { useSections } from './use-sections.ts';
import './catalogue-panel.css';

interface CataloguePanelProps {
  readonly chosenId: string | undefined;
  readonly onChoose: (card: Card) => void;
}

export function CataloguePanel({ chosenId, onChoose }: CataloguePanelProps) {
  const text = useText();
  const stock = useCatalogue((catalogue) => catalogue.stock);
  const failure = useCatalogue((catalogue) => catalogue.failure);
  const isKnown = useCatalogue(({ view }) => view?.readAt !== undefined);
  return (
    <section className="catalogue" aria-label={text('catalogue.title')}>
      {stock !== null && isKnown ? <KnownCatalogue stock={stock} chosenId={chosenId} onChoose={onChoose} /> : null}
      {!isKnown && failure === null ? <CardsComing /> : null}
      {!isKnown && failure !== null ? <UnknownCatalogue failure={failure} /> : null}
    </section>
  );
}

/** In the places that they will have. What is typed meanwhile is looked for once they are there. */
function CardsComing() {
  const text = useText();
  const nothing = (): void => undefined;
  return (
    <>
      <div className="catalogue__bar">
        <div className="catalogue__find">
          <CatalogueSearch onEnter={nothing} onDown={nothing} />
        </div>
        <div className="freshness" />
      </div>
      <div className="catalogue__scroll">
        <Loading label={text('catalogue.refreshing')} shape="tile" count={12} />
      </div>
    </>
  );
}

/** It stays while the cards are asked for once more: the keyboard may be on its button. */
function UnknownCatalogue({ failure }: { failure: Failure }) {
  const text = useText();
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  const retry = <RetryButton isPending={syncing} onPress={() => void useCatalogue.getState().sync()} />;
  return (
    <div className="catalogue__scroll">
      <EmptyState icon="card" title={text('catalogue.neverRead')} says={text('catalogue.neverRead.next')} />
      <FailureNote failure={failure} actions={retry} />
      {syncing ? <Busy label={text('catalogue.refreshing')} /> : null}
    </div>
  );
}

function KnownCatalogue({ stock, chosenId, onChoose }: CataloguePanelProps & { stock: Stock }) {
  const text = useText();
  const view = useCatalogue((catalogue) => catalogue.view);
  const favourites = usePreferences(({ preferences }) => preferences.favourites);
  const [showCost, setShowCost] = useState(false);
  const { sections, isSimilar } = useSections(stock);
  const isShared = useMemo(
    () => sharedBy(sections.filter(({ shape }) => shape === 'tiles').map(({ items }) => items)),
    [sections],
  );
  const inBasket = useInBasket();
  const signs = useMemo(
    () => ({ showAtCost: !isShared.atCost, showBest: !isShared.best, inBasket }),
    [isShared, inBasket],
  );
  const grid = useRef<GridFocus>(null);
  const drawn = useRef<{ readonly first: Card | undefined; readonly isSimilar: boolean }>({
    first: undefined,
    isSimilar,
  });
  useLayoutEffect(() => {
    drawn.current = { first: sections[0]?.shape === 'tiles' ? sections[0].items[0]?.card : undefined, isSimilar };
  }, [sections, isSimilar]);
  const focusFirst = (): void => {
    drawNow();
    grid.current?.focusFirst();
  };
  const chooseFirst = (): void => {
    drawNow();
    const { first, isSimilar: isOnlySimilar } = drawn.current;
    if (useCatalogue.getState().choice.query === '' || first === undefined) return;
    // What was found is not what was typed, or what was typed may be among the cards that are still to come: the person
    // looks at it before it is chosen.
    if (isOnlySimilar || useCatalogue.getState().view?.next !== undefined) focusFirst();
    else onChoose(first);
  };
  const star = ({ id }: Card): void =>
    void usePreferences.getState().change({ favourites: withFavourite(favourites, id) });
  useFavouriteKeys(stock, onChoose);
  if (view === null) return null;
  return (
    <>
      <div className="catalogue__bar">
        <div className="catalogue__find">
          <CatalogueSearch onEnter={chooseFirst} onDown={focusFirst} />
          <CatalogueTools showCost={showCost} onShowCost={setShowCost} />
        </div>
        <Freshness view={view} isAllAtCost={isShared.atCost && !showCost} />
        <KindRow view={view} />
        <ShelfNote view={view} />
        {isSimilar ? (
          <p className="catalogue__similar" role="status">
            {text('catalogue.similar')}
          </p>
        ) : null}
      </div>
      {sections.length === 0 ? (
        <NothingHere />
      ) : (
        <CardGrid
          sections={sections}
          chosenId={chosenId}
          favourites={favourites}
          showCost={showCost}
          signs={signs}
          focus={grid}
          onChoose={onChoose}
          onStar={star}
          onLeave={returnToSearch}
        />
      )}
    </>
  );
}

/** How many of each card are in the sale that is being put together. */
function useInBasket(): ReadonlyMap<string, number> {
  const lines = useBasket((basket) => basket.lines);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { card, quantity } of lines) counts.set(card.id, (counts.get(card.id) ?? 0) + quantity);
    return counts;
  }, [lines]);
}

/** A key may come with the last letter, before the list of that letter is drawn: what was typed decides. */
function drawNow(): void {
  flushSync(() => undefined);
}

function NothingHere() {
  const text = useText();
  const { query, shelf } = useCatalogue((catalogue) => catalogue.choice);
  const isComing = useCatalogue((catalogue) => catalogue.view?.next !== undefined);
  const clear = (): void => useCatalogue.getState().choose(everything);
  // What is searched for may be in a part that has not come yet.
  if (isComing)
    return (
      <div className="catalogue__scroll">
        <Loading label={text('catalogue.refreshing')} shape="tile" count={12} />
      </div>
    );
  if (query !== '') {
    return (
      <div className="catalogue__scroll">
        <EmptyState icon="search" title={text('catalogue.noMatch')} says={text('catalogue.noMatch.next')}>
          <Button onPress={clear}>{text('catalogue.clearSearch')}</Button>
        </EmptyState>
      </div>
    );
  }
  const own = shelf === 'favourites' || shelf === 'recent' ? shelf : null;
  return (
    <div className="catalogue__scroll">
      {own === null ? (
        <EmptyState icon="card" title={text('catalogue.empty')} says={text('catalogue.empty.next')} />
      ) : (
        <EmptyState
          icon={own === 'favourites' ? 'star' : 'clock'}
          title={text(`catalogue.${own}.none`)}
          says={text(`catalogue.${own}.none.next`)}
        >
          <Button onPress={clear}>{text('catalogue.all')}</Button>
        </EmptyState>
      )}
    </div>
  );
}
