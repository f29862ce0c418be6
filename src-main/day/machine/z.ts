import { endsWith, isDamagedSince, isOwnEnd, spokenForBy, type Chain } from './branches.ts';
import type {
  BranchEnd,
  Cell,
  CategoryOfCard,
  Line,
  OpenComplaint,
  RememberedZ,
  ZDocument,
  ZName,
  ZPayments,
} from './events.ts';
import type { Sale } from './sale.ts';
import { noTotals, totalsPlus } from './sums.ts';
import { addedBy, tallyOf, type Before, type Range } from './tally.ts';

/** What a Z follows on. */
export interface ZCircumstances {
  /** The last Z of the journal; null before the first. */
  readonly before: ZDocument | null;
  readonly beforeAtMs: number | null;
  /** How often the records were restored, copied or rolled back since that Z. */
  readonly turnedSince: number;
  readonly shiftId: string | null;
  /** What the keyring has seen; null before the first Z. */
  readonly remembered: RememberedZ | null;
  readonly chain: Chain;
  /** The Z that event `seq` is in; null where these records hold none. */
  readonly zWith: (seq: number) => ZName | null;
  /** Those that somebody has something to do about now. */
  readonly complaints?: readonly OpenComplaint[];
  /** What it says of the customer's money; `isElsewhere`: counted by a Z that these records lost. */
  readonly payments?: (range: Range, isElsewhere: (sale: Sale) => boolean) => ZPayments | null;
  /** The category of a card as the card list has it now, null where it has none; absent where no list is at hand. */
  readonly categoryOf?: (walletId: string, cardId: string) => CategoryOfCard['category'];
}

/** The events that no Z speaks of yet, neither one of these records nor one that they lost. */
export function rangeAfter({ before, remembered, chain }: ZCircumstances): Range {
  const spokenFor = (remembered?.ends ?? []).map((end) => spokenForBy(end, chain));
  return { afterSeq: Math.max(before?.lastSeq ?? 0, ...spokenFor), lastSeq: chain.head.seq };
}

/** The Z of those events; `sales` as `tallyOf` takes them. */
export function zOf(sales: readonly Sale[], circumstances: ZCircumstances): ZDocument {
  const { before, beforeAtMs, shiftId, chain, zWith, complaints = [], categoryOf } = circumstances;
  const range = rangeAfter(circumstances);
  const lost = lostZ(circumstances);
  const tally = tallyOf(sales, range, beforeOf(circumstances));
  const lostSales = new Set(tally.soldInLost.map(({ operationId }) => operationId));
  const payments = circumstances.payments?.(range, ({ operationId }) => lostSales.has(operationId)) ?? null;
  const from = (sale: Sale) => ({ ...lineOf(sale), begunIn: zWith(sale.intendedSeq) });
  return {
    epoch: epochOf(circumstances),
    number: Math.max(before?.number ?? 0, lost?.number ?? 0) + 1,
    firstSeq: range.afterSeq + 1,
    lastSeq: range.lastSeq,
    headHash: chain.head.hash,
    sinceMs: beforeAtMs,
    shiftId,
    sold: [...tally.sold],
    soldLate: [...tally.soldLate],
    late: tally.late.map(from),
    takenBack: [...tally.takenBack],
    takenBackOrders: tally.takenBackOrders.map(lineOf),
    ...(tally.replacements.length === 0 ? {} : { replacements: [...tally.replacements] }),
    ...(complaints.length === 0 ? {} : { complaints: [...complaints] }),
    ...(payments === null ? {} : { payments }),
    ...(categoryOf === undefined
      ? {}
      : { categories: categoriesOf([...tally.sold, ...tally.soldLate, ...tally.takenBack], categoryOf) }),
    ended: [...tally.ended],
    endedLate: tally.endedLate.map(from),
    carriedOver: tally.carriedOver.map(lineOf),
    undecided: tally.undecided.map(lineOf),
    running: totalsPlus((lost ?? before)?.running ?? noTotals, addedBy(tally)),
    soldInLost: tally.soldInLost.map(lineOf),
    lost:
      lost === null
        ? null
        : {
            from: before === null ? null : { epoch: before.epoch, number: before.number },
            to: { epoch: lost.epoch, number: lost.number },
            running: lost.running,
          },
  };
}

/** The last Z, where the keyring knows of it and the journal does not hold it. The first one after that says so. */
function lostZ({ before, remembered }: ZCircumstances): RememberedZ | null {
  return remembered !== null && isLaterZ(remembered, before) ? remembered : null;
}

/** A name that a branch of these records has used is never used again: the keyring knows of it. */
function epochOf(circumstances: ZCircumstances): number {
  const { before, turnedSince, remembered, chain } = circumstances;
  const own = (before?.epoch ?? 1) + turnedSince;
  const last = remembered?.ends.at(-1);
  return remembered === null || last === undefined || isOwnEnd(last, chain) ? own : Math.max(own, remembered.epoch + 1);
}

function beforeOf({ before, remembered, chain }: ZCircumstances): Before {
  const ends = remembered?.ends ?? [];
  const last = ends.at(-1);
  const carried = last?.carriedOver ?? before?.carriedOver.map(({ operationId }) => operationId) ?? [];
  // Of an order whose result damage took out of these records, too, the Z that had it may be a Z of theirs.
  const lost = ends
    .filter((end) => !isOwnEnd(end, chain) || isDamagedSince(end, chain))
    .map((end) => resultsIn(end, chain));
  return { carriedOver: new Set<string>(carried), wasInLost: (sale) => lost.some((hadResult) => hadResult(sale)) };
}

/** Whether an order of these records had its result in the last Z of a lost branch: there it was not waiting. */
function resultsIn(end: BranchEnd, chain: Chain): (sale: Sale) => boolean {
  if (end.carriedOver === null) return () => false;
  const waiting = new Set<string>(end.carriedOver);
  const spokenFor = spokenForBy(end, chain);
  return ({ operationId, intendedSeq }) => intendedSeq <= spokenFor && !waiting.has(operationId);
}

/** Each card once: categories change with the card list, and a Z does not. */
function categoriesOf(cells: readonly Cell[], categoryOf: NonNullable<ZCircumstances['categoryOf']>): CategoryOfCard[] {
  const cards = new Map(cells.map(({ walletId, cardId }) => [`${walletId} ${cardId}`, { walletId, cardId }]));
  return [...cards.values()].map(({ walletId, cardId }) => ({
    walletId,
    cardId,
    category: categoryOf(walletId, cardId),
  }));
}

export function lineOf({ operationId, cardName, cards, intendedAtMs, state }: Sale): Line {
  return { operationId, cardName, cards, intendedAtMs, state };
}

/** Whether the first was issued after the other. */
export function isLaterZ(one: ZName, other: ZName | null): boolean {
  if (other === null) return true;
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.number > other.number);
}

/** A keyring of many thousand ids would be slow to write. */
const idsAtMost = 1_000;

/** What is kept beside the journal once a Z is issued. */
export function rememberedAfter(
  { epoch, number, lastSeq, headHash, running, carriedOver }: ZDocument,
  path: Chain['path'],
  before: RememberedZ | null,
): RememberedZ {
  const ids = carriedOver.length > idsAtMost ? null : carriedOver.map(({ operationId }) => operationId);
  const own: BranchEnd = { path: [...path], lastSeq, headHash, carriedOver: ids };
  return { epoch, number, running, ends: endsWith(before?.ends ?? [], own) };
}
