import { Big } from 'big.js';
import { z } from 'zod';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import type { ZDocument } from '../../../../src-main/day/machine/events.ts';
import { saleIn } from '../../../../src-main/day/records/sale-row.ts';
import { orderIntendedKind } from '../../../../src-main/orders/machine/events.ts';
import { Sums } from './sums.ts';

type Violate = (bar: string, what: string) => void;
type Records = Pick<Counter, 'localRecords' | 'day' | 'staff'>;

const usualForm = z.object({ usual: z.string().nullable() });
const noteForm = z.object({
  saleNumber: z.string().nullable(),
  orders: z.array(z.string()),
  means: z.string(),
  ahead: z.array(z.string()).default([]),
  notAhead: z.array(z.string()).default([]),
});
const backForm = z.object({
  means: z.string(),
  lines: z.array(z.object({ operationId: z.string(), amount: z.string(), currency: z.string() })),
  by: z.string().optional(),
  approvedBy: z.string().optional(),
});
const mostZs = 1_000;

/** What the events of a shop say of its customers' money, read again beside the product. */
interface Money {
  readonly usual: readonly { readonly seq: number; readonly usual: string | null }[];
  readonly notes: readonly (z.infer<typeof noteForm> & { readonly seq: number })[];
  readonly back: readonly (z.infer<typeof backForm> & { readonly seq: number })[];
}

/** What an order came to, by which means it is paid now, and from which event on; null where it is not. */
interface Paid {
  readonly id: string;
  readonly charge: { readonly amount: string; readonly currency: string };
  readonly means: string;
  readonly seq: number | null;
}

/** No more goes back than was paid, and nothing without a manager's word. */
export function judgeMoneyBack(counter: Records, violate: Violate): void {
  const money = moneyIn(counter);
  const paid = new Map(paidIn(counter, money).map((one) => [one.id, one]));
  const left = new Map([...paid].map(([id, { charge }]) => [id, new Big(charge.amount)]));
  const managers = new Set<string>(counter.staff.people().flatMap(({ id, role }) => (role === 'manager' ? [id] : [])));
  // What was damaged since may have lost the sale itself; money that went back before it was judged before it.
  const [salvaged] = counter.localRecords.journal.events({ kind: 'journal-salvaged', newestFirst: true, limit: 1 });
  for (const { seq, lines, by = '', approvedBy = '' } of money.back) {
    if (seq < (salvaged?.seq ?? 0)) continue;
    if (!managers.has(by) && !managers.has(approvedBy)) violate('money back without a word', `at ${String(seq)}`);
    for (const { operationId, amount } of lines) {
      const rest = (left.get(operationId) ?? new Big(0)).minus(amount);
      left.set(operationId, rest);
      const paidSeq = paid.get(operationId)?.seq ?? null;
      if (rest.lt(0) || paidSeq === null || paidSeq > seq)
        violate('more money back than was paid', `${operationId}: ${amount}`);
    }
  }
}

/** A void sale waits for nobody, and gives out no code that no manager allowed. */
export function judgeKeptBack(counter: Records, violate: Violate): void {
  const { journal, records } = counter.localRecords;
  const managers = new Set<string>(counter.staff.people().flatMap(({ id, role }) => (role === 'manager' ? [id] : [])));
  const kept = journal.events({ kind: 'codes-kept-back' });
  for (const { subject, seq } of kept)
    for (const { kind, body, ...after } of journal.events({ subject, afterSeq: seq })) {
      const isAllowed = [body['by'], body['approvedBy']].some((id) => typeof id === 'string' && managers.has(id));
      if (kind === 'codes-handed-over' || (['codes-shown', 'codes-copied'].includes(kind) && !isAllowed))
        violate('codes of a void sale without a word', `${kind} of ${subject} at ${String(after.seq)}`);
    }
  const waiting = records.page({ show: 'codesWaiting', limit: 500 });
  const ids = new Set<string>(waiting.ok ? waiting.value.operationIds : []);
  for (const { subject } of kept.filter((event) => ids.has(event.subject)))
    violate('a void sale that still waits', subject);
}

/**
 * Over all Zs and the day so far each means has what is noted now. Only for records that were never restored, and
 * where it was noted from the first sale on: `x` is the day so far.
 */
export function judgeMeans(counter: Records, x: ZDocument, violate: Violate): boolean {
  const { journal } = counter.localRecords;
  const money = moneyIn(counter);
  const first = journal.events({ kind: orderIntendedKind, limit: 1 })[0]?.seq ?? 0;
  if ((money.usual[0]?.seq ?? Number.POSITIVE_INFINITY) > first) return false;
  const said = new Sums();
  for (const { payments } of [...counter.day.zs(mostZs).map((issued) => issued.z), x])
    for (const { means, received, back } of payments?.means ?? [])
      said.addAll(`received by ${means}`, received).addAll(`back by ${means}`, back);
  const own = new Sums();
  for (const { charge, means, seq } of paidIn(counter, money))
    if (seq !== null) own.addAll(`received by ${means}`, [charge]);
  for (const { means, lines } of money.back) own.addAll(`back by ${means}`, lines);
  const off = said.differences(own);
  if (off.length > 0) violate('means that the Zs have otherwise', off.join('; '));
  return true;
}

function moneyIn({ localRecords: { journal } }: Records): Money {
  const read = <T>(kind: string, form: z.ZodType<T>): readonly (T & { readonly seq: number })[] =>
    journal.events({ kind }).map(({ seq, body }) => ({ ...form.parse(body), seq }));
  return {
    usual: read('payments-noting-set', usualForm),
    notes: read('payment-noted', noteForm),
    back: read('money-returned', backForm),
  };
}

/** From which event on it is said to be paid ahead, where nobody took that back. */
function aheadSince(notes: Money['notes'], subject: string): number | undefined {
  const last = notes.findLastIndex((note) => note.notAhead.includes(subject));
  return notes.slice(last + 1).find((note) => note.ahead.includes(subject))?.seq;
}

/** All orders that cost their customer something. */
function paidIn({ localRecords: { journal } }: Records, { usual, notes }: Money): readonly Paid[] {
  return journal.subjects('order-intended').flatMap((subject): readonly Paid[] => {
    const row = journal.projected(subject);
    const sale = row === null ? null : saleIn(row);
    if (sale === null || sale.charge === null || new Big(sale.charge.amount).eq(0)) return [];
    const noted = notes.findLast(({ saleNumber, orders }) =>
      saleNumber === null ? orders.includes(subject) : saleNumber === sale.saleNumber,
    );
    const ahead = aheadSince(notes, subject);
    const seqs = [sale.turns[0], ahead].filter((seq) => seq !== undefined);
    return [
      {
        id: subject,
        charge: sale.charge,
        means: noted?.means ?? usual.findLast(({ seq }) => seq < sale.intendedSeq)?.usual ?? 'notNoted',
        seq: seqs.length === 0 ? null : Math.min(...seqs),
      },
    ];
  });
}
