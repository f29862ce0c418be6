import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { dayCalls } from '../../../../src-shared/contract/day.ts';
import { ok, type Result } from '../../../core/result.ts';
import { addedBy } from '../../../day/machine/tally.ts';
import { openDayRecords, type DayRecords } from '../../../day/records/day-records.ts';
import { saleIn } from '../../../day/records/sale-row.ts';
import { nameOfZ, readZName, reportOfX, reportOfZ, totalsView, type Reading } from '../../../day/views/day-report.ts';
import { lastZInFile } from '../../../keyring/keyring-file.ts';
import { keepsPeople } from '../../../staff/staff-file.ts';
import { systemRandomness } from '../../system-ports.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { reportSales } from './report-sales.ts';

const zsInList = 400;

/** What the shop sold: since the last Z, in a Z, and the list of all Zs. With cost and margin: for managers. */
export const report: Command = {
  usage: 'x | z [NAME] | list | sales [--from DATE] [--to DATE] [--write FILE.csv]',
  options: ['from', 'to', 'write'],
  columns: ['name', 'issuedAt', 'sales', 'cards'],
  words: { from: 1, to: 2 },
  roles: ['manager', 'auditor'],
  run: async (context) => {
    const [what, name] = context.args.words;
    if (what !== 'z' && name !== undefined) return failed(invalid('report').error);
    if (what === 'sales') return reportSales(context);
    const ofSales = ['from', 'to', 'write'].find((option) => context.args.text(option) !== null);
    if (ofSales !== undefined) return failed(invalid(ofSales).error);
    const day = await dayIn(context);
    if (!day.ok) return failed(day.error);
    const reading = readingOf(context, { seesCost: true });
    if (what === 'x') return done(reportOfX(day.value.x(), context.nowMs(), reading));
    if (what === 'z') return zNamed(day.value, name, reading);
    return what === 'list' ? list(day.value, reading) : failed(invalid('report').error);
  },
};

/** The day of the open counter where there are people, whose PIN opened it; else over the records alone. */
export async function dayIn(context: CliContext): Promise<Result<DayRecords, Failure>> {
  const directory = context.directory();
  if (!directory.ok) return directory;
  if (keepsPeople(directory.value)) {
    const counter = await context.counter();
    return counter.ok ? ok(counter.value.day) : counter;
  }
  const localRecords = context.localRecords();
  if (!localRecords.ok) return localRecords;
  const { journal } = localRecords.value;
  return ok(openDayRecords({ journal, randomness: systemRandomness, memory: lastZInFile(directory.value) }));
}

export function readingOf(context: CliContext, sees: Pick<Reading, 'seesCost'>): Reading {
  const localRecords = context.localRecords();
  return {
    ...sees,
    saleOf: (operationId) => {
      const row = localRecords.ok ? localRecords.value.journal.projected(operationId) : null;
      return row === null ? null : saleIn(row);
    },
  };
}

/** The last one where none is named. */
function zNamed(day: DayRecords, name: string | undefined, reading: Reading): CommandOutcome {
  if (name !== undefined && !dayCalls.z.input.safeParse({ name }).success) return failed(invalid('name').error);
  const issued = name === undefined ? day.zs(1)[0] : day.z(readZName(name));
  return issued === undefined || issued === null ? failed(invalid('name').error) : done(reportOfZ(issued, reading));
}

function list(day: DayRecords, reading: Reading): CommandOutcome {
  const items = day.zs(zsInList).map(({ z, issuedAtMs, by }) => ({
    name: nameOfZ(z),
    issuedAt: new Date(issuedAtMs).toISOString(),
    by,
    ...totalsView(addedBy(z), reading),
  }));
  return done({ items });
}
