import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { dayCalls, type DayReport } from '../../../../src-shared/contract/day.ts';
import { keptCardCategories } from '../../../app/counter/card-categories.ts';
import { openForDay } from '../../../complaints/views/for-day.ts';
import { ok, type Result } from '../../../core/result.ts';
import { addedBy } from '../../../day/machine/tally.ts';
import { openDayRecords, type DayPorts, type DayRecords } from '../../../day/records/day-records.ts';
import { dayPage } from '../../../day/views/day-page.ts';
import { nameOfZ, readZName, reportOfX, reportOfZ, totalsView, type Reading } from '../../../day/views/day-report.ts';
import { deploymentIdentity, type DeploymentProfile } from '../../../deployment/profile.ts';
import { lastZInFile } from '../../../keyring/keyring-file.ts';
import { keepsPeople } from '../../../staff/staff-file.ts';
import { systemRandomness } from '../../system-ports.ts';
import { invalid, type OptionName } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import type { Command } from './command.ts';
import { reportWords, withNames, writeNew } from './report-file.ts';
import { reportReconcile } from './report-reconcile.ts';
import { reportSales } from './report-sales.ts';

/** So many are shown where nobody asks for more. */
const zsInList = 400;

const optionsFor: Readonly<Record<string, readonly OptionName[]>> = {
  x: ['write'],
  z: ['write'],
  list: ['cursor', 'all'],
  sales: ['from', 'to', 'write'],
  reconcile: ['from', 'to', 'write', 'with-lists', 'anew'],
};

/** What the shop sold, with cost and margin, and a day compared with the service: for managers and auditors. */
export const report: Command = {
  usage:
    'x [--write FILE.html] | z [NAME] [--write FILE.html] | list [--cursor CURSOR | --all] | ' +
    'sales [--from DATE] [--to DATE] [--write FILE.csv|.html] | ' +
    'reconcile [NAME | --from DATE --to DATE] [--with-lists] [--anew] ' +
    '[--write FILE.csv|.html]',
  options: ['from', 'to', 'write', 'cursor', 'all', 'with-lists', 'anew'],
  optionsFor,
  columns: ['name', 'issuedAt', 'by', 'sales', 'cards', 'charge'],
  words: { from: 1, to: 2 },
  roles: ['manager', 'auditor'],
  run: async (context) => {
    const { args } = context;
    const [what = '', name] = args.words;
    if (!Object.hasOwn(optionsFor, what) || (name !== undefined && what !== 'z' && what !== 'reconcile'))
      return failed(invalid('report').error);
    if (what === 'sales') return reportSales(context);
    if (what === 'reconcile') return reportReconcile(context);
    const day = await dayIn(context);
    if (!day.ok) return failed(day.error);
    const reading: Reading = { seesCost: true };
    if (what === 'list') return list(context, day.value, reading);
    if (what === 'x') return written(context, reportOfX(day.value, context.nowMs(), reading));
    const found = zNamed(day.value, name, reading);
    return found === null ? failed(invalid('name').error) : written(context, found);
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
  const { journal, payments } = localRecords.value;
  return ok(
    openDayRecords({
      journal,
      randomness: systemRandomness,
      memory: lastZInFile(directory.value),
      openComplaints: () => openForDay(localRecords.value),
      payments: (asked) => payments.ofDay(asked),
      ...categoriesIn(await context.profile(), directory.value),
    }),
  );
}

/** By the card lists that are kept here, where the deployment is named. */
function categoriesIn(profile: DeploymentProfile | null, directory: string): Pick<DayPorts, 'categoryOf'> {
  if (profile === null) return {};
  return {
    categoryOf: (walletId, cardId) => {
      const kept = keptCardCategories(directory, deploymentIdentity(profile));
      try {
        return kept.of(walletId, cardId);
      } finally {
        kept.close();
      }
    },
  };
}

/** The last one where none is named; null where there is none of this name. */
function zNamed(day: DayRecords, name: string | undefined, reading: Reading): DayReport | null {
  if (name !== undefined && !dayCalls.z.input.safeParse({ name }).success) return null;
  const issued = name === undefined ? day.zs(1)[0] : day.z(readZName(name));
  return issued === undefined || issued === null ? null : reportOfZ(day, issued, reading);
}

/** The report, and the page of it in a new file where one is named. */
async function written(context: CliContext, report: DayReport): Promise<CommandOutcome> {
  const file = context.args.text('write');
  const words = await reportWords(context);
  const shown = withNames(report, words);
  if (file === null) return { ...done(report), shown };
  if (!writeNew(file, '.html', dayPage(report, words))) return failed(invalid('write').error);
  return { ...done({ ...report, file }), shown: { ...shown, file } };
}

/** The newest first; where there are more, `nextCursor` gives those. */
function list({ args }: CliContext, day: DayRecords, reading: Reading): CommandOutcome {
  const cursor = args.text('cursor');
  const isAll = args.flag('all');
  if (cursor !== null && (isAll || !/^[1-9][0-9]{0,15}$/.test(cursor))) return failed(invalid('cursor').error);
  const most = isAll ? Number.MAX_SAFE_INTEGER : zsInList;
  const zs = day.zs(isAll ? most : most + 1, cursor === null ? undefined : Number(cursor));
  const shown = zs.slice(0, most);
  const items = shown.map(({ z, issuedAtMs, by }) => ({
    name: nameOfZ(z),
    issuedAt: new Date(issuedAtMs).toISOString(),
    by,
    ...totalsView(addedBy(z), reading),
  }));
  const last = shown.at(-1);
  return done({
    items,
    ...(zs.length > shown.length && last !== undefined ? { nextCursor: String(last.seq) } : {}),
  });
}
