import { z } from 'zod';
import { orderStates } from './codes.ts';
import { uuid } from './shapes.ts';

/** Which orders: what is given must all hold. Newest first, a page at a time. */
export const orderQuery = z.strictObject({
  /**
   * `codesWaiting`: bought, and the codes were not handed over yet. `unsettled`: those and all that have no outcome.
   * `owed`: paid for and not bought, so that money is to be given back.
   */
  show: z.enum(['all', 'pending', 'codesWaiting', 'unsettled', 'owed']),
  /** Any of these. */
  states: z.array(z.enum(orderStates)).min(1).max(orderStates.length).exactOptional(),
  walletId: uuid.exactOptional(),
  cardId: uuid.exactOptional(),
  /** Sales from this instant on, and before that one. */
  from: z.iso.datetime().exactOptional(),
  until: z.iso.datetime().exactOptional(),
  /** Words, each of which is found in the order's number, its invoice, its reference or the name of its card. */
  find: z.string().min(1).max(120).exactOptional(),
  cursor: z.string().max(200).exactOptional(),
});
export type OrderQuery = z.infer<typeof orderQuery>;
