import { z } from 'zod';
import { balanceCauses, uncheckedBalances } from './balance-findings.ts';
import { orderStates } from './codes.ts';
import { comparisonOutcomes } from './comparison-outcomes.ts';
import { group, meansGroup, sum, totals, zName } from './day.ts';
import { failure, instant, language, localizedText, nothing, uuid } from './shapes.ts';

/** Reports over days, reports on paper and in files, and a day compared with what the service says of it. */

/** A day of the calendar of the shop. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const days = { from: day, to: day };

/** What was sold on some days, both included, as it stands now. Cost and margin as in the reports of a day. */
export const salesReport = z.object({
  ...days,
  /** When it was made. */
  at: instant,
  totals,
  byDay: z.array(totals.extend({ day })),
  /** By the hour of the day, over all of them. */
  byHour: z.array(totals.extend({ hour: z.number().int().min(0).max(23) })),
  byWallet: z.array(group),
  byCard: z.array(group),
  /** As the card list has it now; `id` null for cards that are in it no more. */
  byCategory: z.array(group),
  byPerson: z.array(group),
  /** As it is noted now, and what went back of these sales. Absent where the shop does not note it. */
  byMeans: z.array(meansGroup.extend({ sales: z.number().int() })).exactOptional(),
});
export type SalesReport = z.infer<typeof salesReport>;

/** What of the records is compared with the service: a Z, or what was begun on some days. */
const compared = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('z'), name: zName }),
  z.strictObject({ kind: z.literal('days'), ...days }),
]);
export type Compared = z.infer<typeof compared>;

const comparedMembers = ['walletId', 'cardId', 'quantity', 'total'] as const;

const comparisonLine = z.object({
  outcome: z.enum(comparisonOutcomes),
  /** Null where the service lists a card and names no operation. */
  operationId: uuid.nullable(),
  /** Whether these records have the order. */
  isKnown: z.boolean(),
  cardName: localizedText.nullable(),
  cards: z.number().int().nullable(),
  /** When it was begun here, or bought by the service's own word. */
  at: instant.nullable(),
  /** Here; null where these records do not have it. */
  state: z.enum(orderStates).nullable(),
  here: sum.nullable(),
  /** The service's word; null where it gave none. */
  stateThere: z.enum(['processing', 'recoveryExhausted', 'completed', 'failed', 'unknown', 'absent']).nullable(),
  there: sum.nullable(),
  /** Which members differ. */
  differs: z.array(z.enum(comparedMembers)),
  /** Why it could not be read. */
  failure: failure.nullable(),
});
export type ComparisonLine = z.infer<typeof comparisonLine>;

const unchecked = z.enum(uncheckedBalances).nullable();

/** A balance before and after, and what the sales of this journal do not explain of the difference. */
const comparedWallet = z.object({
  walletId: uuid,
  currency: sum.shape.currency,
  opening: sum.shape.amount.nullable(),
  closing: sum.shape.amount.nullable(),
  bought: sum.shape.amount.nullable(),
  /** Opening less bought less closing; two figures where it cannot be said which purchases lie between. */
  unexplained: z.object({ least: sum.shape.amount, most: sum.shape.amount }).nullable(),
  /** What may be behind it: nothing says that it is. */
  causes: z.array(z.enum(balanceCauses)),
  unchecked,
});

const comparedBalances = z.object({
  /** When the service read or signed them. Null where none was read. */
  openedAt: instant.nullable(),
  closedAt: instant.nullable(),
  wallets: z.array(comparedWallet),
  /** How many purchases surely lie between the two readings; they may be of other days too. */
  purchases: z.number().int(),
  /** Those under way at a reading, at most 500; they are in the range of what is unexplained. */
  unclear: z.array(
    z.object({
      operationId: uuid,
      walletId: uuid,
      cardName: localizedText.nullable(),
      cards: z.number().int(),
      at: instant,
      cost: sum,
    }),
  ),
  unclearCount: z.number().int(),
  /** Sales of what is compared that lie outside of the readings. */
  outside: z.number().int(),
  /** Why nothing can be said of any wallet, and what the service answered. */
  unchecked,
  failure: failure.nullable(),
});
export type ComparedBalances = z.infer<typeof comparedBalances>;

export const comparison = z.object({
  of: compared,
  state: z.enum(['reading', 'cancelled', 'stopped', 'done']),
  /** Why it stopped before its end; what was read by then is kept, and it can go on. */
  failure: failure.nullable(),
  /** How far it is: orders that were asked for, of all that are compared, and cards that were listed. */
  done: z.number().int(),
  all: z.number().int(),
  listedCards: z.number().int(),
  /** What of that was asked before it went on, and when the first of it was; absent where it began anew. */
  earlier: z.object({ orders: z.number().int(), cards: z.number().int(), at: instant }).exactOptional(),
  counts: z.record(z.enum(comparisonOutcomes), z.number().int()),
  /** All but the equal ones; at most 500 are named. */
  lines: z.array(comparisonLine),
  lineCount: z.number().int(),
  /** What of these counts as sold here, and what the service says it sold of them. By currency. */
  here: z.array(sum),
  there: z.array(sum),
  /** Orders that got their result by being compared. */
  settled: z.number().int(),
  /** Null until the orders were compared. */
  balances: comparedBalances.nullable(),
  /** What became of the card lists; null where they were not asked for. */
  lists: z
    .object({
      /** Wallets of which the list was not read to its end, and why. */
      unchecked: z.array(z.object({ walletId: uuid.nullable(), failure })),
      /** Cards unknown here of which the service does not say when they were bought. */
      undatedCards: z.number().int(),
      /** Entries that could not be read. */
      unreadable: z.number().int(),
    })
    .nullable(),
});
export type Comparison = z.infer<typeof comparison>;

const report = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('x') }),
  z.strictObject({ kind: z.literal('z'), name: zName }),
  z.strictObject({ kind: z.literal('sales'), ...days }),
  /** The last one that was begun. */
  z.strictObject({ kind: z.literal('comparison') }),
]);
export type ReportChoice = z.infer<typeof report>;

export const reportFiles = ['pdf', 'html', 'csv'] as const;
export type ReportFile = (typeof reportFiles)[number];

export const reportCalls = {
  sales: { input: z.strictObject(days), output: salesReport },
  /** On the paper and the printer that receipts are printed with. */
  print: { input: z.strictObject({ report, language }), output: z.object({ printed: z.literal(true) }) },
  /** Asks where, where the host has a box for that; else the page saves what it is given. */
  save: {
    input: z.strictObject({ report, as: z.enum(reportFiles), language }),
    output: z.object({
      saved: z.enum(['byPage', 'here', 'nowhere', 'failed']),
      file: z.object({ name: z.string(), text: z.string() }).nullable(),
    }),
  },
  /**
   * Begins to compare, and gives how that stands at once. The same one again goes on where it stopped, unless it is to
   * be `anew`. `withLists` reads the card lists of all wallets too.
   */
  compare: {
    input: z.strictObject({ of: compared, withLists: z.boolean(), anew: z.boolean().exactOptional() }),
    output: comparison,
  },
  /** How it stands; null where nothing was compared since the counter was opened. */
  comparison: { input: nothing, output: comparison.nullable() },
  cancelComparison: { input: nothing, output: comparison.nullable() },
} as const;
