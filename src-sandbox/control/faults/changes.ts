import { z } from 'zod';
import { allScopes } from '../../state/settings.ts';
import { toThousandths } from '../../state/thousandths.ts';
import { balanceSchema, factorSchema } from './amounts.ts';
import { faultKind, noParameters, type FaultKind, type Upcoming } from './behaviour.ts';

const walletId = z.uuid().optional();

/**
 * What the service's support, or other shops, change just before a call. It stays changed: the control port changes it
 * back.
 */
export const changeFaults: readonly FaultKind[] = [
  faultKind(
    'remove-scope',
    'Takes a permission away just before the call: the one named, or those that would allow the call.',
    z.strictObject({ scope: z.enum(allScopes).optional() }),
    ({ scope }) => ({ point: 'change', change: (upcoming) => removeScopes(upcoming, scope) }),
  ),
  faultKind('suspend-key', 'Suspends every key just before the call.', noParameters, () => ({
    point: 'change',
    change: ({ state }) => void state.partnerKeys.suspend(true, undefined),
  })),
  faultKind(
    'change-price',
    'Multiplies the price of one card, or of all, just before the call; 1 is the first price.',
    z.strictObject({ factor: factorSchema.default('1.1'), cardId: z.uuid().optional() }),
    ({ factor, cardId }) => ({ point: 'change', change: ({ state }) => state.prices.set(cardId, factor) }),
  ),
  faultKind(
    'disable-wallet',
    "Disables or expires the call's wallet, or the one named, just before the call.",
    z.strictObject({ status: z.enum(['disabled', 'expired']).default('disabled'), walletId }),
    (given) => ({
      point: 'change',
      change: (upcoming) => changeWallets(upcoming, given.walletId, { status: given.status }),
    }),
  ),
  faultKind(
    'empty-wallet',
    "Leaves the call's wallet, or the one named, with this balance just before the call.",
    z.strictObject({ balance: balanceSchema.default('0.000'), walletId }),
    (given) => ({
      point: 'change',
      change: (upcoming) =>
        changeWallets(upcoming, given.walletId, { balanceThousandths: toThousandths(given.balance) }),
    }),
  ),
];

function removeScopes({ state, scopes }: Upcoming, named: (typeof allScopes)[number] | undefined): void {
  const gone: readonly string[] = named === undefined ? scopes : [named];
  state.settings.changeScopes(state.settings.policy().scopes.filter((scope) => !gone.includes(scope)));
}

function changeWallets(
  upcoming: Upcoming,
  named: string | undefined,
  change: Parameters<Upcoming['state']['wallets']['change']>[1],
): void {
  const own = named ?? upcoming.walletId;
  for (const { id } of upcoming.state.wallets.list()) {
    if (own === undefined || own === id) upcoming.state.wallets.change(id, change);
  }
}
