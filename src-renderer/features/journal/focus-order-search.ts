export const orderSearchId = 'order-search';

/** Where an order is looked for. */
export function focusOrderSearch(): void {
  document.getElementById(orderSearchId)?.focus();
}
