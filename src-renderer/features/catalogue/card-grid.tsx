import { GridList, GridListItem } from 'react-aria-components/GridList';

import { useName, useText } from '../../app/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money, groupThousands } from '../../ui/money.tsx';
import type { Card, ShelvedCard } from './browse.ts';
import './card-grid.css';

interface CardGridProps {
  readonly label: string;
  readonly cards: readonly ShelvedCard[];
  readonly chosenId: string | undefined;
  readonly onChoose: (card: Card) => void;
}

export function CardGrid({ label, cards, chosenId, onChoose }: CardGridProps) {
  const text = useText();
  const name = useName();
  const byId = new Map(cards.map((shelved) => [shelved.card.id, shelved.card]));
  const choose = (key: string | number): void => {
    const card = byId.get(String(key));
    if (card !== undefined) onChoose(card);
  };
  return (
    <GridList className="card-grid" aria-label={label} layout="grid" selectionMode="none" onAction={choose} data-grid="sellable" dependencies={[chosenId, name]} items={cards.map((shelved) => ({ id: shelved.card.id, shelved }))}>
      {({ id, shelved }) => (
        <GridListItem className={id === chosenId ? 'card-tile card-tile--chosen' : 'card-tile'} id={id} textValue={name(shelved.card.name) ?? text('catalogue.unnamedCard')}>
          <CardFace shelved={shelved} />
        </GridListItem>
      )}
    </GridList>
  );
}

function CardFace({ shelved: { card, subcategory } }: { shelved: ShelvedCard }) {
  const text = useText();
  const name = useName();
  const { unitPrice, personalPrice } = card;
  return (
    <>
      <span className="card-tile__kind"><bdi>{name(subcategory?.name) ?? ''}</bdi></span>
      <span className="card-tile__name"><bdi>{name(card.name) ?? text('catalogue.unnamedCard')}</bdi></span>
      <span className="card-tile__badges">
        {card.hasSpecialOffer ? <Badge tone="accent">{text('catalogue.offer')}</Badge> : null}
        {subcategory?.isBestSelling === true ? <Badge tone="neutral">{text('catalogue.bestSelling')}</Badge> : null}
      </span>
      <span className="card-tile__stub">
        {unitPrice === undefined ? null : <Money {...unitPrice} strong />}
        {personalPrice === undefined ? null : (
          <span className="card-tile__retail">{text('catalogue.retail', { price: groupThousands(personalPrice.amount) })}</span>
        )}
      </span>
    </>
  );
}

/** Cards that cannot be sold now, by name only, apart from those that can. */
export function ApartList({ title, cards }: { title: string; cards: readonly ShelvedCard[] }) {
  const text = useText();
  const name = useName();
  if (cards.length === 0) return null;
  return (
    <section className="apart-list">
      <h2>{title} <span className="apart-list__count">{text('catalogue.count', { count: cards.length })}</span></h2>
      <ul>
        {cards.map(({ card }) => (
          <li key={card.id}>
            <bdi>{name(card.name) ?? text('catalogue.unnamedCard')}</bdi>
            {card.unitPrice === undefined ? <span>{text('catalogue.noPriceShort')}</span> : <Money {...card.unitPrice} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
