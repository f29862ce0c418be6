import { z } from 'zod';
import { changeAtRandom, changeBalance, sellElsewhere, type UnseenChange } from '../rules/unseen.ts';
import { randomBelow } from '../state/randomness.ts';
import type { ServiceState } from '../state/service-state.ts';
import type { Clock } from './clock.ts';
import { balanceSchema } from './faults/amounts.ts';

const positive = balanceSchema.refine((amount) => !amount.startsWith('-') && Number(amount) > 0, 'more than nothing');
const changeBody = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('topUp'), walletId: z.uuid(), amount: positive }),
  z.strictObject({ what: z.literal('correction'), walletId: z.uuid(), amount: balanceSchema }),
  z.strictObject({
    what: z.literal('soldElsewhere'),
    walletId: z.uuid(),
    cardId: z.uuid().optional(),
    quantity: z.int().min(1).max(100).default(1),
  }),
]);
const atRandomBody = z.strictObject({ oneIn: z.int().min(1).max(256).nullable() });

/** What happens to the wallets besides the calls of a counter, and what of it happened so far. */
export class Unseen {
  readonly #state: ServiceState;
  readonly #clock: Clock;
  readonly #done: UnseenChange[] = [];
  #oneIn: number | null;

  constructor(state: ServiceState, clock: Clock, oneIn: number | null) {
    this.#state = state;
    this.#clock = clock;
    this.#oneIn = oneIn;
  }

  /** All of it since this start, the first one first. */
  list(): readonly UnseenChange[] {
    return this.#done;
  }

  change(body: unknown): UnseenChange {
    const given = changeBody.parse(body);
    const nowMs = this.#clock.nowMs();
    const changed =
      given.what === 'soldElsewhere'
        ? sellElsewhere(
            this.#state,
            {
              walletId: given.walletId,
              quantity: given.quantity,
              ...(given.cardId === undefined ? {} : { cardId: given.cardId }),
            },
            nowMs,
          )
        : changeBalance(this.#state, given, given.what, nowMs);
    if (changed === null) throw new Error('there is no such wallet, or it does not bear that');
    this.#done.push(changed);
    return changed;
  }

  /** From now on one order in so many comes with such a change; none where that is null. */
  atRandom(body: unknown): { readonly oneIn: number | null } {
    this.#oneIn = atRandomBody.parse(body).oneIn;
    return { oneIn: this.#oneIn };
  }

  /** Just before an order is looked at. */
  beforeOrder(): void {
    if (this.#oneIn === null || randomBelow(this.#state.randomness, this.#oneIn) !== 0) return;
    const changed = changeAtRandom(this.#state, this.#clock.nowMs());
    if (changed !== null) this.#done.push(changed);
  }
}
