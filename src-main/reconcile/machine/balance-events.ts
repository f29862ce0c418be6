import { z } from 'zod';
import { isUuid, type WalletId } from '../../core/ids.ts';
import { isAmount, isCurrency } from '../../core/money.ts';

/** The one event of balances: what a verified answer said of each wallet, with no attempt under way meanwhile. */
export const balancesReadKind = 'balances-read';
/** Its subject: balances are the counter's, and of no order. */
export const balancesSubject = 'balances';

/** What a reading was made for; another one uses it all the same. */
const occasions = ['shift', 'z', 'comparison'] as const;
export type BalanceOccasion = (typeof occasions)[number];

const amount = z.string().refine(isAmount);
const wallet = z.object({
  walletId: z.string().refine((text): text is WalletId => isUuid(text)),
  amount,
  currency: z.string().refine(isCurrency),
  /** Absent where the service says nothing of it. */
  allowedDebt: z.object({ amount, currency: z.string().refine(isCurrency) }).exactOptional(),
  /** When the service read it, by its own word. */
  asOf: z.string().exactOptional(),
  /** The answer that says so: when it was signed by the service's clock, with which key, and its support number. */
  signedAtSeconds: z.number().nullable(),
  serviceKeyId: z.string(),
  signatureSha256: z.string(),
  requestId: z.string().nullable(),
});
export type WalletBalance = z.infer<typeof wallet>;

const body = z.object({
  occasion: z.enum(occasions),
  /** The last event before the first request; the event itself is the first one after the last answer. */
  afterSeq: z.number().int(),
  wallets: z.array(wallet),
  /** Wallets in the answer that could not be read. */
  unreadable: z.number().int(),
});
export type BalancesReadBody = z.infer<typeof body>;

/** Balances as they were between two events of the journal. */
export interface BalanceReading extends BalancesReadBody {
  readonly seq: number;
  readonly atMs: number;
}

/** Throws for what could not be read back: nothing of it may reach the journal. */
export function checkedBalances(given: BalancesReadBody): BalancesReadBody {
  return body.parse(given);
}

/** Null where it does not fit: it was damaged since, or a later version wrote it. */
export function readBalances(recorded: {
  readonly seq: number;
  readonly atMs: number;
  readonly body: unknown;
}): BalanceReading | null {
  const read = body.safeParse(recorded.body);
  return read.success ? { ...read.data, seq: recorded.seq, atMs: recorded.atMs } : null;
}
