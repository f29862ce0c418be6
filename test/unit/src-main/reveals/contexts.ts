import { err, type Result } from '../../../../src-main/core/result.ts';
import { createBackground } from '../../../../src-main/exchange/background.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import type { ShowContext } from '../../../../src-main/reveals/driver/show.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { methodsOf } from '../../../support/journal-methods.ts';
import type { Till } from '../orders/till.ts';

const full: Result<never, Failure> = err({ code: 'journal_not_writable' });

/** What the reveals of this counter work with, in a process of their own parts. */
export function contextOf({ counter }: Till, changes: Partial<ShowContext> = {}): ShowContext {
  const { localRecords, session, vault } = counter;
  return {
    session,
    vault,
    journal: localRecords.journal,
    records: localRecords.records,
    background: createBackground(() => undefined),
    step: () => undefined,
    recheckOrder: () => Promise.resolve(),
    ...changes,
  };
}

/** The same, where no event of this kind can be written: alone, in a transaction or in an order. */
export function contextRefusing(till: Till, kind: string): ShowContext {
  const { journal, records } = contextOf(till);
  const refusing: Journal = {
    ...methodsOf(journal),
    append: (...events) => (events.some((event) => event.kind === kind) ? full : journal.append(...events)),
  };
  const record: typeof records.record = (operationId, events) =>
    events.some((event) => event.kind === kind) ? full : records.record(operationId, events);
  const recordTogether: typeof records.recordTogether = (events) =>
    events.some((event) => event.kind === kind) ? full : records.recordTogether(events);
  return contextOf(till, { journal: refusing, records: { ...records, record, recordTogether } });
}
