import type { StartView } from '../../../src-shared/contract/schemas.ts';
import { useSession } from '../../base/stores/session-store.ts';
import type { Card } from '../catalogue/browse.ts';

/** An invoice shows its codes again for 100 cards at most; more needs both card permissions. */
const mostOfInvoice = 100;

/** Most cards in one sale here: no more than can be shown again. */
export function useMostCards(): number {
  return useSession(({ start }) => mostIn(start));
}

/** Most of one card in one line: no more than the service last said that it sells. */
export function mostOf({ quantityLimits }: Pick<Card, 'quantityLimits'>): number {
  const most = mostIn(useSession.getState().start);
  return Math.min(most, quantityLimits?.maximum ?? most);
}

function mostIn(start: StartView | null): number {
  const { scopes = [], maximumQuantity = mostOfInvoice } = start ?? {};
  return scopes.includes('cards:read') && scopes.includes('cards:reveal')
    ? maximumQuantity
    : Math.min(maximumQuantity, mostOfInvoice);
}
