import { z } from 'zod';
import { orderStates } from './codes.ts';
import { complaintReasons, complaintStates, complaintStepKinds } from './complaint-words.ts';
import { instant, localizedText, uuid } from './shapes.ts';

/** "The code does not work": what screens see of a complaint on a sold card. No code of a card is in any of it. */

/** What a person adds in their own words. Main says what is wrong with it, and for whom it is too long. */
const note = z.string().max(4_000);

const step = z.object({
  kind: z.enum(complaintStepKinds),
  at: instant,
  /** The random id of who did it; absent where the shop used no PINs. */
  by: uuid.exactOptional(),
  note: z.string().exactOptional(),
  /** The money that was given back, where it ended so. */
  moneyReturned: uuid.exactOptional(),
});

export const complaintView = z.object({
  id: uuid,
  /** Names what the screen shows: a change by one who saw something else is refused. */
  revision: z.number().int(),
  state: z.enum(complaintStates),
  operationId: uuid,
  soldCardId: uuid,
  cardName: localizedText.nullable(),
  reason: z.enum(complaintReasons),
  openedAt: instant,
  /** Whether a person said that the service's support has it. */
  isSent: z.boolean(),
  /** The order of the card that makes it good, and how that stands. */
  replacement: z.object({ operationId: uuid, state: z.enum(orderStates) }).nullable(),
  steps: z.array(step),
});
export type ComplaintView = z.infer<typeof complaintView>;

const complaint = { id: uuid, revision: z.number().int() };
const change = z.strictObject({ ...complaint, note: note.exactOptional() });

export const complaintCalls = {
  /** `open`: those that somebody has something to do about. The newest first. */
  list: {
    input: z.strictObject({ show: z.enum(['open', 'all']), operationId: uuid.exactOptional() }),
    output: z.object({ items: z.array(complaintView), hasMore: z.boolean() }),
  },
  open: {
    input: z.strictObject({
      operationId: uuid,
      soldCardId: uuid,
      reason: z.enum(complaintReasons),
      note: note.exactOptional(),
    }),
    output: complaintView,
  },
  /** Puts what the service's support needs into the clipboard. */
  copy: { input: z.strictObject({ id: uuid }), output: z.object({ copied: z.literal(true) }) },
  /** The same as a file; `byPage`: where the host has no box of its own, the page saves it. */
  save: {
    input: z.strictObject({ id: uuid }),
    output: z.object({
      saved: z.enum(['here', 'nowhere', 'failed', 'byPage']),
      file: z.object({ name: z.string(), text: z.string() }).nullable(),
    }),
  },
  /** A person says that the service's support has it. */
  send: { input: change, output: complaintView },
  /** Buys the same card once more at no charge. Returns once the intent is durable. */
  replace: {
    input: z.strictObject({
      ...complaint,
      note: note.exactOptional(),
      /** The person said that the same sale, still without a result, is another one. */
      besidesPending: z.boolean(),
      /** The person said that no replacement was bought in records that were lost. */
      afterRestore: z.boolean(),
    }),
    output: complaintView,
  },
  reject: { input: change, output: complaintView },
  close: { input: change.extend({ moneyReturned: uuid.exactOptional() }), output: complaintView },
} as const;
