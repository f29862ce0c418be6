import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { lineInHand, useBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout, type Draft } from '../../entities/sale/checkout-store.ts';
import { Button } from '../../ui/button.tsx';

/** Keeps the card in hand for this customer, and goes on to look for the next. */
export function AddCard({ draft }: { draft: Draft }) {
  const text = useText();
  const placing = useCheckout((checkout) => checkout.placing);
  return (
    <Button
      icon="plus"
      wide
      aria-keyshortcuts="+"
      isDisabled={placing || lineInHand(draft) === null}
      onPress={addToBasket}
    >
      {text('sale.basket.add')}
    </Button>
  );
}

/** The keys of the form of a sale or a basket. */
export function saleKeys(event: KeyboardEvent): void {
  // A held Enter buys nothing again.
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  addByKey(event);
}

/** The plus key, with or without Shift, where a quantity is typed: nothing else is written with it there. */
function addByKey(event: KeyboardEvent): void {
  const isPlus = event.code === 'NumpadAdd' || event.code === 'Equal' || event.key === '+';
  const isInQuantity = event.target instanceof Element && event.target.closest('.number-input') !== null;
  if (!isPlus || !isInQuantity || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) addToBasket();
}

/** At once: what is typed straight after the key is looked for. */
function addToBasket(): void {
  if (flushSync(() => useBasket.getState().add())) focusOn('search');
}
