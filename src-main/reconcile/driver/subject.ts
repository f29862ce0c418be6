import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared } from '../../../src-shared/contract/reports.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { membersOf } from '../../day/machine/members.ts';
import type { Sale } from '../../day/machine/sale.ts';
import type { DayRecords } from '../../day/records/day-records.ts';
import { begunOn, spanOf } from '../../day/records/period-records.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import { readZName } from '../../day/views/day-report.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Span } from '../machine/listed.ts';

/** What is compared: orders by their ids, and the time in which the service may have sold more. */
export interface Subject {
  readonly orders: readonly OperationId[];
  readonly span: Span;
}

interface SubjectRecords {
  readonly journal: Pick<Journal, 'touched' | 'projectedBetween'>;
  readonly day: Pick<DayRecords, 'z'>;
}

/** Errors: `input_invalid` with the name or the date at fault. */
export function subjectOf({ journal, day }: SubjectRecords, of: Compared): Result<Subject, Failure> {
  if (of.kind === 'days') {
    const [span, sales] = [spanOf(of), begunOn(journal, of)];
    if (!span.ok) return span;
    return sales.ok ? ok({ orders: idsOf(sales.value), span: span.value }) : sales;
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
  return ok({ orders: idsOf(sales), span: { fromMs, untilMs: issued.issuedAtMs } });
}

function idsOf(sales: readonly Sale[]): readonly OperationId[] {
  return sales.map(({ operationId }) => operationId);
}
