import { z } from 'zod';
import { orderStates } from './codes.ts';
import { totalledMeans } from './payment-words.ts';
import { instant, localizedText, nothing, uuid } from './shapes.ts';

/** Shifts and day ends, as screens see them. Cost and margin are null for whoever may not see them. */

/** As the service writes it. */
const currency = z.string().min(1).max(10);
export const sum = z.object({ amount: z.string().max(40), currency });
/** Money counted in the till: an amount in figures, at most three decimals. */
const countedSum = z.strictObject({
  amount: z.string().regex(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,3})?$/),
  currency,
});
const counted = z
  .array(countedSum)
  .max(10)
  .refine((sums) => new Set(sums.map((one) => one.currency)).size === sums.length)
  .exactOptional();
/** Epoch and number: 2-17. */
export const zName = z.string().regex(/^[1-9][0-9]{0,5}-[1-9][0-9]{0,8}$/);

/** By currency; amounts of two are never added. */
export const totals = z.object({
  sales: z.number().int(),
  cards: z.number().int(),
  charge: z.array(sum),
  /** Sales without a recorded charge. */
  uncharged: z.number().int(),
  cost: z.array(sum).nullable(),
  /** Charge less cost in the currency of the charge, at the rate of each sale; of those that have a charge. */
  margin: z.array(sum).nullable(),
});

export const group = totals.extend({ id: z.string().nullable(), name: localizedText.nullable() });

const lineOrder = z.object({
  operationId: uuid,
  cardName: localizedText.nullable(),
  cards: z.number().int(),
  intendedAt: instant,
  state: z.enum(orderStates),
});

/** How many orders a list is of: it may name fewer. Where it is absent, all of them are named. */
const ofAll = z.number().int().exactOptional();

/** By one means: what customers paid, what they got back, and the difference. */
export const meansGroup = z.object({
  means: z.enum(totalledMeans),
  received: z.array(sum),
  back: z.array(sum),
  net: z.array(sum),
});

/** Money that somebody counted when a shift was opened or taken over. */
const cashCount = z.object({
  at: instant,
  what: z.enum(['opened', 'handedOver']),
  by: uuid.nullable(),
  counted: z.array(sum),
  /** What the till should have held then; absent where nobody can know, and in older records. */
  expected: z.array(sum).exactOptional(),
  /** What was counted less that, of currencies of which both are known. */
  difference: z.array(sum).exactOptional(),
});

export const dayReport = z.object({
  /** Null for an X: it is of now, and nothing is closed by it. */
  name: zName.nullable(),
  /** When the Z before was issued; null where there is none: since the records began. */
  from: instant.nullable(),
  until: instant,
  by: uuid.nullable(),
  /** The events of the journal that it is of. */
  firstSeq: z.number().int(),
  lastSeq: z.number().int(),
  headHash: z.string(),
  /** Sold, with the late ones and without what was taken back. */
  totals,
  byWallet: z.array(group),
  byCard: z.array(group),
  byPerson: z.array(group),
  /** As the card list had it then; `id` null for cards that were in none. Absent in older reports. */
  byCategory: z.array(group).exactOptional(),
  /** The customers' money; absent where the shop does not note it. */
  payments: z
    .object({
      means: z.array(meansGroup),
      /** All money went back, and the codes are the shop's. */
      voided: z.array(lineOrder),
      voidedCount: ofAll,
      /** Paid for and not bought after all, from whatever day. */
      owed: z.array(z.object({ order: lineOrder, sum })),
      owedCount: ofAll,
      /** What all of them come to, also those that are not named. */
      owedSums: z.array(sum),
      /** What the till should hold; absent where nobody can know. */
      expectedCash: z.array(sum).exactOptional(),
      /** Cash that came in a currency that nobody counted at the opening; absent where none did. */
      uncountedCash: z.array(sum).exactOptional(),
      /** What was counted at the end, less that; less than nothing where some is missing. */
      difference: z.array(sum).exactOptional(),
    })
    .exactOptional(),
  /** Begun in an earlier day and sold in this one; of this list and all others at most 200 are named. */
  late: totals,
  lateOrders: z.array(lineOrder.extend({ begunIn: zName.nullable() })),
  lateOrdersCount: ofAll,
  /** Sold in an earlier day, and not sold after all. */
  takenBack: totals,
  takenBackOrders: z.array(lineOrder),
  takenBackOrdersCount: ofAll,
  /** Sold, and a person has to decide about it; the totals have them. */
  undecided: z.array(lineOrder),
  undecidedCount: ofAll,
  /** Of the totals, what was sold to make a card good, at no charge; absent where nothing was. */
  replacements: totals.exactOptional(),
  /** Complaints that somebody has something to do about: of now, or of then. Absent where there are none. */
  complaints: z
    .object({
      count: z.number().int(),
      /** At most 200 of them, the oldest first. */
      items: z.array(
        z.object({
          complaintId: uuid,
          operationId: uuid,
          cardName: localizedText.nullable(),
          openedAt: instant,
          sent: z.boolean(),
        }),
      ),
    })
    .exactOptional(),
  /** What else was begun and has ended. */
  ended: z.array(z.object({ state: z.enum(orderStates), sales: z.number().int() })),
  /** Carried over by the day before, and ended unsold. */
  endedLate: z.array(lineOrder.extend({ begunIn: zName.nullable() })),
  endedLateCount: ofAll,
  /** No result yet. */
  carriedOver: z.array(lineOrder),
  carriedOverCount: z.number().int(),
  /** Of all Zs; null for an X. */
  running: totals.nullable(),
  /** Zs that these records do not hold any more, since they were restored. */
  lost: z.object({ from: zName.nullable(), to: zName, running: totals }).nullable(),
  /** Sold here, and counted before by a Z that these records do not hold any more: in no total of this one. */
  soldInLost: z.array(lineOrder),
  soldInLostCount: ofAll,
  /** At its end. */
  counted: z.array(sum).nullable(),
  /** Counted when its shift was opened or taken over, the first one first. */
  cashCounts: z.array(cashCount),
});
export type DayReport = z.infer<typeof dayReport>;

export const shiftView = z.object({
  open: z
    .object({
      openedAt: instant,
      by: uuid.nullable(),
      /** What was counted when it was taken over last; absent where nobody did. */
      takenOver: cashCount.exactOptional(),
    })
    .nullable(),
  /** The last Z. */
  lastZ: z.object({ name: zName, issuedAt: instant }).nullable(),
});
export type ShiftView = z.infer<typeof shiftView>;

export const dayCalls = {
  shift: { input: nothing, output: shiftView },
  openShift: { input: z.strictObject({ counted }), output: shiftView },
  handOver: { input: z.strictObject({ counted }), output: shiftView },
  /** What was sold since the last Z. Changes nothing. */
  x: { input: nothing, output: dayReport },
  /**
   * Issues the Z, and closes the shift if one is open. `firstSeq` is that of the X that the person saw: where that day
   * is closed already, its Z is the answer, and no further one is issued.
   */
  close: { input: z.strictObject({ counted, firstSeq: z.number().int().exactOptional() }), output: dayReport },
  /** The newest first. `cursor` is the page before's `nextCursor`. */
  zs: {
    input: z.strictObject({ cursor: z.string().max(20).exactOptional() }),
    output: z.object({
      items: z.array(z.object({ name: zName, issuedAt: instant, by: uuid.nullable(), totals })),
      nextCursor: z.string().exactOptional(),
    }),
  },
  z: { input: z.strictObject({ name: zName }), output: dayReport },
} as const;
