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
import { Times } from '../../ui/times.tsx';
import { tileFacts, type TileFacts } from './tile-facts.ts';
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

/** What a tile says beside name and price; each only where it tells the card from others. */
interface Signs {
  readonly showCost: boolean;
  readonly showAtCost: boolean;
  readonly showBest: boolean;
  /** How many are in the sale that is being put together. */
  readonly inBasket: number;
}

interface CardTileProps extends Positioned, Signs {
  readonly digit: number | undefined;
  readonly isChosen: boolean;
  readonly isFavourite: boolean;
  /** Where the tab key stops. */
  readonly isStop: boolean;
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
  showAtCost,
  showBest,
  inBasket,
  ...box
}: CardTileProps) {
  const text = useText();
  const name = useName();
  const { card, subcategory } = shelved;
  const cardName = name(card.name) ?? text('catalogue.unnamedCard');
  const kind = name(subcategory?.name);
  const facts = tileFacts(cardName, kind, card.faceValue);
  const signs = { showCost, showAtCost, showBest, inBasket };
  const isOneLine = showCost || hasNotes(shelved, facts, signs);
  const tabIndex = isStop ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={cardName}
      aria-describedby={`${id}-says`}
      aria-disabled={!isSellable(shelved)}
      {...(digit === undefined ? {} : { 'aria-keyshortcuts': `Alt+${String(digit)}` })}
      tabIndex={tabIndex}
      className={isChosen ? 'card-tile card-tile--chosen' : 'card-tile'}
      style={box}
      data-position={positionName({ section, index })}
    >
      <div role="gridcell" className="card-tile__cell">
        <span className="card-tile__head">
          <Logo ownerId={subcategory?.id} name={kind ?? cardName} />
          {facts.value === null ? null : <Value value={facts.value} />}
        </span>
        <span className={isOneLine ? 'card-tile__name card-tile__name--one' : 'card-tile__name'} title={cardName}>
          <bdi>{facts.title}</bdi>
        </span>
        <Says id={`${id}-says`} shelved={shelved} facts={facts} digit={digit} signs={signs} />
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

/** The number large and its unit beside it; what is words more than a number takes two lines before it is cut. */
function Value({ value }: { value: string }) {
  const [, number = '', unit = ''] = /^(\p{Sc}?[\p{N}.,٫٬]+\p{Sc}?)(.*)$/u.exec(value) ?? [];
  // A long number leaves less room for its unit, which must not be cut off: 5.000 KWD.
  const isShort = number !== '' && value.length <= (number.length > 4 ? 8 : 9);
  return (
    <bdi className={isShort ? 'card-tile__value' : 'card-tile__value card-tile__value--words'} title={value}>
      {isShort ? number : value}
      {isShort && unit !== '' ? <span className="card-tile__unit">{unit}</span> : null}
    </bdi>
  );
}

function shownSigns({ card: { charge, available }, subcategory }: ShelvedCard, signs: Signs) {
  return {
    atCost: signs.showAtCost && !signs.showCost && charge?.source === 'cost',
    best: signs.showBest && !signs.showCost && available && subcategory?.isBestSelling === true,
  };
}

function hasNotes(shelved: ShelvedCard, facts: TileFacts, signs: Signs): boolean {
  const { charge, available, hasSpecialOffer } = shelved.card;
  const { atCost, best } = shownSigns(shelved, signs);
  const isMarked = !available || atCost || best || signs.inBasket > 0 || hasSpecialOffer || facts.brand !== null;
  return isMarked || isOff(signs.showCost, charge);
}

interface SaysProps {
  readonly id: string;
  readonly shelved: ShelvedCard;
  readonly facts: TileFacts;
  readonly digit: number | undefined;
  readonly signs: Signs;
}

/** What tells the card from others, and what a customer pays for it. */
function Says({ id, shelved, facts, digit, signs }: SaysProps) {
  const text = useText();
  const { card } = shelved;
  const { charge, unitPrice, available, faceValue } = card;
  const { showCost, inBasket } = signs;
  const { atCost, best } = shownSigns(shelved, signs);
  return (
    <span className="card-tile__says" id={id}>
      {facts.isValueBesideName && faceValue !== undefined ? (
        <span className="visually-hidden">{text('catalogue.faceValue', { value: faceValue })}</span>
      ) : null}
      {hasNotes(shelved, facts, signs) ? (
        <span className="card-tile__notes">
          {available ? null : <Badge tone="wait">{text('catalogue.unavailable')}</Badge>}
          {inBasket > 0 ? (
            <Badge tone="accent">
              <Times quantity={inBasket} />
            </Badge>
          ) : null}
          {showCost ? <Off charge={charge} /> : null}
          {atCost ? <ChargeSign charge={charge} /> : null}
          <OfferBadge card={card} />
          {facts.brand === null ? null : <bdi className="card-tile__kind">{facts.brand}</bdi>}
          {best ? <Badge tone="neutral">{text('catalogue.bestSelling')}</Badge> : null}
        </span>
      ) : null}
      {showCost && charge !== undefined && unitPrice !== undefined ? <Cost charge={charge} cost={unitPrice} /> : null}
      <span className={isLong(charge) ? 'card-tile__price card-tile__price--long' : 'card-tile__price'}>
        {charge === undefined ? (
          <span className="card-tile__none">{text('catalogue.noPriceShort')}</span>
        ) : (
          <Money {...charge.price} strong />
        )}
        {digit === undefined || isLong(charge) ? null : (
          <kbd className="card-tile__digit" aria-hidden="true">
            {digit}
          </kbd>
        )}
      </span>
    </span>
  );
}

/** An amount that fills its line; the key that chooses the card still does. */
function isLong(charge: Card['charge']): boolean {
  return charge !== undefined && shownAmount(charge.price.amount, charge.price.currency).length > 8;
}

function isOff(showCost: boolean, charge: Card['charge']): boolean {
  return showCost && (charge?.notByRule !== undefined || charge?.isBelowCost === true);
}

/** Why a rule was not followed, and that the shop pays more than its customer. */
function Off({ charge }: { charge: Card['charge'] }) {
  const text = useText();
  return (
    <>
      {charge?.notByRule === undefined ? null : (
        <Badge tone="wait">{text(`charge.notByRule.${charge.notByRule}`)}</Badge>
      )}
      {charge?.isBelowCost === true ? <Badge tone="bad">{text('charge.belowCost')}</Badge> : null}
    </>
  );
}

/** What the shop pays and what it keeps. */
function Cost({ charge, cost }: { charge: NonNullable<Card['charge']>; cost: NonNullable<Card['unitPrice']> }) {
  const text = useText();
  const { margin, price } = charge;
  // The currency is said once where it is the same.
  const costText =
    cost.currency === price.currency
      ? shownAmount(cost.amount, cost.currency)
      : moneyText(cost.amount, cost.currency, text);
  return (
    <span className="card-tile__cost">
      {text('catalogue.cost', { cost: costText })}
      {margin === undefined ? '' : ` · ${text('catalogue.margin', { margin: shownAmount(margin, price.currency) })}`}
    </span>
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
