import { counted, type CountedList } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import type { MainKey } from '../../../src-shared/words/main-messages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { escaped } from '../../pages/page.ts';
import { reportFile, type Block } from '../../pages/report-blocks.ts';
import { comparedLines, differenceRows, expectedRows, owedBlocks, paidBlocks } from './paid-blocks.ts';
import { ReportPieces, type ReportWords } from './report-pieces.ts';

type Line = DayReport['carriedOver'][number];
type LateLine = DayReport['lateOrders'][number];

/** A report as one file that needs nothing else. */
export function dayPage(report: DayReport, words: ReportWords): string {
  return reportFile(dayBlocks(report, words), { language: words.language, title: dayTitle(report, words) });
}

export function dayTitle({ name }: DayReport, words: ReportWords): string {
  const pieces = new ReportPieces(words);
  return name === null ? pieces.text('day.x.title') : pieces.text('day.z.title', { name });
}

/** An X or a Z, all that it says. */
export function dayBlocks(report: DayReport, words: ReportWords): readonly Block[] {
  const pieces = new ReportPieces(words);
  const { language, walletOf } = words;
  const { totals, byCard, byPerson, byWallet, running } = report;
  const nameOf = ({ id, name }: DayReport['byCard'][number]): string =>
    serviceName(name, language) ?? id ?? pieces.unnamed();
  return [
    { kind: 'title', text: dayTitle(report, words) },
    times(report, pieces),
    ...pieces.figures(totals),
    ...paidBlocks(report, pieces),
    ...pieces.groups('report.byCategory', report.byCategory ?? [], (group) =>
      group.id === null ? pieces.text('day.noCategory') : nameOf(group),
    ),
    ...pieces.groups('day.byCard', byCard, nameOf),
    ...pieces.groups('day.byPerson', byPerson.some(({ id }) => id !== null) ? byPerson : [], ({ id }) =>
      pieces.person(id),
    ),
    ...pieces.groups('day.byWallet', byWallet, ({ id }) => (id === null ? pieces.unnamed() : (walletOf(id) ?? id))),
    ...lines(report, pieces),
    ...lostZs(report, pieces),
    ...cash(report, pieces),
    ...(running === null ? [] : [pieces.heading('day.running'), ...pieces.figures(running)]),
    place(report, pieces),
  ];
}

function times({ name, from, until, by }: DayReport, pieces: ReportPieces): Block {
  const end = by === null ? pieces.time(until) : `${pieces.time(until)}<br><bdi>${escaped(pieces.person(by))}</bdi>`;
  return {
    kind: 'facts',
    rows: [
      ...(from === null ? [] : [pieces.fact('day.z.from', pieces.time(from))]),
      name === null ? pieces.fact('day.now', end) : pieces.fact('day.z.issued', end),
    ],
  };
}

/** Where nobody notes how customers pay, it says what was counted and expects no amount. */
function cash({ counted, cashCounts, payments }: DayReport, pieces: ReportPieces): readonly Block[] {
  if (counted === null && cashCounts.length === 0) return [];
  const rows = cashCounts.map((count) => {
    const by = count.by === null ? '' : ` <bdi>${escaped(pieces.person(count.by))}</bdi>`;
    return pieces.fact(
      `day.cash.${count.what}`,
      [`${pieces.sums(count.counted)}<br>${pieces.time(count.at)}${by}`, ...comparedLines(count, pieces)].join('<br>'),
    );
  });
  const closed = counted === null ? [] : [pieces.fact('day.cash.closed', pieces.sums(counted))];
  return [
    pieces.heading('day.cash.title'),
    {
      kind: 'facts',
      rows: [...rows, ...expectedRows(payments, pieces), ...closed, ...differenceRows(payments, pieces)],
    },
    ...(payments === undefined ? [pieces.note('day.cash.honest')] : []),
  ];
}

function lostZs({ lost }: DayReport, pieces: ReportPieces): readonly Block[] {
  if (lost === null) return [];
  const { from, to, running } = lost;
  return [
    pieces.heading('day.lost.title'),
    from === null ? pieces.note('day.lost.all', { to }) : pieces.note('day.lost.after', { from, to }),
    pieces.note('day.lost.total', { to }),
    ...pieces.figures(running),
  ];
}

