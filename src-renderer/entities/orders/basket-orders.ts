import { finalStates } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { hasCodesWaiting } from './orders-store.ts';

/** The lines of a basket in their order, each with its latest try alone. */
export function linesOf(byId: Readonly<Record<string, OrderView>>, basket: string): readonly OrderView[] {
  const all = Object.values(byId).filter((order) => order.basket?.id === basket);
  const replaced = new Set(all.map(({ replaces }) => replaces));
  return all
    .filter(({ operationId }) => !replaced.has(operationId))
    .toSorted((one, other) => (one.basket?.line ?? 0) - (other.basket?.line ?? 0));
}

/** Whether it has a result: what came can be handed over, and nothing more comes by itself. */
export function hasEnded({ state }: OrderView): boolean {
  return finalStates.includes(state);
}

/** What the customer gets and pays for: bought, and not only by a person's word. */
export function hasCome(order: OrderView): boolean {
  return hasCodesWaiting(order) || order.codesState === 'handedOver';
}

/** The lines of a basket whose codes the customer has still to get. */
export function waitingIn(byId: Readonly<Record<string, OrderView>>, basket: string): readonly OrderView[] {
  return linesOf(byId, basket).filter(hasCodesWaiting);
}

/** What is handed over on one sheet is one sale; what waits for an answer is a line that has its own. */
export function oncePerSheet(kept: readonly OrderView[]): readonly OrderView[] {
  const baskets = new Set<string>();
  return kept.filter((order) => {
    if (order.basket === undefined || !hasCodesWaiting(order)) return true;
    const isFirst = !baskets.has(order.basket.id);
    baskets.add(order.basket.id);
    return isFirst;
  });
}

/** The orders on one receipt: of what was handed over, all lines of the sale that are known here. */
export function soldWith(byId: Readonly<Record<string, OrderView>>, order: OrderView): readonly OrderView[] {
  if (order.basket === undefined || order.codesState !== 'handedOver') return [order];
  return linesOf(byId, order.basket.id).filter(({ codesState }) => codesState === 'handedOver');
}
