import Big from 'big.js';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import type { LowBalance } from '../../../src-shared/contract/today.ts';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CachedWallet } from '../../catalogue/store.ts';
import type { AverageDays } from '../../day/records/average-days.ts';

/** What people here call low, and what they call a large sale. */
export type LowChoices = Pick<PreferencesView, 'lowBalance' | 'askAboveAmount'>;

interface LowPorts {
  readonly catalogue: Pick<Catalogue, 'cachedWallets'>;
  readonly averageDays: Pick<AverageDays, 'known'>;
  readonly choices: LowChoices;
  /** Whether who asks may know what an average day costs. */
  readonly seesCost: boolean;
}

export interface JudgedWallet extends CachedWallet {
  readonly low: LowBalance;
}

/**
 * Each wallet as its balance was last read, and whether that is low: by a person's word, else by an average day, and by
 * one large sale until that is known.
 */
export function judgedWallets(ports: LowPorts): readonly JudgedWallet[] {
  return ports.catalogue.cachedWallets().map((cached) => ({ ...cached, low: lowBalanceOf(cached, ports) }));
}

function lowBalanceOf(
  { wallet: { id, currency, balance } }: CachedWallet,
  { choices, averageDays, seesCost }: LowPorts,
): LowBalance {
  const nothing = { walletId: id, isLow: false, amount: null, days: null };
  const isUnder = (amount: string): boolean => new Big(balance.amount).lt(amount);
  const own = Object.hasOwn(choices.lowBalance, id) ? choices.lowBalance[id] : undefined;
  if (own === null) return { ...nothing, by: 'nobody' };
  if (own !== undefined) return { ...nothing, by: 'person', isLow: isUnder(own), amount: own };
  const average = averageDays.known(id, currency);
  if (average === undefined) return { ...nothing, by: 'unread' };
  if (average === null) {
    const amount = askAboveAmountIn(currency, choices.askAboveAmount);
    return { ...nothing, by: 'largeSale', isLow: isUnder(amount), amount };
  }
  const shown = seesCost ? average : { amount: null, days: null };
  return { ...nothing, by: 'average', isLow: isUnder(average.amount), ...shown };
}
