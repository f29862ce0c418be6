import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type {
  Cell,
  Line as OrderLine,
  MeansRow,
  OpenComplaint,
  Sum,
  Totals,
  ZDocument,
  ZName,
  ZPayments,
} from '../machine/events.ts';
import { totalsOf } from '../machine/sale.ts';
import { differenceFrom, negative, negativeTotals, summed, totalsPlus } from '../machine/sums.ts';
import { addedBy } from '../machine/tally.ts';
import type { CashCount, DayRecords, IssuedZ, OpenShift } from '../records/day-records.ts';

type Group = DayReport['byCard'][number];
type TotalsView = DayReport['totals'];
type Line = DayReport['carriedOver'][number];

/** How a report is read. */
export interface Reading {
  /** Whether who reads it may see what the shop pays. */
  readonly seesCost: boolean;
}

/** So many orders are named in a line; where there are more, it says how many. */
const namedAtMost = 200;

export function nameOfZ({ epoch, number }: ZName): string {
  return `${epoch}-${number}`;
}

/** A name that the contract has checked. */
export function readZName(name: string): ZName {
  const [epoch = '', number = ''] = name.split('-');
  return { epoch: Number(epoch), number: Number(number) };
}

/** A Z that was issued. */
export function reportOfZ(
  day: Pick<DayRecords, 'cashCounts'>,
  { z, issuedAtMs, by, counted }: IssuedZ,
  reading: Reading,
): DayReport {
  return {
    ...reportOf(z, day.cashCounts(z), reading, counted),
    name: nameOfZ(z),
    until: instant(issuedAtMs),
    by,
    running: totalsView(z.running, reading),
    counted: counted === null ? null : [...counted],
  };
}

/** What a Z would say now. */
export function reportOfX(day: Pick<DayRecords, 'x' | 'cashCounts'>, nowMs: number, reading: Reading): DayReport {
  const z = day.x();
  const open = { name: null, until: instant(nowMs), by: null, running: null, counted: null };
  return { ...reportOf(z, day.cashCounts(z), reading), ...open };
}

function reportOf(
  z: ZDocument,
  cash: readonly CashCount[],
  reading: Reading,
  counted: readonly Sum[] | null = null,
): Omit<DayReport, 'name' | 'until' | 'by' | 'running' | 'counted'> {
  const of = (totals: Totals): TotalsView => totalsView(totals, reading);
  const grouped = (keyOf: (cell: Cell) => string | null, nameOf?: (cell: Cell) => Cell['cardName']): Group[] =>
    groups(z, keyOf).map(({ key, first, totals }) => ({ id: key, name: nameOf?.(first) ?? null, ...of(totals) }));
  return {
    from: z.sinceMs === null ? null : instant(z.sinceMs),
    firstSeq: z.firstSeq,
    lastSeq: z.lastSeq,
    headHash: z.headHash,
    totals: of(addedBy(z)),
    byWallet: grouped(({ walletId }) => walletId),
    byCard: grouped(
      ({ cardId }) => cardId,
      ({ cardName }) => cardName,
    ),
    byPerson: grouped(({ by }) => by),
    ...(z.categories === undefined ? {} : { byCategory: byCategory(z, z.categories, reading) }),
    ...(z.payments === undefined ? {} : { payments: paymentsIn(z.payments, counted) }),
    late: of(totalsOf(z.soldLate)),
    lateOrders: z.late.slice(0, namedAtMost).map(lineFromView),
    lateOrdersCount: z.late.length,
    takenBack: of(totalsOf(z.takenBack)),
    takenBackOrders: linesOf(z.takenBackOrders),
    takenBackOrdersCount: z.takenBackOrders.length,
    undecided: linesOf(z.undecided),
    undecidedCount: z.undecided.length,
    soldInLost: linesOf(z.soldInLost),
    soldInLostCount: z.soldInLost.length,
    ...(z.replacements === undefined ? {} : { replacements: of(totalsOf(z.replacements)) }),
    ...(z.complaints === undefined ? {} : { complaints: complaintsIn(z.complaints) }),
    ended: z.ended,
    endedLate: z.endedLate.slice(0, namedAtMost).map(lineFromView),
    endedLateCount: z.endedLate.length,
    carriedOver: linesOf(z.carriedOver),
    carriedOverCount: z.carriedOver.length,
    lost: z.lost === null ? null : lostView(z.lost, reading),
    cashCounts: cash.map(cashCountView),
  };
}

/** By what the Z kept of categories: the card list may say something else by now. */
function byCategory(z: ZDocument, known: NonNullable<ZDocument['categories']>, reading: Reading): Group[] {
  const ofCard = new Map(known.map(({ walletId, cardId, category }) => [`${walletId} ${cardId}`, category]));
  const of = ({ walletId, cardId }: Cell) => ofCard.get(`${walletId} ${cardId}`) ?? null;
  return groups(z, (cell) => of(cell)?.id ?? null).map(({ key, first, totals }) => ({
    id: key,
    name: of(first)?.name ?? null,
    ...totalsView(totals, reading),
  }));
}

