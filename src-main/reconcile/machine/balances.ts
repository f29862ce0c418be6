import Big from 'big.js';
import type { BalanceCause, UncheckedBalance } from '../../../src-shared/contract/balance-findings.ts';
import type { OperationId } from '../../core/ids.ts';
import type { Sum } from '../../day/machine/events.ts';
import type { BalanceReading, WalletBalance } from './balance-events.ts';

/** An order that bought something, or may have. */
export interface Purchase {
  readonly operationId: OperationId;
  readonly walletId: string;
  readonly cost: Sum;
  /** The event before which nothing of it had left. */
  readonly leftSeq: number;
  /** The event that files the verified answer that it is bought; null where there is none. */
  readonly boughtSeq: number | null;
  /** Whether the service agrees to that cost. */
  readonly isCostSure: boolean;
}

/** `open`: nobody can say whether the wallet had paid for it when its balance was read. */
type Moment = 'before' | 'open' | 'after';

/** What became of the balance of one wallet between two readings. Amounts in its currency. */
export interface WalletReckoning {
  readonly walletId: string;
  readonly currency: string;
  readonly opening: string | null;
  readonly closing: string | null;
  /** What surely was bought between them. */
  readonly bought: string | null;
  /** Opening less bought less closing; two figures where it cannot be said which purchases lie between. */
  readonly unexplained: { readonly least: string; readonly most: string } | null;
  readonly causes: readonly BalanceCause[];
  readonly unchecked: UncheckedBalance | null;
}

export interface Reckoning {
  readonly wallets: readonly WalletReckoning[];
  /** How many purchases surely lie between the readings. */
  readonly purchases: number;
  /** Those of which nobody can say it. */
  readonly unclear: readonly Purchase[];
}

/** Whether a purchase was paid for before a reading. It goes by the journal, and by no clock (decision 0062). */
function momentOf({ leftSeq, boughtSeq }: Purchase, reading: BalanceReading): Moment {
  if (boughtSeq !== null && boughtSeq <= reading.afterSeq) return 'before';
  return leftSeq > reading.seq ? 'after' : 'open';
}

type Position = 'between' | 'unclear' | 'outside';

/** Where a purchase lies by two readings, the earlier one first. */
export function positionOf(purchase: Purchase, opening: BalanceReading, closing: BalanceReading): Position {
  const [first, last] = [momentOf(purchase, opening), momentOf(purchase, closing)];
  if (first === 'before' || last === 'after') return 'outside';
  return first === 'after' && last === 'before' ? 'between' : 'unclear';
}

/** `lostRecords`: between the readings these records were restored or copied, so that sales may be missing in them. */
export function reckoned(
  opening: BalanceReading,
  closing: BalanceReading,
  purchases: readonly Purchase[],
  { lostRecords }: { readonly lostRecords: boolean },
): Reckoning {
  const byPosition = Map.groupBy(purchases, (purchase) => positionOf(purchase, opening, closing));
  const [between, unclear] = [byPosition.get('between') ?? [], byPosition.get('unclear') ?? []];
  const ids = new Set([...opening.wallets, ...closing.wallets].map(({ walletId }) => walletId));
  const ofWallet = (walletId: string) => (purchase: Purchase) => purchase.walletId === walletId;
  return {
    wallets: [...ids].map((walletId) =>
      ofOneWallet(
        [opening, closing].map(({ wallets }) => wallets.find((one) => one.walletId === walletId)),
        { between: between.filter(ofWallet(walletId)), unclear: unclear.filter(ofWallet(walletId)) },
        lostRecords,
      ),
    ),
    purchases: between.length,
    unclear,
  };
}

function ofOneWallet(
  [opening, closing]: readonly (WalletBalance | undefined)[],
  { between, unclear }: { readonly between: readonly Purchase[]; readonly unclear: readonly Purchase[] },
  lostRecords: boolean,
): WalletReckoning {
  const known = {
    walletId: (opening ?? closing)?.walletId ?? '',
    currency: (opening ?? closing)?.currency ?? '',
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
  };
  const nothing = { ...known, bought: null, unexplained: null, causes: [] };
  if (opening === undefined || closing === undefined || opening.currency !== closing.currency)
    return { ...nothing, unchecked: 'notListed' };
  const isFit = ({ cost, isCostSure }: Purchase): boolean => isCostSure && cost.currency === opening.currency;
  if (![...between, ...unclear].every(isFit)) return { ...nothing, unchecked: 'otherAmount' };
  const bought = sumOf(between);
  const most = new Big(opening.amount).minus(bought).minus(closing.amount);
  const least = most.minus(sumOf(unclear));
  return {
    ...known,
    bought: bought.toFixed(3),
    unexplained: { least: least.toFixed(3), most: most.toFixed(3) },
    causes: causesOf(least, most, lostRecords),
    unchecked: null,
  };
}

function sumOf(purchases: readonly Purchase[]): Big {
  return purchases.reduce((sum, { cost }) => sum.plus(cost.amount), new Big(0));
}

/** More is gone than was sold here, or less. What happened elsewhere leaves no trace that could be read. */
function causesOf(least: Big, most: Big, lostRecords: boolean): readonly BalanceCause[] {
  const [mayLack, mayExceed] = [most.gt(0), least.lt(0)];
  return [
    ...(mayLack ? ['otherCounter' as const] : []),
    ...(mayExceed ? ['topUp' as const] : []),
    ...(mayLack || mayExceed ? ['correction' as const] : []),
    ...(lostRecords && mayLack ? ['lostRecords' as const] : []),
  ];
}
