import { z } from 'zod';
import { mostBasketLines } from './choices.ts';
import { nothing, uuid } from './shapes.ts';

/** Another price for one card, as it was typed. */
const typedPrice = z.string().max(60).exactOptional();

/**
 * The work that is open: where the person is and what they were putting together. Identities and numbers, no code, no
 * token, nothing agreed to.
 */
const openWork = z.strictObject({
  area: z.string().max(20),
  openOrderId: uuid.nullable(),
  /** Whose codes were on the screen or offered there; they are masked when the page comes back. */
  codesOf: uuid.nullable(),
  walletId: uuid.nullable(),
  sale: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('draft'),
        walletId: uuid,
        cardId: uuid,
        quantity: z.number().int().min(1),
        reference: z.string().max(200),
        replaces: uuid.exactOptional(),
        otherPrice: typedPrice,
      }),
      z.strictObject({ kind: z.literal('watch'), operationId: uuid }),
    ])
    .nullable(),
  /** What stands beside the card in hand; absent where there is nothing. */
  basket: z
    .strictObject({
      lines: z
        .array(
          z.strictObject({ walletId: uuid, cardId: uuid, quantity: z.number().int().min(1), otherPrice: typedPrice }),
        )
        .max(mostBasketLines),
      reference: z.string().max(200),
    })
    .exactOptional(),
  /** The orders in the tray. One that ended with nothing bought while no page was there is unseen. */
  tray: z.array(uuid).max(1000),
});
export type OpenWork = z.infer<typeof openWork>;

export const screenCalls = {
  /** Whether the counter is locked, and where the page was before it was loaded again. */
  state: {
    input: nothing,
    output: z.object({ locked: z.boolean(), place: openWork.nullable(), person: uuid.exactOptional() }),
  },
  /** Where the shop uses PINs it opens by `staff.enter` alone. */
  unlock: { input: nothing, output: nothing },
  /** The answer to `quitAsked`. */
  answerQuit: { input: z.strictObject({ quit: z.boolean() }), output: nothing },
  /** Kept in memory, for the deployment that is open and the person at the counter, until the process ends. */
  keepPlace: { input: openWork, output: nothing },
  /** The last code left the screen, or the recovery phrase. */
  codesHidden: { input: nothing, output: nothing },
  /** For who has no keys to do it with. */
  zoom: { input: z.strictObject({ step: z.enum(['larger', 'smaller']) }), output: nothing },
} as const;

export const screenNotices = {
  /** `person`: who opened it with a PIN. */
  lockChanged: z.object({ locked: z.boolean(), person: uuid.exactOptional() }),
  /** The counter is about to end while these are not settled. */
  quitAsked: z.object({ pending: z.number().int(), codesWaiting: z.number().int() }),
  /** Another tab of the browser shows this counter now, and this one hears and does nothing more. */
  takenOver: nothing,
} as const;
export type Unsettled = z.infer<typeof screenNotices.quitAsked>;
