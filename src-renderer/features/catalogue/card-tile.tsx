import { memo } from 'react';
import { shownAmount } from '../../../src-shared/money/shown-amount.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { isSellable, type Card, type ShelvedCard } from '../../entities/catalogue/browse.ts';
import { ChargeSign } from '../../entities/catalogue/charge-sign.tsx';
import { Logo } from '../../entities/catalogue/logo.tsx';
import { OfferBadge } from '../../entities/catalogue/offer-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import './card-tile.css';
import { Icon } from '../../ui/icon.tsx';
import { Money, moneyText } from '../../ui/money.tsx';
import { positionName } from './use-grid-focus.ts';

/** Numbers of their own, and not an object: a tile that stays where it is is not drawn again. */
interface Positioned {
  readonly id: string;
  readonly section: number;
  readonly index: number;
  readonly insetInlineStart: number;
  readonly insetBlockStart: number;
  readonly inlineSize: number;
  readonly blockSize: number;
  readonly shelved: ShelvedCard;
}

interface CardTileProps extends Positioned {
  readonly digit: number | undefined;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  /** Where the tab key stops. */
  readonly isStop: boolean;
  readonly showCost: boolean;
}

export const CardTile = memo(function CardTile({
  id,
  section,
  index,
  shelved,
  digit,
  isChosen,
  isFavourite,
  isStop,
  showCost,
  ...box
}: CardTileProps) {
  const text = useText();
  const name = useName();
  const { card, subcategory } = shelved;
  const cardName = name(card.name) ?? text('catalogue.unnamedCard');
  const kind = name(subcategory?.name);
  const tabIndex = isStop ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={cardName}
      aria-describedby={`${id}-stub`}
      aria-disabled={!isSellable(shelved)}
      tabIndex={tabIndex}
      className={isChosen ? 'card-tile card-tile--chosen' : 'card-tile'}
      style={box}
      data-position={positionName({ section, index })}
    >
      <div role="gridcell" className="card-tile__cell">
        <span className="card-tile__head">
          <Logo ownerId={subcategory?.id} name={kind ?? cardName} />
          <bdi className="card-tile__kind">{kind ?? ''}</bdi>
        </span>
        <span className="card-tile__name">
          <bdi>{cardName}</bdi>
        </span>
        <span className="card-tile__facts">
          {card.faceValue === undefined ? null : (
            <span className="card-tile__face">{text('catalogue.faceValue', { value: card.faceValue })}</span>
          )}
        </span>
        <Stub id={`${id}-stub`} shelved={shelved} showCost={showCost} digit={digit} />
        <button
          type="button"
          className="card-tile__star"
          tabIndex={tabIndex}
          aria-pressed={isFavourite}
          aria-label={text('catalogue.favourite.of', { name: cardName })}
          data-star
        >
          <Icon name="star" size={18} />
        </button>
      </div>
    </div>
  );
});

/** The price sits on the stub, below the perforation, with what only concerns it. */
function Stub({
  id,
  shelved,
  showCost,
  digit,
}: {
  id: string;
  shelved: ShelvedCard;
  showCost: boolean;
  digit: number | undefined;
}) {
  const text = useText();
  const { card, subcategory } = shelved;
  const { charge, unitPrice, available } = card;
  return (
    <span className="card-tile__stub" id={id}>
      <span className="card-tile__price">
        {charge === undefined ? (
          <span className="card-tile__none">{text('catalogue.noPriceShort')}</span>
        ) : (
          <Money {...charge.price} strong />
        )}
        {digit === undefined ? null : <kbd className="card-tile__digit">Alt {digit}</kbd>}
      </span>
      <span className="card-tile__notes">
        {available ? null : <Badge tone="wait">{text('catalogue.unavailable')}</Badge>}
        {showCost && charge !== undefined && unitPrice !== undefined ? <Cost charge={charge} cost={unitPrice} /> : null}
        {showCost ? null : <ChargeSign charge={charge} />}
        <OfferBadge card={card} />
        {subcategory?.isBestSelling === true && !showCost && available ? (
          <Badge tone="neutral">{text('catalogue.bestSelling')}</Badge>
        ) : null}
      </span>
    </span>
  );
}

/** What the shop pays and what it keeps; why a rule was not followed comes before that. */
function Cost({ charge, cost }: { charge: NonNullable<Card['charge']>; cost: NonNullable<Card['unitPrice']> }) {
  const text = useText();
  const { margin, notByRule, isBelowCost, price } = charge;
  // The currency is said once where it is the same.
  const costText =
    cost.currency === price.currency
      ? shownAmount(cost.amount, cost.currency)
      : moneyText(cost.amount, cost.currency, text);
  return (
    <>
      {notByRule === undefined ? null : <Badge tone="wait">{text(`charge.notByRule.${notByRule}`)}</Badge>}
      {isBelowCost === true ? <Badge tone="bad">{text('charge.belowCost')}</Badge> : null}
      <span className="card-tile__cost">
        {text('catalogue.cost', { cost: costText })}
        {margin === undefined ? '' : ` · ${text('catalogue.margin', { margin: shownAmount(margin, price.currency) })}`}
      </span>
    </>
  );
}

/** A card that cannot be sold now, by name only. */
export const CardLine = memo(function CardLine({
  index,
  shelved: { card },
  count,
  insetInlineStart,
  insetBlockStart,
  inlineSize,
  blockSize,
}: Omit<Positioned, 'id' | 'section'> & { count: number }) {
  const text = useText();
  const name = useName();
  return (
    <div
      role="listitem"
      className="card-line"
      style={{ insetInlineStart, insetBlockStart, inlineSize, blockSize }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <bdi className="card-line__name">{name(card.name) ?? text('catalogue.unnamedCard')}</bdi>
      {card.charge === undefined ? <span>{text('catalogue.noPriceShort')}</span> : <Money {...card.charge.price} />}
    </div>
  );
});
