import { z } from 'zod';
import { totals } from './day.ts';
import { chargedMoney, instant, localizedText, money, nothing, uuid } from './shapes.ts';

/** The day at a glance, and wallets that run low. */

const amount = z.string().regex(/^\d{1,15}\.\d{3}$/);

/**
 * Whether a balance is low, and by whose word: a person's, who may want no word of it (`nobody`), else by what an
 * average day costs. `largeSale`: too few days had sales, so what one large sale comes to. `unread`: the journal is
 * still read for it.
 */
export const lowBalance = z.object({
  walletId: uuid,
  isLow: z.boolean(),
  by: z.enum(['person', 'nobody', 'average', 'largeSale', 'unread']),
  /** Under it a balance is low. What an average day costs is null for who may not know the cost. */
  amount: amount.nullable(),
  /** Of how many days the average is. */
  days: z.number().int().nullable(),
});
export type LowBalance = z.infer<typeof lowBalance>;

/** What a manager looks for first. All of it is of this counter, but for the balances, which the service reported. */
export const todayView = z.object({
  at: instant,
  /** Begun today by this computer's calendar, as it stands now; by currency. */
  sold: totals,
  /** Sales without a result, and those of which the codes wait. */
  unsettled: z.number().int(),
  /** Paid for and not bought: money to give back, however old; by currency. */
  owed: z.object({
    count: z.number().int(),
    sums: z.array(chargedMoney),
    /** The newest of them, by name. */
    sales: z.array(
      z.object({
        operationId: uuid,
        cardName: localizedText.nullable(),
        quantity: z.number().int(),
        saleNumber: z.string().nullable(),
        sum: chargedMoney,
      }),
    ),
  }),
  complaints: z.object({ count: z.number().int(), oldestAt: instant.nullable() }),
  wallets: z.object({
    /** How many were known when the balances were last read. */
    count: z.number().int(),
    /** The oldest balance of them; null where none was ever read. */
    asOf: instant.nullable(),
    low: z.array(lowBalance.extend({ name: localizedText.nullable(), balance: money, asOf: instant })),
    /** An average day is still to be read: `wallets.low` waits for it. */
    isUnread: z.boolean(),
  }),
  /** Null while no key is in use; its end is null where the service named none. */
  key: z.object({ endsAt: instant.nullable(), daysLeft: z.number().int().nullable(), isNear: z.boolean() }).nullable(),
  /** When the last backup was made, by this computer's clock then; null where there is none. */
  backupAt: instant.nullable(),
});
export type TodayView = z.infer<typeof todayView>;

export const todayCalls = { view: { input: nothing, output: todayView } } as const;
