import { z } from 'zod';
import { orderStates } from '../../../src-shared/contract/codes.ts';
import { totalledMeans } from '../../../src-shared/contract/payment-words.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type OperationId, type StaffId } from '../../core/ids.ts';
import { isCurrency } from '../../core/money.ts';

/**
 * The events of a shop's day. Which sales belong to it goes by their numbers in the journal and never by a clock
 * (decision 0052).
 */

/** A margin across two currencies has the decimals of its rate. */
const decimal = z.string().regex(/^-?[0-9]+(?:\.[0-9]{1,20})?$/);
const currency = z.string().refine(isCurrency);
const sum = z.object({ amount: decimal, currency });
const operationId = z.string().refine((text): text is OperationId => isUuid(text));
const staffId = z.string().refine((text): text is StaffId => isUuid(text));
const seq = z.number().int();
const localized = z.object({ ar: z.string().optional(), en: z.string().optional() });

/** Sales of one card from one wallet by one person. `charge` and `margin` are null where none was recorded. */
const cell = z.object({
  walletId: z.string(),
  cardId: z.string(),
  cardName: localized.nullable(),
  by: staffId.nullable(),
  sales: z.number().int(),
  cards: z.number().int(),
  cost: sum,
  charge: sum.nullable(),
  margin: sum.nullable(),
});

/** Sums are by currency and never over two. */
const totals = z.object({
  sales: z.number().int(),
  cards: z.number().int(),
  cost: z.array(sum),
  charge: z.array(sum),
  /** Charge less cost in the currency of the charge, at the rate of each sale; of those that have a charge. */
  margin: z.array(sum),
  /** Sales without a recorded charge. */
  uncharged: z.number().int(),
});

const zName = z.object({ epoch: z.number().int(), number: z.number().int() });

/** An order by what a person knows it by. */
const line = z.object({
  operationId,
  cardName: localized.nullable(),
  cards: z.number().int(),
  intendedAtMs: z.number(),
  /** As it was then. */
  state: z.enum(orderStates),
});
const lineFrom = line.extend({ begunIn: zName.nullable() });

/** A complaint as it was then: `sent` where the service's support has it. */
const openComplaint = z.object({
  complaintId: z.string(),
  operationId,
  cardName: localized.nullable(),
  openedAtMs: z.number(),
  sent: z.boolean(),
});

/** By one means: what customers paid, less what was noted otherwise since, and what they got back. */
const meansRow = z.object({ means: z.enum(totalledMeans), received: z.array(sum), back: z.array(sum) });

/** The customer's money, where the shop notes it. */
const payments = z.object({
  means: z.array(meansRow),
  /** Sales of which all money went back and no code was handed over: the codes are the shop's. */
  voided: z.array(line),
  /** Paid for and not bought after all, however old: the shop still has this money. */
  owed: z.array(z.object({ order: line, sum })),
  /** What the till should hold by what was counted at the opening. Absent where nobody can know. */
  expectedCash: z.array(sum).exactOptional(),
});

/** The category of a card as the card list had it then; null where the card was in none. */
const cardCategory = z.object({
  walletId: z.string(),
  cardId: z.string(),
  category: z.object({ id: z.string(), name: localized.nullable() }).nullable(),
});

/** Where records were restored, copied or rolled back: the event that says so, and the last one before. */
const turningPoint = z.object({ seq, hash: z.string(), boundarySeq: seq });

/**
 * The last Z of a branch: of records as they went on between being restored. `path` are the turning points that led to
 * it; `carriedOver` is null where those were too many to keep.
 */
const branchEnd = z.object({
  path: z.array(turningPoint),
  lastSeq: seq,
  headHash: z.string(),
  carriedOver: z.array(operationId).nullable(),
});

/** What is remembered beside the journal: the last Z, and where each branch of these records ended. */
const zMemory = zName.extend({ running: totals, ends: z.array(branchEnd) });

