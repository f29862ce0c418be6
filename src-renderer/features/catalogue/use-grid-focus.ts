import {
  useImperativeHandle,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { languages } from '../../../src-shared/words/languages.ts';
import { useLanguage } from '../../base/i18n/language.tsx';
import { isSellable, type Card, type ShelvedCard } from '../../entities/catalogue/browse.ts';
import { scrolledTo, step, type Block, type TilePosition, type Way } from './grid-layout.ts';

export interface GridFocus {
  focusFirst: () => void;
}

interface GridFocusOptions {
  readonly blocks: readonly Block<ShelvedCard>[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onChoose: (card: Card) => void;
  readonly onStar: (card: Card) => void;
  readonly onLeave: () => void;
  readonly focus: RefObject<GridFocus | null>;
}

/** Where the person was: by what stood there, because numbers change when a section grows above it. */
interface Active {
  readonly sectionId: string;
  readonly shelved: ShelvedCard;
}

const ways: Readonly<Record<string, Way>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  Home: 'start',
  End: 'end',
};

/**
 * The keyboard and the pointer on cards: one tile is the stop of the tab key, the arrows go on from it, Enter and a
 * click choose.
 */
export function useGridFocus({ blocks, scroller, onChoose, onStar, onLeave, focus }: GridFocusOptions) {
  const { dir } = languages[useLanguage()];
  const [wanted, setWanted] = useState<Active | null>(null);
  const active = positionOf(blocks, wanted);
  const cardAt = (position: TilePosition): ShelvedCard | undefined =>
    blocks[position.section]?.section.items[position.index];

  const focusOn = (position: TilePosition): void => {
    const [block, shelved, outer] = [blocks[position.section], cardAt(position), scroller.current];
    if (block === undefined || shelved === undefined || outer === null) return;
    // The stop is always made, so that it can take the focus before it is scrolled to.
    flushSync(() => setWanted({ sectionId: block.section.id, shelved }));
    outer.querySelector<HTMLElement>(`[data-position="${positionName(position)}"]`)?.focus({ preventScroll: true });
    outer.scrollTop = scrolledTo(block, position.index, outer.scrollTop, outer.clientHeight);
  };
  useImperativeHandle(focus, () => ({ focusFirst: () => focusOn({ section: 0, index: 0 }) }));

  const chooseAt = (position: TilePosition): void => {
    const shelved = cardAt(position);
    if (shelved !== undefined && isSellable(shelved)) onChoose(shelved.card);
  };
  return {
    active,
    onFocus: (event: FocusEvent): void => {
      const position = positionIn(event.target);
      const [block, shelved] = position === null ? [] : [blocks[position.section], cardAt(position)];
      if (block !== undefined && shelved !== undefined) setWanted({ sectionId: block.section.id, shelved });
    },
    onClick: (event: MouseEvent): void => {
      const position = positionIn(event.target);
      const shelved = position === null ? undefined : cardAt(position);
      if (position === null || shelved === undefined) return;
      if (event.target instanceof Element && event.target.closest('[data-star]') !== null) onStar(shelved.card);
      else chooseAt(position);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const position = positionIn(event.target);
      if (position === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const isTile = event.target instanceof HTMLElement && event.target.dataset['position'] !== undefined;
      if (isTile && (event.key === 'Enter' || event.key === ' ')) {
        // The focus moves to the quantity at once: this same key would go on to submit the sale there.
        event.preventDefault();
        if (!event.repeat) chooseAt(position);
        return;
      }
      const way = wayOf(event.key, dir);
      if (way === undefined) return;
      const rowsInSight = Math.max(
        1,
        Math.floor((scroller.current?.clientHeight ?? 0) / (blocks[position.section]?.pitch ?? 1)),
      );
      const next = step(blocks, position, way, rowsInSight);
      // Beyond the last tile the key goes on to scroll.
      if (next !== null && next.section === position.section && next.index === position.index) return;
      event.preventDefault();
      if (next === null) onLeave();
      else focusOn(next);
    },
  };
}

/** The position in the sections as they are now; the first tile where the other is gone. */
function positionOf(blocks: readonly Block<ShelvedCard>[], wanted: Active | null): TilePosition | null {
  const section = blocks.findIndex((block) => block.section.id === wanted?.sectionId);
  const index = wanted === null ? -1 : (blocks[section]?.section.items.indexOf(wanted.shelved) ?? -1);
  if (index !== -1) return { section, index };
  return blocks[0]?.section.shape === 'tiles' ? { section: 0, index: 0 } : null;
}

export function positionName({ section, index }: TilePosition): string {
  return `${String(section)}:${String(index)}`;
}

function positionIn(target: EventTarget): TilePosition | null {
  const name =
    target instanceof Element ? target.closest<HTMLElement>('[data-position]')?.dataset['position'] : undefined;
  const [section, index] = name?.split(':').map(Number) ?? [];
  return section === undefined || index === undefined ? null : { section, index };
}

function wayOf(key: string, dir: 'ltr' | 'rtl'): Way | undefined {
  const toTheEnd = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'ArrowLeft' || key === 'ArrowRight') return key === toTheEnd ? 'next' : 'previous';
  return ways[key];
}
