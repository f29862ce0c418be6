import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { mostBasketLines } from '../../../src-shared/contract/choices.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useBasket, whyNoLine } from '../../entities/sale/basket-store.ts';
import { useCheckout, type Draft } from '../../entities/sale/checkout-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';

/** Why the card in hand was not put beside the others, until something is changed in it. */
export function WhyNoLine({ draft }: { draft: Draft | null }) {
  const text = useText();
  const nameOf = useName();
  const isStuck = useBasket(({ stuck }) => stuck !== null && stuck === draft);
  const note = useRef<HTMLDivElement>(null);
  // The person looks at the card they pressed: what is said may lie out of sight.
  useEffect(() => {
    if (isStuck) note.current?.scrollIntoView({ block: 'nearest' });
  }, [isStuck]);
  if (draft === null || !isStuck) return null;
  const name = nameOf(draft.card.name) ?? text('catalogue.unnamedCard');
  return (
    <div ref={note}>
      <Callout
        tone="wait"
        role="alert"
        actions={
          <Button tone="quiet" onPress={remove}>
            {text('sale.basket.remove', { name })}
          </Button>
        }
      >
        <p>
          {text(`sale.stuck.${whyNoLine(draft) ?? 'full'}`, {
            name,
            most: mostBasketLines,
          })}
        </p>
      </Callout>
    </div>
  );
}

function remove(): void {
  flushSync(() => useCheckout.getState().clear());
  focusOn('search');
}
