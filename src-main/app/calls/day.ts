import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { addedBy } from '../../day/machine/tally.ts';
import type { DayRecords } from '../../day/records/day-records.ts';
import {
  nameOfZ,
  openShiftView,
  readZName,
  reportOfX,
  reportOfZ,
  totalsView,
  type Reading,
} from '../../day/views/day-report.ts';
import type { Counter } from '../counter/counter.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

const zsOnPage = 50;

/** Shifts, and what a day came to. */
export function dayCalls(context: CallContext): CallHandlers['day'] {
  const shiftAfter = (
    change: (day: DayRecords, counter: Counter) => Result<unknown, Failure>,
  ): Promise<Result<ShiftView, Failure>> =>
    atCounter(context, (counter) => {
      const changed = change(counter.day, counter);
      return changed.ok ? ok(shiftView(counter.day)) : changed;
    });
  const reported = (
    report: (day: DayRecords, reading: Reading, counter: Counter) => Result<DayReport, Failure>,
  ): Promise<Result<DayReport, Failure>> =>
    atCounter(context, (counter) => report(counter.day, readingAt(context), counter));
  return {
    shift: () => shiftAfter(() => ok(undefined)),
    openShift: ({ counted }) =>
      shiftAfter((day, { balanceReader }) => {
        const opened = day.beginShift(counted ?? null);
        if (opened.ok) balanceReader.readSoon('shift');
        return opened;
      }),
    handOver: ({ counted }) => shiftAfter((day) => day.handOver(counted ?? null)),
    x: () => reported((day, reading) => ok(reportOfX(day, context.ports.clock.nowMs(), reading))),
    close: ({ counted, firstSeq }) =>
      reported((day, reading, { balanceReader }) => {
        const before = firstSeq === undefined ? null : day.zFrom(firstSeq);
        if (before !== null) return ok(reportOfZ(day, before, reading));
        const issued = day.close(counted ?? null);
        if (!issued.ok) return issued;
        // The Z waits for no network: what the wallets hold then is read after it.
        balanceReader.readSoon('z');
        return ok(reportOfZ(day, issued.value, reading));
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
    open: open === null ? null : openShiftView(open),
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