/** What is in no total of it, or in one of its own, by name. */
function lines(report: DayReport, pieces: ReportPieces): readonly Block[] {
  const { late, takenBack, payments } = report;
  return [
    ...named(
      pieces,
      report.name === null ? 'day.noResult' : 'day.carriedOver',
      counted(report.carriedOver, report.carriedOverCount),
    ),
    ...named(pieces, 'day.late', counted(report.lateOrders, report.lateOrdersCount), late),
    ...named(pieces, 'day.takenBack', counted(report.takenBackOrders, report.takenBackOrdersCount), takenBack),
    ...named(pieces, 'day.undecided', counted(report.undecided, report.undecidedCount)),
    ...named(pieces, 'day.endedLate', counted(report.endedLate, report.endedLateCount)),
    ...named(pieces, 'day.soldInLost', counted(report.soldInLost, report.soldInLostCount)),
    ...(payments === undefined ? [] : named(pieces, 'day.voided', counted(payments.voided, payments.voidedCount))),
    ...owedBlocks(report, pieces),
    ...replaced(report, pieces),
    ...complained(report, pieces),
    ...notSold(report, pieces),
  ];
}

function replaced({ replacements }: DayReport, pieces: ReportPieces): readonly Block[] {
  if (replacements === undefined) return [];
  return [pieces.heading('day.replacements'), ...pieces.figures(replacements), pieces.note('day.replacements.says')];
}

function complained({ complaints }: DayReport, pieces: ReportPieces): readonly Block[] {
  if (complaints === undefined) return [];
  const { language } = pieces.words;
  const rows = complaints.items.map(({ operationId, cardName, openedAt, sent }) => {
    const state = pieces.text(sent ? 'complaint.state.sent' : 'complaint.state.open');
    return {
      name: serviceName(cardName, language) ?? operationId,
      markup: `${escaped(state)}<br>${pieces.time(openedAt)}`,
    };
  });
  const { count, items } = complaints;
  return [
    pieces.heading('complaint.list', count),
    { kind: 'facts', rows },
    ...pieces.unnamedOf({ lines: items, count }),
  ];
}

/** The list may name fewer than there are. Its totals stand above it, where it has any of its own. */
function named(
  pieces: ReportPieces,
  title: MainKey,
  list: CountedList<Line & Partial<Pick<LateLine, 'begunIn'>>>,
  totals?: DayReport['late'],
): readonly Block[] {
  if (list.count === 0) return [];
  const { language } = pieces.words;
  const rows = list.lines.map(({ operationId, cardName, cards, intendedAt, begunIn = null }) => ({
    name: `${serviceName(cardName, language) ?? operationId} × ${cards}`,
    markup: [
      pieces.time(intendedAt),
      ...(begunIn === null ? [] : [escaped(pieces.text('day.late.from', { name: begunIn }))]),
    ].join('<br>'),
  }));
  return [
    pieces.heading(title, list.count),
    ...(totals === undefined ? [] : pieces.figures(totals)),
    { kind: 'facts', rows },
    ...pieces.unnamedOf(list),
  ];
}

/** By state. What people call by one name is one line. */
function notSold({ ended }: DayReport, pieces: ReportPieces): readonly Block[] {
  if (ended.length === 0) return [{ kind: 'facts', rows: [pieces.fact('day.ended', '0')] }];
  const byName = new Map<string, number>();
  for (const { state, sales } of ended) {
    const name = pieces.text(`state.${state}.name`);
    byName.set(name, (byName.get(name) ?? 0) + sales);
  }
  const rows = [...byName].map(([name, sales]) => ({ name, markup: String(sales) }));
  const count = ended.reduce((sum, { sales }) => sum + sales, 0);
  return [pieces.heading('day.ended', count), { kind: 'facts', rows }];
}

function place({ firstSeq, lastSeq, headHash }: DayReport, pieces: ReportPieces): Block {
  const entries = pieces.text('day.z.entries.of', { first: String(firstSeq), last: String(lastSeq) });
  return {
    kind: 'facts',
    rows: [
      pieces.fact('day.z.entries', escaped(entries)),
      pieces.fact('day.z.check', `<bdi dir="ltr" class="id">${escaped(headHash)}</bdi>`),
    ],
  };
}
