import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComparisonOutcome } from '../../../src-shared/contract/comparison-outcomes.ts';
import type { ComparisonLine } from '../../../src-shared/contract/reports.ts';
import type { Sum } from '../../day/machine/events.ts';
import type { Sale } from '../../day/machine/sale.ts';
import { summed } from '../../day/machine/sums.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';

/** An order as these records have it. */
export interface Here {
  readonly sale: Sale;
  /** Whether anything of it may have left this computer; where nothing did, the service is not asked. */
  readonly wasSent: boolean;
}

/** What the service says of an order: a verified answer, or why there is none. */
export type There =
  | { readonly kind: 'order'; readonly order: OrderThere }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly failure: Failure };

/** What it does not say is not compared. */
export interface OrderThere {
  readonly status: 'processing' | 'recoveryExhausted' | 'completed' | 'failed' | 'unknown';
  readonly walletId?: string;
  readonly cardId?: string;
  readonly quantity?: number;
  readonly total?: Sum;
}

/** Compares one order; `there` is null for one that was never sent. Nothing is decided by it. */
export function comparedOrder({ sale, wasSent }: Here, there: There | null): ComparisonLine {
  const order = there?.kind === 'order' ? there.order : null;
  const outcome = !wasSent || there === null ? 'notSent' : outcomeOf(sale, there);
  return {
    outcome,
    operationId: sale.operationId,
    isKnown: true,
    cardName: sale.cardName,
    cards: sale.cards,
    at: new Date(sale.intendedAtMs).toISOString(),
    state: sale.state,
    here: sale.cost,
    stateThere: there?.kind === 'absent' ? 'absent' : (order?.status ?? null),
    there: order?.total ?? null,
    differs: outcome === 'differs' && order !== null ? differing(sale, order) : [],
    failure: there?.kind === 'unread' ? there.failure : null,
  };
}

function outcomeOf(sale: Sale, there: There): ComparisonOutcome {
  if (there.kind === 'unread') return 'unread';
  const isOpenThere = there.kind === 'order' && there.order.status !== 'completed' && there.order.status !== 'failed';
  if (sale.isPending || isOpenThere) return 'unsettled';
  const [sold, bought] = [isSold(sale), there.kind === 'order' && there.order.status === 'completed'];
  if (sold !== bought) return sold ? 'hereOnly' : 'thereOnly';
  return sold && there.kind === 'order' && differing(sale, there.order).length > 0 ? 'differs' : 'equal';
}

function differing(sale: Sale, { walletId, cardId, quantity, total }: OrderThere): ComparisonLine['differs'] {
  const isOther = {
    walletId: walletId !== undefined && walletId !== sale.walletId,
    cardId: cardId !== undefined && cardId !== sale.cardId,
    quantity: quantity !== undefined && quantity !== sale.cards,
    total: total !== undefined && (total.currency !== sale.cost.currency || !isSame(total.amount, sale.cost.amount)),
  };
  return (['walletId', 'cardId', 'quantity', 'total'] as const).filter((member) => isOther[member]);
}

function isSame(one: string, other: string): boolean {
  return one === other || new Big(one).eq(other);
}

export function isSold({ turns }: Sale): boolean {
  return isSoldAt(turns, Number.POSITIVE_INFINITY);
}

export function countsOf(lines: readonly ComparisonLine[]): Record<ComparisonOutcome, number> {
  const counts = { equal: 0, hereOnly: 0, thereOnly: 0, differs: 0, unsettled: 0, notSent: 0, unread: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** What of them counts as sold here, by currency. */
export function soldHere(sales: readonly Sale[]): Sum[] {
  return [...summed(sales.filter(isSold).map(({ cost }) => cost))];
}

/** What the service says that it sold of them, as far as it names a total. */
export function soldThere(lines: readonly ComparisonLine[]): Sum[] {
  return [
    ...summed(lines.flatMap(({ stateThere, there }) => (stateThere === 'completed' && there !== null ? [there] : []))),
  ];
}
