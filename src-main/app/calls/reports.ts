import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { Comparison, ReportChoice, ReportFile } from '../../../src-shared/contract/reports.ts';
import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import { dayOf } from '../../../src-shared/search/days.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { knownId, type StaffId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { salesOn } from '../../day/records/period-records.ts';
import { dayCsv } from '../../day/views/day-csv.ts';
import { dayBlocks, dayTitle } from '../../day/views/day-page.ts';
import { readZName, reportOfX, reportOfZ } from '../../day/views/day-report.ts';
import type { ReportWords } from '../../day/views/report-pieces.ts';
import { salesCsv } from '../../day/views/sales-csv.ts';
import { salesBlocks, salesTitle } from '../../day/views/sales-page.ts';
import { salesReportOf } from '../../day/views/sales-report.ts';
import { escaped } from '../../pages/page.ts';
import { reportFile, reportPage, reportPapers, type Block } from '../../pages/report-blocks.ts';
import { papers } from '../../receipts/papers.ts';
import { receiptShop } from '../../receipts/receipt.ts';
import { subjectOf } from '../../reconcile/driver/subject.ts';
import { comparisonCsv } from '../../reconcile/views/comparison-csv.ts';
import { comparisonBlocks, titleOf } from '../../reconcile/views/comparison-page.ts';
import { cardCategories } from '../counter/card-categories.ts';
import type { Counter } from '../counter/counter.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

/** Reports over days, reports on paper and in files, and a day compared with the service. */
export function reportCalls(context: CallContext): CallHandlers['reports'] {
  const comparing = (work: (counter: Counter) => Comparison | null): Promise<Result<Comparison | null, Failure>> =>
    atCounter(context, (counter) => ok(work(counter)));
  return {
    sales: (dates) =>
      atCounter(context, (counter) =>
        salesReportOf(reportPorts(context, counter), dates, { seesCost: knowsCost(context) }),
      ),
    print: ({ report, language }) => atCounter(context, (counter) => print(context, counter, { report, language })),
    save: (input) => atCounter(context, (counter) => save(context, counter, input)),
    compare: ({ of, withLists, anew = false }) =>
      atCounter(context, ({ comparisons, localRecords: { journal }, day }) => {
        const subject = subjectOf({ journal, day }, of);
        return subject.ok ? ok(comparisons.begin(of, subject.value, { withLists, anew })) : subject;
      }),
    comparison: () => comparing(({ comparisons }) => comparisons.state()),
    cancelComparison: () =>
      comparing(({ comparisons }) => {
        comparisons.cancel();
        return comparisons.state();
      }),
  };
}

function reportPorts(context: CallContext, { localRecords: { journal, payments }, catalogue }: Counter) {
  return {
    journal,
    nowMs: context.ports.clock.nowMs(),
    categoryOf: cardCategories(catalogue),
    ...payments.ofReports(),
  };
}

/** A report as it goes onto paper or into a file. */
interface Drawn {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** What the file is called, without its ending. */
  readonly name: string;
  readonly csv: () => Result<string, Failure>;
}

interface ReportRequest {
  readonly report: ReportChoice;
  readonly language: Language;
}

/** With who sells above it, or that it is a training, as on a receipt. */
function drawn(context: CallContext, counter: Counter, request: ReportRequest): Result<Drawn, Failure> {
  const report = reportFor(context, counter, request);
  if (!report.ok) return report;
  const open = context.current();
  const isTraining = open === null || open.mode === 'training';
  const names = isTraining
    ? [drawnText(request.language)('paper.training')]
    : receiptShop(open.preferences.read().shop, open.name, request.language).names;
  const shop = names.map((name): Block => ({ kind: 'note', markup: `<bdi>${escaped(name)}</bdi>` }));
  const { name, blocks } = report.value;
  // Sums alone do not say it, and lie in one folder with those of the shop.
  return ok({ ...report.value, name: isTraining ? `training-${name}` : name, blocks: [...shop, ...blocks] });
}

