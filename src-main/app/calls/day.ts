import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { addedBy } from '../../day/machine/tally.ts';
import type { DayRecords } from '../../day/records/day-records.ts';
import { nameOfZ, readZName, reportOfX, reportOfZ, totalsView, type Reading } from '../../day/views/day-report.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

const zsOnPage = 50;

/** Shifts, and what a day came to. */
export function dayCalls(context: CallContext): CallHandlers['day'] {
  const shiftAfter = (change: (day: DayRecords) => Result<unknown, Failure>): Promise<Result<ShiftView, Failure>> =>
    atCounter(context, ({ day }) => {
      const changed = change(day);
      return changed.ok ? ok(shiftView(day)) : changed;
    });
  const reported = (
    report: (day: DayRecords, reading: Reading) => Result<DayReport, Failure>,
  ): Promise<Result<DayReport, Failure>> => atCounter(context, (counter) => report(counter.day, readingAt(context)));
  return {
    shift: () => shiftAfter(() => ok(undefined)),
    openShift: ({ counted }) => shiftAfter((day) => day.beginShift(counted ?? null)),
    handOver: ({ counted }) => shiftAfter((day) => day.handOver(counted ?? null)),
    x: () => reported((day, reading) => ok(reportOfX(day, context.ports.clock.nowMs(), reading))),
    close: ({ counted, firstSeq }) =>
      reported((day, reading) => {
        const [last] = day.zs(1);
        if (firstSeq !== undefined && last?.z.firstSeq === firstSeq) return ok(reportOfZ(day, last, reading));
        const issued = day.close(counted ?? null);
        return issued.ok ? ok(reportOfZ(day, issued.value, reading)) : issued;
      }),
    zs: ({ cursor }) => atCounter(context, (counter) => pageOfZs(counter.day, cursor, readingAt(context))),
    z: ({ name }) =>
      reported((day, reading) => {
        const issued = day.z(readZName(name));
        return issued === null ? err({ code: 'input_invalid', field: 'name' }) : ok(reportOfZ(day, issued, reading));
      }),
  };
}

function readingAt(context: CallContext): Reading {
  return { seesCost: knowsCost(context) };
}

function shiftView(day: DayRecords): ShiftView {
  const open = day.openShift();
  const [last] = day.zs(1);
  return {
    open: open === null ? null : { openedAt: instant(open.openedAtMs), by: open.by },
    lastZ: last === undefined ? null : { name: nameOfZ(last.z), issuedAt: instant(last.issuedAtMs) },
  };
}

function pageOfZs(
  day: DayRecords,
  cursor: string | undefined,
  reading: Reading,
): Result<CallOutput<'day', 'zs'>, Failure> {
  if (cursor !== undefined && !/^[1-9][0-9]{0,15}$/.test(cursor))
    return err({ code: 'input_invalid', field: 'cursor' });
  const zs = day.zs(zsOnPage + 1, cursor === undefined ? undefined : Number(cursor));
  const shown = zs.slice(0, zsOnPage);
  const last = shown.at(-1);
  const items = shown.map(({ z, issuedAtMs, by }) => ({
    name: nameOfZ(z),
    issuedAt: instant(issuedAtMs),
    by,
    totals: totalsView(addedBy(z), reading),
  }));
  return ok({ items, ...(zs.length > shown.length && last !== undefined ? { nextCursor: String(last.seq) } : {}) });
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
