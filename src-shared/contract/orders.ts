import { z } from 'zod';
import { attentionReasons, decisionChoices, orderStates, timelineKinds } from './codes.ts';
import { orderCharge } from './prices.ts';
import { printsView } from './receipts.ts';
import { failure, instant, localizedText, money, uuid } from './shapes.ts';

const attemptView = z.object({
  startedAt: instant,
  httpStatus: z.number().int().nullable(),
  judgement: z.string(),
  requestId: z.string().nullable(),
});
export const orderView = z.object({
  operationId: uuid,
  state: z.enum(orderStates),
  invoiceId: uuid.nullable(),
  /** When the order completed, as the service wrote it. */
  completedAt: instant.optional(),
  walletId: uuid,
  cardId: uuid,
  quantity: z.number().int(),
  /** What the wallet pays; only for who may know the cost. */
  total: money.optional(),
  /** What the customer pays. */
  charge: orderCharge,
  externalReference: z.string().nullable(),
  /** The reference is not known here: it lies sealed, and the key is locked or does not open it. */
  textClosed: z.literal(true).exactOptional(),
  attempts: z.array(attemptView),
  /** The cards whose codes lie here; the codes themselves cross nowhere. */
  codes: z.array(z.object({ soldCardId: uuid })),
  cardName: localizedText.optional(),
  intendedAt: instant,
  wantedUntil: instant,
  /**
   * Whether the codes of a completed order are sealed here, must be revealed by the service, were handed over, or are
   * kept back because the money went back.
   */
  codesState: z.enum(['none', 'sealed', 'toReveal', 'handedOver', 'keptBack']),
  /** They left this counter at least once: nothing else can be handed over. */
  codesCameOut: z.boolean(),
  prints: printsView,
  /** How many files for a company hold its codes; absent where none does. */
  filesSaved: z.number().int().exactOptional(),
  /** When the next attempt is due by itself; absent where only a person can go on. */
  nextAttemptAt: instant.optional(),
  /** Until then the service asked to be left alone with it; whoever asks by hand waits too. */
  askedUntil: instant.optional(),
  /** By then settling has ended, by proof or with a question to a person, if the service answers. */
  endsBy: instant.optional(),
  /** The service holds it and could not learn its outcome: its staff must hear of it. */
  recoveryExhausted: z.literal(true).optional(),
  /** Whether it still decides anything that the customer wants it. */
  wantedDecides: z.boolean(),
  cancellable: z.boolean(),
  refusal: failure.optional(),
  replaces: uuid.optional(),
  /** The sold card that it makes good at no charge: of which order, and which card. */
  makesGoodFor: z.object({ operationId: uuid, soldCardId: uuid }).exactOptional(),
  /** The short number of its sale, as on the receipt; absent in older records. */
  saleNumber: z.string().exactOptional(),
  /** The random id of who sold it; absent where the shop used no PINs. */
  soldBy: uuid.exactOptional(),
  /** The basket of its customer, and which line of that it is; absent where that was one card. */
  basket: z.object({ id: uuid, line: z.number().int() }).exactOptional(),
  /** Why it needs a person and what that person can decide; `differs` names what was bought otherwise than meant. */
  attention: z
    .object({
      reason: z.enum(attentionReasons),
      differs: z.array(z.string()),
      choices: z.array(z.enum(decisionChoices)),
    })
    .optional(),
  /** The outcome is a person's word and not the service's. */
  decided: z.enum(decisionChoices).exclude(['resend']).optional(),
});
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(timelineKinds),
  /** Values for the sentence of this kind: states, codes, statuses and request ids; never a code of a card. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The random id of who did it; absent where the counter did it by itself or the shop used no PINs. */
  by: uuid.exactOptional(),
  /** The manager whose word was beside. */
  approvedBy: uuid.exactOptional(),
});
export const orderDetail = z.object({ order: orderView, timeline: z.array(timelineEntry) });
export const orderList = z.object({ items: z.array(orderView), nextCursor: z.string().optional() });
