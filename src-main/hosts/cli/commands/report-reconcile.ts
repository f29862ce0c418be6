import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { dayCalls } from '../../../../src-shared/contract/day.ts';
import type { Compared, ComparedBalances } from '../../../../src-shared/contract/reports.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { ReportWords } from '../../../day/views/report-pieces.ts';
import { timeOf } from '../../../pages/drawn-values.ts';
import type { OnProgress } from '../../../reconcile/driver/comparisons.ts';
import { subjectOf } from '../../../reconcile/driver/subject.ts';
import { comparisonCsv } from '../../../reconcile/views/comparison-csv.ts';
import { comparisonPage } from '../../../reconcile/views/comparison-page.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { reportWords, writeNew } from './report-file.ts';
import { datesIn } from './report-sales.ts';

/** Often enough for a person who watches. */
const progressEvery = 50;

/** Compares a Z, or some days, with the service; a signal ends it after the read that is under way. */
export async function reportReconcile(context: CliContext): Promise<CommandOutcome> {
  const { args, stopping } = context;
  const file = args.text('write');
  if (file !== null && !/\.(?:html|csv)$/.test(file)) return failed(invalid('write').error);
  const of = comparedIn(context);
  if (!of.ok) return failed(of.error);
  const opened = await context.counter();
  if (!opened.ok) return failed(opened.error);
  const { comparisons, day, localRecords } = opened.value;
  const subject = subjectOf({ journal: localRecords.journal, day }, of.value);
  if (!subject.ok) return failed(subject.error);
  stopping.addEventListener('abort', () => comparisons.cancel(), { once: true });
  const how = { withLists: args.flag('with-lists'), anew: args.flag('anew') };
  comparisons.begin(of.value, subject.value, how, saying(context));
  await comparisons.ended();
  const comparison = comparisons.state();
  if (comparison === null) return failed({ code: 'counter_bug' });
  const whole = { ...comparison, lines: [...comparisons.lines()] };
  const words = await reportWords(context);
  if (file !== null) {
    const text = file.endsWith('.csv')
      ? comparisonCsv(comparisons.everyLine(), comparison.balances, context.language)
      : comparisonPage(whole, words);
    if (!writeNew(file, file.endsWith('.csv') ? '.csv' : '.html', text)) return failed(invalid('write').error);
  }
  const value = { ...whole, ...(file === null ? {} : { file }) };
  if (comparison.failure !== null) return { ...failed(comparison.failure), value };
  return { ...done(value), shown: { ...value, balances: withWalletNames(value.balances, words) } };
}

/** As a person reads it: a wallet by its name, where that is known. */
function withWalletNames(balances: ComparedBalances | null, { walletOf }: ReportWords): object | null {
  if (balances === null) return null;
  const wallets = balances.wallets.map(({ walletId, ...of }) => ({ wallet: walletOf(walletId) ?? walletId, ...of }));
  return { ...balances, wallets };
}

/** What was asked before is said once, before anything is asked now. */
function saying(context: CliContext): OnProgress {
  let isFirst = true;
  return ({ done, all, earlier }) => {
    const goesOn = isFirst && earlier !== undefined;
    if (goesOn || (done % progressEvery === 0 && done > 0))
      context.say(context.text('compare.progress', { done, all }));
    if (goesOn && earlier.orders > 0) {
      const time = timeOf(Date.parse(earlier.at), context.language);
      context.say(context.text('compare.earlier', { count: earlier.orders, time }));
    }
    isFirst = false;
  };
}

function comparedIn(context: CliContext): Result<Compared, Failure> {
  const { args } = context;
  const [, name] = args.words;
  if (name === undefined) return ok({ kind: 'days', ...datesIn(context) });
  const hasDays = args.text('from') !== null || args.text('to') !== null;
  const isName = dayCalls.z.input.safeParse({ name }).success;
  return hasDays || !isName ? invalid('name') : ok({ kind: 'z', name });
}
