import { comparisonOutcomes, type ComparisonOutcome } from '../../../src-shared/contract/comparison-outcomes.ts';
import type { Comparison, ComparisonLine } from '../../../src-shared/contract/reports.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { ReportPieces, type ReportWords } from '../../day/views/report-pieces.ts';
import { isFinal } from '../../orders/codes/order-codes.ts';
import { dayText } from '../../pages/drawn-values.ts';
import { escaped } from '../../pages/page.ts';
import { reportFile, type Block, type TableRow } from '../../pages/report-blocks.ts';
import { balanceBlocks } from './balance-blocks.ts';

/** A comparison as one file that needs nothing else. */
export function comparisonPage(comparison: Comparison, words: ReportWords): string {
  return reportFile(comparisonBlocks(comparison, words), { language: words.language, title: titleOf(words) });
}

export function titleOf(words: ReportWords): string {
  return new ReportPieces(words).text('compare.title');
}

/** A comparison, all that it says: what differs line by line with what to do, and what it cannot say. */
export function comparisonBlocks(comparison: Comparison, words: ReportWords): readonly Block[] {
  const pieces = new ReportPieces(words);
  const { counts, here, there, lines, lineCount, done, all } = comparison;
  const more = lineCount - lines.length;
  return [
    { kind: 'title', text: titleOf(words) },
    { kind: 'note', markup: escaped(ofWhat(comparison, pieces)) },
    pieces.note('compare.progress', { done, all }),
    ...(comparison.state === 'done' ? [] : [pieces.note('compare.stopped')]),
    pieces.heading('compare.result'),
    {
      kind: 'facts',
      rows: comparisonOutcomes.flatMap((outcome) =>
        counts[outcome] === 0 ? [] : [pieces.fact(`compare.${outcome}`, String(counts[outcome]))],
      ),
    },
    pieces.heading('compare.sums'),
    {
      kind: 'facts',
      rows: [pieces.fact('compare.here', pieces.sums(here)), pieces.fact('compare.there', pieces.sums(there))],
    },
    ...(comparison.settled === 0 ? [] : [pieces.note('compare.settled', { count: comparison.settled })]),
    ...balanceBlocks(comparison.balances, pieces),
    ...comparisonOutcomes.flatMap((outcome) => linesOf(lines, outcome, pieces)),
    ...(more === 0 ? [] : [pieces.note('compare.more', { count: more })]),
    pieces.heading('compare.limits'),
    ...limitsOf(comparison, pieces),
  ];
}

function ofWhat({ of }: Comparison, pieces: ReportPieces): string {
  if (of.kind === 'z') return pieces.text('day.z.title', { name: of.name });
  const [first, last] = [dayText(of.from, pieces.words.language), dayText(of.to, pieces.words.language)];
  return of.from === of.to ? pieces.text('report.of', { day: first }) : pieces.text('report.ofDays', { first, last });
}

function linesOf(lines: readonly ComparisonLine[], outcome: ComparisonOutcome, pieces: ReportPieces): readonly Block[] {
  const found = lines.filter((line) => line.outcome === outcome);
  if (found.length === 0) return [];
  return [
    pieces.heading(`compare.${outcome}`, found.length),
    pieces.note(`compare.${outcome}.says`),
    pieces.note(`compare.${outcome}.next`),
    {
      kind: 'table',
      heads: [pieces.text('day.cards'), pieces.text('compare.here'), pieces.text('compare.there')],
      rows: found.map((line) => rowOf(line, pieces)),
    },
  ];
}

function rowOf(line: ComparisonLine, pieces: ReportPieces): TableRow {
  const { cardName, operationId, at, cards } = line;
  const name = serviceName(cardName, pieces.words.language) ?? pieces.unnamed();
  const id = operationId === null ? '' : `<br><bdi dir="ltr" class="id">${escaped(operationId)}</bdi>`;
  const time = at === null ? '' : `<br>${pieces.time(at)}`;
  const said = line.failure === null ? '' : `<br><bdi dir="ltr" class="id">${escaped(line.failure.code)}</bdi>`;
  const differing = line.differs.map((member) => pieces.text(`compare.member.${member}`)).join(', ');
  const here = line.isKnown ? stateText(line, pieces) : pieces.text('compare.notHere');
  const there = line.stateThere === null ? '-' : pieces.text(`compare.stateThere.${line.stateThere}`);
  return {
    markup: `<bdi>${escaped(name)}</bdi>${time}${id}`,
    cells: [
      cards === null ? '-' : String(cards),
      `${escaped(here)}${sumOf(line.here, pieces)}`,
      `${escaped(there)}${sumOf(line.there, pieces)}${differing === '' ? '' : `<br>${escaped(differing)}`}${said}`,
    ],
  };
}

/** On paper its state is said in the words that the service's has. */
function stateText({ state }: ComparisonLine, pieces: ReportPieces): string {
  if (state === null) return '-';
  const stateThere = state === 'completed' ? 'completed' : isFinal(state) ? 'failed' : 'processing';
  return pieces.text(`compare.stateThere.${stateThere}`);
}

function sumOf(sum: ComparisonLine['here'], pieces: ReportPieces): string {
  return sum === null ? '' : `<br>${pieces.sums([sum])}`;
}

function limitsOf({ lists }: Comparison, pieces: ReportPieces): readonly Block[] {
  const plain = pieces.note('compare.limit.now');
  if (lists === null) return [plain, pieces.note('compare.limit.noLists')];
  const { undatedCards, unreadable, unchecked } = lists;
  return [
    plain,
    pieces.note('compare.limit.lists'),
    pieces.note('compare.limit.clock'),
    ...(undatedCards === 0 ? [] : [pieces.note('compare.limit.undated', { count: undatedCards })]),
    ...(unreadable === 0 ? [] : [pieces.note('compare.limit.unreadable', { count: unreadable })]),
    ...unchecked.map(({ walletId }) =>
      walletId === null
        ? pieces.note('compare.limit.unchecked.wallets')
        : pieces.note('compare.limit.unchecked', { wallet: pieces.words.walletOf(walletId) ?? walletId }),
    ),
  ];
}
