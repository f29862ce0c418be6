import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { dayCalls, type DayReport } from '../../../../src-shared/contract/day.ts';
import { ok, type Result } from '../../../core/result.ts';
import { addedBy } from '../../../day/machine/tally.ts';
import { openDayRecords, type DayRecords } from '../../../day/records/day-records.ts';
import { dayPage } from '../../../day/views/day-page.ts';
import { nameOfZ, readZName, reportOfX, reportOfZ, totalsView, type Reading } from '../../../day/views/day-report.ts';
import { lastZInFile } from '../../../keyring/keyring-file.ts';
import { keepsPeople } from '../../../staff/staff-file.ts';
import { systemRandomness } from '../../system-ports.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { personNames, writeNew } from './report-file.ts';
import { reportSales } from './report-sales.ts';

const zsInList = 400;

/** What the shop sold: since the last Z, in a Z, and the list of all Zs. With cost and margin: for managers. */
export const report: Command = {
  usage:
    'x [--write FILE.html] | z [NAME] [--write FILE.html] | list | sales [--from DATE] [--to DATE] [--write FILE.csv]',
  options: ['from', 'to', 'write'],
  columns: ['name', 'issuedAt', 'sales', 'cards'],
  words: { from: 1, to: 2 },
  roles: ['manager', 'auditor'],
  run: async (context) => {
    const [what, name] = context.args.words;
    if (what !== 'z' && name !== undefined) return failed(invalid('report').error);
    if (what === 'sales') return reportSales(context);
    const ofSales = ['from', 'to'].find((option) => context.args.text(option) !== null);
    if (ofSales !== undefined) return failed(invalid(ofSales).error);
    const day = await dayIn(context);
    if (!day.ok) return failed(day.error);
    const reading: Reading = { seesCost: true };
    if (what === 'x') return written(context, reportOfX(day.value.x(), context.nowMs(), reading));
    if (what === 'z') {
      const found = zNamed(day.value, name, reading);
      return found === null ? failed(invalid('name').error) : written(context, found);
    }
    if (context.args.text('write') !== null) return failed(invalid('write').error);
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

/** The last one where none is named; null where there is none of this name. */
function zNamed(day: DayRecords, name: string | undefined, reading: Reading): DayReport | null {
  if (name !== undefined && !dayCalls.z.input.safeParse({ name }).success) return null;
  const issued = name === undefined ? day.zs(1)[0] : day.z(readZName(name));
  return issued === undefined || issued === null ? null : reportOfZ(issued, reading);
}

/** The report, and the page of it in a new file where one is named. */
function written(context: CliContext, report: DayReport): CommandOutcome {
  const file = context.args.text('write');
  if (file === null) return done(report);
  const words = { language: context.language, personOf: personNames(context), walletOf: () => null };
  const isWritten = writeNew(file, '.html', dayPage(report, words));
  return isWritten ? done({ ...report, file }) : failed(invalid('write').error);
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