const zDocument = zName.extend({
  /** The events that it speaks of, and the hash of the last of them. */
  firstSeq: seq,
  lastSeq: seq,
  headHash: z.string(),
  /** When the Z before was issued, by this computer's clock; null for the first. It decides nothing. */
  sinceMs: z.number().nullable(),
  /** The shift that it closed; null where none was open. */
  shiftId: z.string().nullable(),
  /** Begun and sold in it. */
  sold: z.array(cell),
  /** Sold in it and begun before; each is in `late` by name, with the Z in which it was begun. */
  soldLate: z.array(cell),
  late: z.array(lineFrom),
  /** In an earlier Z, and not sold after all. */
  takenBack: z.array(cell),
  takenBackOrders: z.array(line),
  /** What else was begun in it and ended, by state. */
  ended: z.array(z.object({ state: z.enum(orderStates), sales: z.number().int() })),
  /** Carried over by the Z before, and ended unsold. */
  endedLate: z.array(lineFrom),
  /** No result yet. */
  carriedOver: z.array(line),
  /** Sold, in this Z or in an earlier one, and a person has to decide about it. */
  undecided: z.array(line),
  /** Of all Zs up to this one; nothing resets them. */
  running: totals,
  /** Sold here, and counted before by a Z that these records do not hold any more: in no total of this one. */
  soldInLost: z.array(line),
  /** Of all that, what was sold to make a card good: at no charge. Absent before there were complaints. */
  replacements: z.array(cell).exactOptional(),
  /** Complaints that somebody still has something to do about, however old they are. */
  complaints: z.array(openComplaint).exactOptional(),
  /** Absent where the shop never noted how customers pay. */
  payments: payments.exactOptional(),
  /** Of the cards in it. Absent before reports had categories. */
  categories: z.array(cardCategory).exactOptional(),
  /** What this record does not hold any more, since it was restored. */
  lost: z.object({ from: zName.nullable(), to: zName, running: totals }).nullable(),
});

/** Money that was counted in the till. */
const counted = z.array(sum).exactOptional();
const person = { by: staffId.exactOptional() };

const schemas = [
  event('shift-opened', { firstSeq: seq, counted, ...person }),
  /** `expected`: what the till should have held then. Absent where nobody counted, or where nobody can know. */
  event('shift-handed-over', { counted, expected: z.array(sum).exactOptional(), ...person }),
  event('shift-closed', { firstSeq: seq, lastSeq: seq, ...person }),
  /** Its subject is its name (`subjectOfZ`). */
  event('z-issued', { z: zDocument, counted, ...person }),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. */
export type DayEvent = z.infer<typeof anyEvent>;
export type DayEventKind = DayEvent['kind'];
export type DayEventBody<K extends DayEventKind> = Extract<DayEvent, { readonly kind: K }>['body'];
export type Sum = z.infer<typeof sum>;
export type Cell = z.infer<typeof cell>;
export type Totals = z.infer<typeof totals>;
export type Line = z.infer<typeof line>;
export type MeansRow = z.infer<typeof meansRow>;
export type ZPayments = z.infer<typeof payments>;
export type CategoryOfCard = z.infer<typeof cardCategory>;
export type OpenComplaint = z.infer<typeof openComplaint>;
export type ZName = z.infer<typeof zName>;
export type TurningPoint = z.infer<typeof turningPoint>;
export type BranchEnd = z.infer<typeof branchEnd>;
export type RememberedZ = z.infer<typeof zMemory>;
export type ZDocument = z.infer<typeof zDocument>;

export const shiftEventKinds: readonly DayEventKind[] = ['shift-opened', 'shift-handed-over', 'shift-closed'];
export const zIssuedKind = 'z-issued' satisfies DayEventKind;
export const dayKindsOfPeople = kindsWith('by', schemas);

export function subjectOfZ({ epoch, number }: ZName): string {
  return `z ${epoch}-${number}`;
}

/** What the keyring keeps of Zs. */
export const rememberedZSchema = zMemory;

/** Throws for what could not be read back: nothing of it may reach the journal. */
export function checkedDayEvent(event: {
  readonly subject: string;
  readonly kind: DayEventKind;
  readonly body: unknown;
}): void {
  anyEvent.parse({ ...event, seq: 1, atMs: 0 });
}

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readDayEvent(recorded: {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly body: unknown;
}): DayEvent | null {
  return anyEvent.safeParse(recorded).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, body: S) {
  return z.object({
    kind: z.literal(kind),
    seq: z.number(),
    atMs: z.number(),
    subject: z.string(),
    body: z.object(body),
  });
}
