import { flushSync } from 'react-dom';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { isSameMoney } from '../../base/money/total.ts';
import { lineTotal, type BasketLine } from '../../entities/sale/basket-lines.ts';
import { cardNow, useBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { mostOf } from '../../entities/sale/most-cards.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';

/** What this customer gets so far: each kind of card with its quantity and what it comes to. */
export function BasketLines({ lines }: { lines: readonly BasketLine[] }) {
  const text = useText();
  return (
    <ol className="basket__lines" aria-label={text('sale.basket.lines')}>
      {lines.map((line, index) => (
        <Line key={`${line.walletId} ${line.card.id} ${index}`} line={line} index={index} />
      ))}
    </ol>
  );
}

function Line({ line, index }: { line: BasketLine; index: number }) {
  const text = useText();
  const name = useName();
  const placing = useCheckout((checkout) => checkout.placing);
  const { changeQuantity, remove } = useBasket.getState();
  const { quantity } = line;
  const card = cardNow(line);
  const cardName = name(line.card.name) ?? text('catalogue.unnamedCard');
  const most = mostOf(card ?? line.card);
  const removeLine = (): void => {
    flushSync(() => remove(index));
    focusOn(useCheckout.getState().stage.kind === 'draft' ? 'sale' : 'search');
  };
  return (
    <li className="basket__line">
      <p className="basket__name">
        <bdi>{cardName}</bdi> <LineTotal line={line} />
      </p>
      <LineNote line={line} most={most} />
      <div className="basket__steps">
        <Button
          tone="quiet"
          icon="minus"
          aria-label={text('sale.basket.less', { name: cardName })}
          isDisabled={placing || quantity <= 1}
          onPress={() => changeQuantity(index, quantity - 1)}
        />
        <Times quantity={quantity} />
        <Button
          tone="quiet"
          icon="plus"
          aria-label={text('sale.basket.more', { name: cardName })}
          isDisabled={placing || quantity >= most}
          onPress={() => changeQuantity(index, quantity + 1)}
        />
        <Button
          tone="quiet"
          icon="cross"
          aria-label={text('sale.basket.remove', { name: cardName })}
          isDisabled={placing}
          onPress={removeLine}
        />
      </div>
    </li>
  );
}

/** Where the price is another one than that at which the card was chosen, the old one beside the new. */
function LineTotal({ line }: { line: BasketLine }) {
  const card = cardNow(line);
  const now = card === null ? null : lineTotal(card, line);
  // Beside a price that was typed, what the card costs its customer else.
  const before = lineTotal(line.card, { quantity: line.quantity });
  if (now === null) return <strong>–</strong>;
  return (
    <span className="basket__amount">
      {before === null || isSameMoney(before, now) ? null : (
        <s>
          <Money {...before} />
        </s>
      )}{' '}
      <Money {...now} />
    </span>
  );
}

/** Why this line keeps the basket from being bought. */
function LineNote({ line, most }: { line: BasketLine; most: number }) {
  const text = useText();
  const isGone = cardNow(line)?.charge === undefined;
  if (!isGone && line.quantity <= most) return null;
  return (
    <p className="basket__note" role="status">
      {text(isGone ? 'sale.basket.gone' : 'sale.quantity.range', { most })}
    </p>
  );
}
