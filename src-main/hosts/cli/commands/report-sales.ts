import { existsSync } from 'node:fs';
import type { StaffId } from '../../../core/ids.ts';
import type { Totals } from '../../../day/machine/events.ts';
import { periodOf, type Group, type Period } from '../../../day/machine/period.ts';
import { dayOf, salesOn } from '../../../day/records/period-records.ts';
import { totalsView } from '../../../day/views/day-report.ts';
import { salesCsv } from '../../../day/views/sales-csv.ts';
import { writeFileAtomically } from '../../../files/atomic-write.ts';
import { readPeople } from '../../../staff/staff-file.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/** What was sold on some days, today where none is named, as it stands now; the lines of it with `--write`. */
export function reportSales(context: CliContext): CommandOutcome {
  const { args } = context;
  const from = args.text('from') ?? dayOf(context.nowMs());
  const to = args.text('to') ?? (args.text('from') === null ? from : dayOf(context.nowMs()));
  const file = args.text('write');
  if (file !== null && (!file.endsWith('.csv') || existsSync(file))) return failed(invalid('write').error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const found = salesOn(localRecords.value.journal, { from, to });
  if (!found.ok) return failed(found.error);
  if (file !== null) {
    const text = salesCsv(found.value, { language: context.language, nameOf: namesIn(context) });
    if (!writeFileAtomically(file, new TextEncoder().encode(text)).ok) return failed(invalid('write').error);
  }
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

/** Names of people, from the file that may have lost some. */
function namesIn(context: CliContext): (person: StaffId) => string | null {
  const directory = context.directory();
  const people = directory.ok ? readPeople(directory.value) : directory;
  const names = new Map(people.ok ? people.value.map(({ id, name }) => [id, name]) : []);
  return (person) => names.get(person) ?? null;
}
