import { Big } from 'big.js';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { orderIntendedKind } from '../../../../src-main/orders/machine/events.ts';
import { isFinal, stateOf } from '../../../../src-main/orders/machine/order.ts';
import type { ApprovalKind } from '../../../../src-shared/contract/approval-kinds.ts';
import { ordersIn } from './papers.ts';

type Violate = (bar: string, what: string) => void;
type Records = Pick<Counter, 'localRecords' | 'day'>;

/** What some cards of one kind cost the shop. */
export interface Cost {
  readonly cardId: string;
  readonly amount: string;
  readonly currency: string;
}

interface Limits {
  readonly sale: string | null;
  readonly shift: string | null;
  readonly card: string | null;
}

const limitWords: readonly string[] = ['saleLimit', 'shiftLimit', 'cardLimit'];

/** Whether a cashier's orders passed a limit without a word for it: reckoned from the orders right after. */
export function judgeLimits(counter: Records, ids: readonly OperationId[], violate: Violate): void {
  const { journal } = counter.localRecords;
  const intents = ids.flatMap((subject) => journal.events({ subject, kind: orderIntendedKind, limit: 1 }));
  const seqs = intents.map(({ seq }) => seq);
  const spent = spentUpTo(counter, Math.max(...seqs));
  const own = spent.filter(({ id }) => ids.some((one) => one === id));
  // A day that was closed meanwhile begins another sum.
  if (own.length === 0) return;
  const passed = passedBy(limitsBefore(counter, Math.min(...seqs)), own, spent);
  for (const { subject, body } of intents) {
    const { approvedFor } = body;
    const words: readonly unknown[] = Array.isArray(approvedFor) ? approvedFor : [];
    for (const kind of passed)
      if (!words.includes(kind)) violate('a limit passed without a word', `${subject}: ${kind}`);
  }
}

/** Whether a cashier was asked for a word about a limit that the lines do not pass. `lines`: what would be bought. */
export function judgeAsked(
  counter: Records,
  lines: readonly Cost[],
  kinds: readonly ApprovalKind[],
  violate: Violate,
): void {
  const spent = spentUpTo(counter, Number.POSITIVE_INFINITY);
  const passed = passedBy(limitsBefore(counter, Number.MAX_SAFE_INTEGER), lines, [...spent, ...lines]);
  for (const kind of kinds)
    if (limitWords.includes(kind) && !passed.includes(kind))
      violate('a word asked for, and no limit passed', `${kind}: ${lines.map(({ amount }) => amount).join(' and ')}`);
}

/** The limits in force before an event, by currency. */
function limitsBefore({ localRecords: { journal } }: Records, beforeSeq: number): ReadonlyMap<string, Limits> {
  const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return new Map(
    journal
      .events({ kind: 'limits-changed', beforeSeq })
      .map(({ body: { currency, sale, shift, card } }) => [
        textOrNull(currency) ?? '',
        { sale: textOrNull(sale), shift: textOrNull(shift), card: textOrNull(card) },
      ]),
  );
}

/** What was bought since the last Z or may have been, of what was begun up to an event. */
function spentUpTo(counter: Records, lastSeq: number): readonly (Cost & { readonly id: OperationId })[] {
  const { journal } = counter.localRecords;
  const since = counter.day.zs(1)[0]?.z.lastSeq ?? 0;
  const begun = journal.events({ kind: orderIntendedKind, afterSeq: since }).filter(({ seq }) => seq <= lastSeq);
  const begunSince = new Set(begun.map(({ subject }) => subject));
  return ordersIn(counter).flatMap(({ id, facts }) => {
    const state = stateOf(facts, facts.updatedAtMs);
    if (!begunSince.has(id) || (isFinal(state) && state !== 'completed')) return [];
    const { cardId, total } = facts.intent;
    return [{ id, cardId: String(cardId), amount: total.amount, currency: total.currency }];
  });
}

/** The limits that `own` pass as one sale; `all` are they themselves and what was spent besides. */
function passedBy(limits: ReadonlyMap<string, Limits>, own: readonly Cost[], all: readonly Cost[]): readonly string[] {
  const isOver = (limit: string | null, costs: readonly Cost[]): boolean =>
    limit !== null && costs.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).gt(limit);
  return [...limits].flatMap(([currency, { sale, shift, card }]) => {
    const [mine, spent] = [own, all].map((costs) => costs.filter((cost) => cost.currency === currency));
    if (mine === undefined || spent === undefined || mine.length === 0) return [];
    const isCardOver = mine.some(({ cardId }) =>
      isOver(
        card,
        spent.filter((cost) => cost.cardId === cardId),
      ),
    );
    return [
      ...(isOver(sale, mine) ? ['saleLimit'] : []),
      ...(isOver(shift, spent) ? ['shiftLimit'] : []),
      ...(isCardOver ? ['cardLimit'] : []),
    ];
  });
}
