import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import type { Card, ShelvedCard } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import './card-grid.css';
import { CardLine, CardTile } from './card-tile.tsx';
import { boxOf, inSight, layoutOf, sizeOf, type Block, type Section } from './grid-layout.ts';
import { useGridFocus, type GridFocus } from './use-grid-focus.ts';
import { useSight } from './use-sight.ts';
import { useSlots } from './use-slots.ts';

/** Cards under one heading. `label` names the list to those who do not see where it stands. */
export interface CardSection extends Section<ShelvedCard> {
  readonly title: string;
  readonly label: string;
  /** Its first cards answer to the digits. */
  readonly hasDigits: boolean;
}

/** Zero is no digit that a person counts with. */
const digits = 9;

/** Which signs tell cards apart, and how many of each card are in the sale. */
export interface TileSigns {
  readonly showAtCost: boolean;
  readonly showBest: boolean;
  readonly inBasket: ReadonlyMap<string, number>;
}

interface CardGridProps {
  readonly sections: readonly CardSection[];
  readonly chosenId: string | undefined;
  readonly favourites: readonly string[];
  readonly showCost: boolean;
  readonly signs: TileSigns;
  readonly onChoose: (card: Card) => void;
  readonly onStar: (card: Card) => void;
  /** The arrow up from the first row. */
  readonly onLeave: () => void;
  readonly focus: RefObject<GridFocus | null>;
}

/** All cards of a choice in one scrolled place, in which the arrows go from section to section. */
export function CardGrid({ sections, onChoose, onStar, onLeave, focus, ...shown }: CardGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { query, shelf, subcategoryId } = useCatalogue(({ choice }) => choice);
  // Another choice begins with its first card, which is the one that Enter takes.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [query, shelf, subcategoryId]);
  const { scrolled, inlineSize, blockSize } = useSight(scroller, content);
  const blocks = useMemo(() => layoutOf(sections, inlineSize, shown.showCost), [sections, inlineSize, shown.showCost]);
  const { active, ...events } = useGridFocus({ blocks, scroller, onChoose, onStar, onLeave, focus });
  const hasTiles = sections.some(({ shape }) => shape === 'tiles');
  return (
    <div className="catalogue__scroll" ref={scroller} {...events} {...(hasTiles ? {} : { tabIndex: 0 })}>
      <div ref={content}>
        {inlineSize === 0
          ? null
          : sections.map((section, number) => {
              const block = blocks[number];
              if (block === undefined) return null;
              const stop = active?.section === number ? active.index : null;
              const [from, to] = inSight(block, scrolled, blockSize);
              return (
                <Cards
                  key={section.id}
                  section={section}
                  number={number}
                  block={block}
                  from={from}
                  to={to}
                  stop={stop}
                  {...shown}
                />
              );
            })}
      </div>
    </div>
  );
}

interface CardsProps extends Pick<CardGridProps, 'chosenId' | 'favourites' | 'showCost' | 'signs'> {
  readonly section: CardSection;
  readonly number: number;
  readonly block: Block<ShelvedCard>;
  readonly from: number;
  readonly to: number;
  /**
   * The one tile that the tab key stops at, if it is here: it is made also while it is out of sight, so that the focus
   * is never lost.
   */
  readonly stop: number | null;
}

function Cards({ section, number, block, from, to, stop, chosenId, favourites, showCost, signs }: CardsProps) {
  const text = useText();
  const starred = useMemo(() => new Set(favourites), [favourites]);
  const count = section.items.length;
  const made = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (stop !== null && stop < count && (stop < from || stop >= to)) made.push(stop);
  const idAt = (index: number): string => section.items[index]?.card.id ?? '';
  const slots = useSlots(made.map(idAt), stop === null ? undefined : idAt(stop));
  const isTiles = section.shape === 'tiles';
  return (
    <div className="card-section">
      <h2 className="card-section__title">
        {section.title}{' '}
        <span className="card-section__count">
          {text('catalogue.count', { count })}
          {section.hasDigits ? ` · ${text('catalogue.digits')}` : ''}
        </span>
      </h2>
      <div
        className="card-section__cards"
        style={{ blockSize: sizeOf(block) }}
        aria-label={section.label}
        {...(isTiles ? { role: 'grid', 'aria-rowcount': count, 'aria-colcount': 1 } : { role: 'list' })}
      >
        {made.map((index) => {
          const shelved = section.items[index];
          if (shelved === undefined) return null;
          const { id } = shelved.card;
          const box = boxOf(block, index);
          if (!isTiles) return <CardLine key={slots.get(id)} index={index} shelved={shelved} count={count} {...box} />;
          const digit = section.hasDigits && index < digits ? index + 1 : undefined;
          return (
            <CardTile
              key={slots.get(id)}
              id={`${section.id}-${id}`}
              section={number}
              index={index}
              shelved={shelved}
              digit={digit}
              {...box}
              isChosen={id === chosenId}
              isFavourite={starred.has(id)}
              isStop={index === stop}
              showCost={showCost}
              showAtCost={signs.showAtCost}
              showBest={signs.showBest}
              inBasket={signs.inBasket.get(id) ?? 0}
            />
          );
        })}
      </div>
    </div>
  );
}
