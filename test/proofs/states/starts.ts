import { aheadMs } from './world.ts';

interface Start {
  readonly says: string;
  /** How far the counter's clock runs ahead of the service's. */
  readonly aheadMs: number;
  readonly isTimeKnown: boolean;
  readonly orders: 1 | 2;
}

/** Where paths begin. The proof and its replay both read it here, so that neither goes by the words of the other. */
export const starts = {
  clockRight: { says: 'the clock is right', aheadMs: 0, isTimeKnown: true, orders: 1 },
  clockAhead: { says: 'the clock is ahead, and nothing has shown it', aheadMs, isTimeKnown: false, orders: 1 },
  clockKnownAhead: { says: 'the clock is ahead, and that is known', aheadMs, isTimeKnown: true, orders: 1 },
  namingOther: { says: 'two orders, and an answer that names the other', aheadMs: 0, isTimeKnown: true, orders: 2 },
  walletLimit: { says: 'two orders of a wallet that has room for one', aheadMs: 0, isTimeKnown: true, orders: 2 },
} as const satisfies Record<string, Start>;

export type StartName = keyof typeof starts;
