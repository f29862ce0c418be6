import { keptCardCategories } from '../../../app/counter/card-categories.ts';
import { dayOf, salesOn, type Dates } from '../../../day/records/period-records.ts';
import { salesCsv } from '../../../day/views/sales-csv.ts';
import { salesPage } from '../../../day/views/sales-page.ts';
import { salesReportOf } from '../../../day/views/sales-report.ts';
import { deploymentIdentity } from '../../../deployment/profile.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { reportWords, withNames, writeNew } from './report-file.ts';

/** The days that a command names: today where it names none, up to today where it names only the first. */
export function datesIn({ args, nowMs }: Pick<CliContext, 'args' | 'nowMs'>): Dates {
  const from = args.text('from') ?? dayOf(nowMs());
  return { from, to: args.text('to') ?? (args.text('from') === null ? from : dayOf(nowMs())) };
}

/** What was sold on some days as it stands now; the lines of it, or a page to print, with `--write`. */
export async function reportSales(context: CliContext): Promise<CommandOutcome> {
  const dates = datesIn(context);
  const file = context.args.text('write');
  const [localRecords, directory] = [context.localRecords(), context.directory()];
  if (!localRecords.ok) return failed(localRecords.error);
  if (!directory.ok) return failed(directory.error);
  const { journal, payments } = localRecords.value;
  const profile = await context.profile();
  const categories = profile === null ? null : keptCardCategories(directory.value, deploymentIdentity(profile));
  try {
    const ofCategories = categories === null ? {} : { categoryOf: categories.of };
    const ports = { journal, nowMs: context.nowMs(), ...payments.ofReports(), ...ofCategories };
    const report = salesReportOf(ports, dates, { seesCost: true });
    if (!report.ok) return failed(report.error);
    const words = await reportWords(context);
    const shown = withNames(report.value, words);
    if (file === null) return { ...done(report.value), shown };
    const sales = salesOn(journal, dates);
    if (!sales.ok) return failed(sales.error);
    const isWritten = file.endsWith('.html')
      ? writeNew(file, '.html', salesPage(report.value, words))
      : writeNew(file, '.csv', salesCsv(sales.value, { ...words, seesCost: true }));
    return isWritten
      ? { ...done({ ...report.value, file }), shown: { ...shown, file } }
      : failed(invalid('write').error);
  } finally {
    categories?.close();
  }
}