function reportFor(
  context: CallContext,
  counter: Counter,
  { report, language }: ReportRequest,
): Result<Drawn, Failure> {
  const words = wordsOf(counter, language);
  const reading = { seesCost: knowsCost(context) };
  const { day, comparisons, localRecords } = counter;
  switch (report.kind) {
    case 'x':
    case 'z': {
      const issued = report.kind === 'z' ? day.z(readZName(report.name)) : null;
      if (report.kind === 'z' && issued === null) return err({ code: 'input_invalid', field: 'name' });
      const read =
        issued === null ? reportOfX(day, context.ports.clock.nowMs(), reading) : reportOfZ(day, issued, reading);
      return ok({
        title: dayTitle(read, words),
        blocks: dayBlocks(read, words),
        name: read.name === null ? `x-${dayOf(new Date(read.until))}` : `z-${read.name}`,
        csv: () => ok(dayCsv(read, words)),
      });
    }
    case 'sales': {
      const { from, to } = report;
      const read = salesReportOf(reportPorts(context, counter), { from, to }, reading);
      if (!read.ok) return read;
      return ok({
        title: salesTitle(read.value, words),
        blocks: salesBlocks(read.value, words),
        name: from === to ? `sales-${from}` : `sales-${from}-${to}`,
        csv: () => {
          const sales = salesOn(localRecords.journal, { from, to });
          return sales.ok ? ok(salesCsv(sales.value, { ...words, ...reading })) : sales;
        },
      });
    }
    case 'comparison': {
      const state = comparisons.state();
      // It says what the shop itself pays.
      if (!reading.seesCost) return err({ code: 'not_allowed' });
      if (state === null) return err({ code: 'input_invalid', field: 'report' });
      return ok({
        title: titleOf(words),
        blocks: comparisonBlocks({ ...state, lines: [...comparisons.lines()] }, words),
        name: `comparison-${state.of.kind === 'z' ? `z-${state.of.name}` : `${state.of.from}-${state.of.to}`}`,
        csv: () => ok(comparisonCsv(comparisons.everyLine(), state.balances, language)),
      });
    }
  }
}

function wordsOf({ staff, catalogue }: Counter, language: Language): ReportWords {
  const wallets = new Map(catalogue.cachedWallets().map(({ wallet }) => [wallet.id as string, wallet]));
  return {
    language,
    personOf: (id) => staff.find(knownId<StaffId>(id))?.name ?? null,
    walletOf: (id) => serviceName(wallets.get(id)?.name ?? null, language) ?? null,
  };
}

async function print(
  context: CallContext,
  counter: Counter,
  request: ReportRequest,
): Promise<Result<{ readonly printed: true }, Failure>> {
  const { printer } = context.ports;
  if (printer === null) return err({ code: 'printer_unavailable' });
  const report = drawn(context, counter, request);
  if (!report.ok) return report;
  const { receiptPaper, printerName } = context.current()?.preferences.read() ?? initialPreferences;
  const paper = papers[receiptPaper];
  const { title, blocks } = report.value;
  const documents = reportPapers(blocks, paper, { language: request.language, title });
  const sent = await printer.print({ documents, paper, printerName });
  return sent.ok ? ok({ printed: true }) : err(detailed('print_failed', sent.error.code));
}

async function save(
  context: CallContext,
  counter: Counter,
  { as, ...request }: ReportRequest & { readonly as: ReportFile },
): Promise<Result<CallOutput<'reports', 'save'>, Failure>> {
  const report = drawn(context, counter, request);
  if (!report.ok) return report;
  const { title, blocks, name, csv } = report.value;
  const { saveFile, drawPdf } = context.ports;
  const fileName = `${name}.${as}`;
  const how = { language: request.language, title };
  if (as === 'pdf') {
    if (saveFile === undefined || drawPdf === undefined) return err({ code: 'printer_unavailable' });
    const pdf = await drawPdf(reportPage(blocks, how).html);
    return pdf === null ? err({ code: 'counter_bug' }) : ok(savedAs(await saveFile(fileName, pdf, 'report')));
  }
  const content = as === 'csv' ? csv() : ok(reportFile(blocks, how));
  if (!content.ok) return content;
  if (saveFile === undefined) return ok({ saved: 'byPage', file: { name: fileName, text: content.value } });
  return ok(savedAs(await saveFile(fileName, content.value, 'report')));
}

function savedAs(saved: boolean | null): CallOutput<'reports', 'save'> {
  return { saved: saved === null ? 'nowhere' : saved ? 'here' : 'failed', file: null };
}
