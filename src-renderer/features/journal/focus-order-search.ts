export const orderSearchId = 'order-search';

/** Where an order is looked for; what was looked for before goes with the first letter. */
export function focusOrderSearch(): void {
  const search = document.getElementById(orderSearchId);
  if (search instanceof HTMLInputElement) search.select();
}
