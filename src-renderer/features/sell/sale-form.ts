import { focusOn } from '../../base/focus/focus-targets.ts';

export const saleFormId = 'sale-form';

/** Buys what stands in the form, as its button would, wherever the focus is. */
export function submitSale(): void {
  const form = document.getElementById(saleFormId);
  if (!(form instanceof HTMLFormElement)) return;
  form.requestSubmit();
}

/**
 * Where the keyboard goes on with a sale: to its quantity, which the next digit replaces, or to the search where no
 * card is chosen.
 */
export function focusSale(): void {
  const quantity = document.getElementById(saleFormId)?.querySelector('input');
  if (quantity === null || quantity === undefined) focusOn('search');
  else quantity.select();
}