function paymentsIn(
  { means, voided, owed, expectedCash }: ZPayments,
  counted: readonly Sum[] | null,
): NonNullable<DayReport['payments']> {
  const known = expectedCash === undefined || counted === null ? null : differenceFrom(expectedCash, counted);
  return {
    means: means.map(meansView),
    voided: linesOf(voided),
    voidedCount: voided.length,
    owed: owed.slice(0, namedAtMost).map(({ order, sum }) => ({ order: lineView(order), sum })),
    owedCount: owed.length,
    owedSums: [...summed(owed.map((one) => one.sum))],
    ...(expectedCash === undefined ? {} : { expectedCash, ...uncountedIn(means, expectedCash) }),
    ...(known === null || known.length === 0 ? {} : { difference: [...known] }),
  };
}

/** The till may hold more than what is expected: of these currencies nobody knows with how much it began. */
function uncountedIn(
  means: ZPayments['means'],
  expectedCash: readonly Sum[],
): Pick<NonNullable<DayReport['payments']>, 'uncountedCash'> {
  const counted = new Set(expectedCash.map(({ currency }) => currency));
  const cash = means.filter((row) => row.means === 'cash').flatMap((row) => meansView(row).net);
  const uncountedCash = cash.filter(({ currency, amount }) => !counted.has(currency) && /[1-9]/.test(amount));
  return uncountedCash.length === 0 ? {} : { uncountedCash };
}

/** With what is left of it. */
export function meansView({ means, received, back }: MeansRow): NonNullable<DayReport['payments']>['means'][number] {
  return { means, received, back, net: [...summed([...received, ...back.map(negative)])] };
}

export function openShiftView({ openedAtMs, by, takenOver }: OpenShift): NonNullable<ShiftView['open']> {
  const cash = takenOver === null ? {} : { takenOver: cashCountView(takenOver) };
  return { openedAt: instant(openedAtMs), by, ...cash };
}

/** With what the till should have held, and the difference, where they are known. */
function cashCountView({ atMs, what, by, counted, expected }: CashCount): DayReport['cashCounts'][number] {
  const difference = expected === null ? [] : differenceFrom(expected, counted);
  return {
    at: instant(atMs),
    what,
    by,
    counted: [...counted],
    ...(expected === null ? {} : { expected: [...expected] }),
    ...(difference.length === 0 ? {} : { difference: [...difference] }),
  };
}

function lostView({ from, to, running }: NonNullable<ZDocument['lost']>, reading: Reading): DayReport['lost'] {
  return {
    from: from === null ? null : nameOfZ(from),
    to: nameOfZ(to),
    running: totalsView(running, reading),
  };
}

/** The totals of what has the same key, in the order in which each came first. */
function groups(
  { sold, soldLate, takenBack }: ZDocument,
  keyOf: (cell: Cell) => string | null,
): readonly { readonly key: string | null; readonly first: Cell; readonly totals: Totals }[] {
  const found = new Map<string | null, { readonly first: Cell; readonly totals: Totals }>();
  const add = (cell: Cell, totals: Totals): void => {
    const before = found.get(keyOf(cell));
    found.set(
      keyOf(cell),
      before === undefined ? { first: cell, totals } : { ...before, totals: totalsPlus(before.totals, totals) },
    );
  };
  for (const cell of [...sold, ...soldLate]) add(cell, totalsOf([cell]));
  for (const cell of takenBack) add(cell, negativeTotals(totalsOf([cell])));
  return [...found].map(([key, group]) => ({ key, ...group }));
}

export function totalsView(
  { sales, cards, charge, uncharged, cost, margin }: Totals,
  { seesCost }: Pick<Reading, 'seesCost'>,
): TotalsView {
  return { sales, cards, charge, uncharged, cost: seesCost ? cost : null, margin: seesCost ? margin : null };
}

function linesOf(lines: readonly OrderLine[]): Line[] {
  return lines.slice(0, namedAtMost).map(lineView);
}

function lineFromView({ begunIn, ...line }: ZDocument['late'][number]): DayReport['lateOrders'][number] {
  return { ...lineView(line), begunIn: begunIn === null ? null : nameOfZ(begunIn) };
}

function lineView({ operationId, cardName, cards, intendedAtMs, state }: OrderLine): Line {
  return { operationId, cardName, cards, intendedAt: instant(intendedAtMs), state };
}

function complaintsIn(complaints: readonly OpenComplaint[]): NonNullable<DayReport['complaints']> {
  return { count: complaints.length, items: complaints.slice(0, namedAtMost).map(complaintLine) };
}

function complaintLine({ complaintId, operationId, cardName, openedAtMs, sent }: OpenComplaint) {
  return { complaintId, operationId, cardName, openedAt: instant(openedAtMs), sent };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
