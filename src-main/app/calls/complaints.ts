import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { KnownComplaint } from '../../complaints/records/complaint-records.ts';
import { complaintView } from '../../complaints/views/complaint-view.ts';
import { knownId, type OperationId, type SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { supportTextOf } from '../counter/complaint-for-support.ts';
import type { Counter, LocalRecords } from '../counter/counter.ts';
import { codesToCompare, makeGood } from '../counter/replacement.ts';
import { atCounter, inLocalRecords, type CallContext } from './context.ts';

/** What is shown at once; the command line shows all. */
const mostShown = 200;

/** Complaints on sold cards, and the cards that make them good. */
export function complaintCalls(context: CallContext): CallHandlers['complaints'] {
  const viewOf = ({ records }: Pick<LocalRecords, 'records'>, known: KnownComplaint): ComplaintView =>
    complaintView(known, records.find(known.complaint.operationId), context.ports.clock.nowMs());
  /** The complaint as it is after a change. */
  const after = (
    change: (counter: Counter) => Result<KnownComplaint, Failure> | Promise<Result<KnownComplaint, Failure>>,
  ) =>
    atCounter(context, async (counter) => {
      const changed = await change(counter);
      return changed.ok ? ok(viewOf(counter.localRecords, changed.value)) : changed;
    });
  const supportText = (id: string): Promise<Result<string, Failure>> =>
    inLocalRecords(context, (localRecords) => supportTextOf(localRecords, id, context.settings.read().language));
  return {
    list: ({ show, operationId }) =>
      inLocalRecords(context, (localRecords) => {
        const { complaints } = localRecords;
        const found =
          show === 'all'
            ? complaints.all(operationId)
            : complaints
                .open()
                .filter(({ complaint }) => operationId === undefined || complaint.operationId === operationId);
        const items = found.slice(0, mostShown).map((known) => viewOf(localRecords, known));
        return ok({ items, hasMore: found.length > mostShown });
      }),
    open: ({ operationId, soldCardId, reason, note }) =>
      after((counter) =>
        counter.localRecords.complaints.begin(
          { operationId: knownId<OperationId>(operationId), soldCardId: knownId<SoldCardId>(soldCardId), reason, note },
          codesToCompare(counter),
        ),
      ),
    copy: async ({ id }) => {
      const text = await supportText(id);
      if (!text.ok) return text;
      const copied = await context.ports.clipboard?.write(text.value);
      return copied === true ? ok({ copied }) : err({ code: 'clipboard_unavailable' });
    },
    save: async ({ id }) => {
      const text = await supportText(id);
      if (!text.ok) return text;
      const { saveFile, clock } = context.ports;
      const name = `counterfoil-complaint-${new Date(clock.nowMs()).toISOString().slice(0, 10)}-${id.slice(0, 8)}.txt`;
      if (saveFile === undefined) return ok({ saved: 'byPage' as const, file: { name, text: text.value } });
      const saved = await saveFile(name, text.value, 'complaint');
      return ok({ saved: saved === null ? 'nowhere' : saved ? 'here' : 'failed', file: null });
    },
    send: (seen) => after((counter) => counter.localRecords.complaints.change('send', seen, codesToCompare(counter))),
    reject: (seen) =>
      after((counter) => counter.localRecords.complaints.change('reject', seen, codesToCompare(counter))),
    close: (seen) => after((counter) => counter.localRecords.complaints.change('close', seen, codesToCompare(counter))),
    replace: (asked) =>
      after(async (counter) => {
        const begun = await makeGood(counter, asked, context.ports.randomness);
        if (!begun.ok) return begun;
        context.pageState.watch(begun.value.operationId);
        context.current()?.runner?.wake();
        return ok(begun.value.complaint);
      }),
  };
}
