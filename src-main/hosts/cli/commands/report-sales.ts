import type { Totals } from '../../../day/machine/events.ts';
import { periodOf, type Group, type Period } from '../../../day/machine/period.ts';
import { dayOf, salesOn } from '../../../day/records/period-records.ts';
import { totalsView } from '../../../day/views/day-report.ts';
import { salesCsv } from '../../../day/views/sales-csv.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { personNames, writeNew } from './report-file.ts';

/** What was sold on some days, today where none is named, as it stands now; the lines of it with `--write`. */
export function reportSales(context: CliContext): CommandOutcome {
  const { args } = context;
  const from = args.text('from') ?? dayOf(context.nowMs());
  const to = args.text('to') ?? (args.text('from') === null ? from : dayOf(context.nowMs()));
  const file = args.text('write');
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const found = salesOn(localRecords.value.journal, { from, to });
  if (!found.ok) return failed(found.error);
  const csv = salesCsv(found.value, { language: context.language, nameOf: personNames(context) });
  if (file !== null && !writeNew(file, '.csv', csv)) return failed(invalid('write').error);
  return done({ from, to, ...periodValue(periodOf(found.value, dayOf)), ...(file === null ? {} : { file }) });
}

function periodValue({ totals, byDay, byWallet, byCard, byPerson }: Period): object {
  const all = (of: Totals): object => totalsView(of, { seesCost: true });
  const group = ({ key, first, totals: sum }: Group<string | null>): object => ({
    id: key,
    name: first.cardName,
    ...all(sum),
  });
  const bare = ({ key, totals: sum }: Group<string | null>): object => ({ id: key, ...all(sum) });
  return {
    totals: all(totals),
    byDay: byDay.map(({ day, totals: sum }) => ({ day, ...all(sum) })),
    byWallet: byWallet.map(bare),
    byCard: byCard.map(group),
    byPerson: byPerson.map(bare),
  };
}
