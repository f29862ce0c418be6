import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared } from '../../../src-shared/contract/reports.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { zIssuedKind } from '../../day/machine/events.ts';
import { membersOf } from '../../day/machine/members.ts';
import type { Sale } from '../../day/machine/sale.ts';
import type { DayRecords } from '../../day/records/day-records.ts';
import { begunOn, spanOf } from '../../day/records/period-records.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import { readZName } from '../../day/views/day-report.ts';
import type { Journal } from '../../journal/journal.ts';
import { orderIntendedKind } from '../../orders/codes/order-codes.ts';
import type { Span } from '../machine/listed.ts';
import type { Stretch } from '../records/balance-records.ts';

/** What is compared: orders by their ids, and the time in which the service may have sold more. */
export interface Subject {
  readonly orders: readonly OperationId[];
  readonly span: Span;
  /** The events that it is of; null for days on which nothing was begun. */
  readonly stretch: Omit<Stretch, 'isOpen'> | null;
}

interface SubjectRecords {
  readonly journal: Pick<Journal, 'events' | 'touched' | 'projectedBetween'>;
  readonly day: Pick<DayRecords, 'z'>;
}

/** Errors: `input_invalid` with the name or the date at fault. */
export function subjectOf({ journal, day }: SubjectRecords, of: Compared): Result<Subject, Failure> {
  if (of.kind === 'days') {
    const [span, sales] = [spanOf(of), begunOn(journal, of)];
    if (!span.ok) return span;
    if (!sales.ok) return sales;
    return ok({ orders: idsOf(sales.value), span: span.value, stretch: stretchOfSales(journal, sales.value) });
  }
  const issued = day.z(readZName(of.name));
  if (issued === null) return err({ code: 'input_invalid', field: 'name' });
  const { firstSeq, lastSeq, sinceMs } = issued.z;
  const range = { afterSeq: firstSeq - 1, lastSeq };
  const sales = membersOf(journal.touched(range.afterSeq).map(saleIn), range).toSorted(
    (a, b) => a.intendedSeq - b.intendedSeq,
  );
  // Before the first Z there is no other one whose end would be its beginning.
  const fromMs = sinceMs ?? Math.min(issued.issuedAtMs, ...sales.slice(0, 1).map(({ intendedAtMs }) => intendedAtMs));
  return ok({
    orders: idsOf(sales),
    span: { fromMs, untilMs: issued.issuedAtMs },
    stretch: { ...range, limitSeq: limitAfter(journal, lastSeq) },
  });
}

/** From the sale before them to their last one: days in a row leave nothing between them. */
function stretchOfSales(journal: Pick<Journal, 'events'>, sales: readonly Sale[]): Subject['stretch'] {
  if (sales.length === 0) return null;
  const seqs = sales.map(({ intendedSeq }) => intendedSeq);
  const [firstSeq, lastSeq] = [seqs.reduce((a, b) => Math.min(a, b)), seqs.reduce((a, b) => Math.max(a, b))];
  const [before] = journal.events({ kind: orderIntendedKind, beforeSeq: firstSeq, newestFirst: true, limit: 1 });
  return { afterSeq: before?.seq ?? 0, lastSeq, limitSeq: limitAfter(journal, lastSeq) };
}

/** The Z after the one that ends with them, or after them. */
function limitAfter(journal: Pick<Journal, 'events'>, lastSeq: number): number | null {
  return journal.events({ kind: zIssuedKind, afterSeq: lastSeq, limit: 2 })[1]?.seq ?? null;
}

function idsOf(sales: readonly Sale[]): readonly OperationId[] {
  return sales.map(({ operationId }) => operationId);
}
