import { counted } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { moneyText } from '../../pages/drawn-values.ts';
import { escaped } from '../../pages/page.ts';
import type { Block, Fact } from '../../pages/report-blocks.ts';
import type { ReportPieces } from './report-pieces.ts';

type Payments = DayReport['payments'];
type MeansGroup = NonNullable<Payments>['means'][number];

/** What customers paid by each means, what they got back, and what is left. */
export function paidBlocks({ payments }: Pick<DayReport, 'payments'>, pieces: ReportPieces): readonly Block[] {
  return meansBlocks(payments?.means ?? [], pieces);
}

export function meansBlocks(means: readonly MeansGroup[], pieces: ReportPieces): readonly Block[] {
  if (means.length === 0) return [];
  const rows = means.map((row) => ({
    markup: `<bdi>${escaped(pieces.text(`payment.means.${row.means}`))}</bdi>`,
    cells: [row.received, row.back, row.net].map((sums) => pieces.sums(sums)),
  }));
  const heads = [pieces.text('day.received'), pieces.text('day.returned'), pieces.text('day.net')];
  return [pieces.heading('day.byMeans'), { kind: 'table', heads, rows }];
}

export function owedBlocks({ payments }: Pick<DayReport, 'payments'>, pieces: ReportPieces): readonly Block[] {
  if (payments === undefined) return [];
  const { owed, owedCount, owedSums: sums } = payments;
  const list = counted(owed, owedCount);
  if (list.count === 0) return [];
  const rows = list.lines.map(({ order: { operationId, cardName, cards }, sum }): Fact => ({
    name: `${serviceName(cardName, pieces.words.language) ?? operationId} × ${cards}`,
    markup: pieces.sums([sum]),
  }));
  return [
    pieces.heading('day.owed', list.count),
    { kind: 'facts', rows: list.count === 1 ? rows : [...rows, pieces.fact('day.owed.total', pieces.sums(sums))] },
    ...pieces.unnamedOf(list),
    pieces.note('day.owed.says'),
  ];
}

export function expectedRows(payments: Payments, pieces: ReportPieces): readonly Fact[] {
  const { expectedCash: expected = [], uncountedCash: uncounted = [] } = payments ?? {};
  if (expected.length === 0) return [];
  return [
    pieces.fact('day.cash.expected', pieces.sums(expected)),
    ...(uncounted.length === 0 ? [] : [pieces.fact('day.cash.uncounted', pieces.sums(uncounted))]),
  ];
}

/** In words: whoever reads a sign may read it the wrong way round. */
export function differenceRows(payments: Payments, pieces: ReportPieces): readonly Fact[] {
  const difference = payments?.difference ?? [];
  if (difference.length === 0) return [];
  const words = difference.map((sum) => differenceMarkup(sum, pieces));
  return [pieces.fact('day.cash.difference', words.join('<br>'))];
}

/** What the till should have held when a shift was taken over, and the difference then. */
export function comparedLines(
  { expected = [], difference = [] }: DayReport['cashCounts'][number],
  pieces: ReportPieces,
): readonly string[] {
  return expected.map(({ amount, currency }) => {
    const money = moneyText(amount, currency, pieces.words.language);
    const known = difference.find((sum) => sum.currency === currency);
    const said = escaped(pieces.text('day.cash.expected.then', { money }));
    return known === undefined ? said : `${said} · ${differenceMarkup(known, pieces)}`;
  });
}

function differenceMarkup({ amount, currency }: MeansGroup['net'][number], pieces: ReportPieces): string {
  if (/^-?0(?:\.0+)?$/.test(amount)) return escaped(pieces.text('day.cash.right'));
  const key = amount.startsWith('-') ? 'day.cash.missing' : 'day.cash.over';
  return escaped(pieces.text(key, { money: moneyText(amount.replace('-', ''), currency, pieces.words.language) }));
}
