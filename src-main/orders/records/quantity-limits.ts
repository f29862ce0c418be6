import { z } from 'zod';
import type { WalletId } from '../../core/ids.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { isBoundToRequest, type Verified } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readQuantityLimits, type QuantityLimits } from '../../partner-api/operations/quantity-limits.ts';
import { readProblem } from '../../partner-api/problem.ts';
import type { IntendedOrder, OrderCall } from '../machine/events.ts';

/**
 * The service names a card's own minimum and maximum only where it refuses an order for them. They are kept for the
 * card and the wallet of that order and shown before the next sale. They stop none: the service may have changed them.
 */

const limitsKind = 'quantity-limits-told';
const limitsBody = z.object({
  deployment: z.string(),
  walletId: z.string(),
  cardId: z.string(),
  minimum: z.int().optional(),
  maximum: z.int().optional(),
});

/** The limits in a verified refusal of this very order; null where it names none. */
export function limitsIn(answer: Verified, call: OrderCall): QuantityLimits | null {
  if (
    call !== 'createPartnerOrder' ||
    !isBoundToRequest(answer) ||
    answer.status !== 422 ||
    readProblem(answer)?.code !== 'validation_failed'
  )
    return null;
  return readQuantityLimits(readJson(answer.body));
}

export function recordLimits(
  tx: JournalTransaction,
  { pinned: { deployment }, walletId, cardId }: IntendedOrder,
  limits: QuantityLimits,
): void {
  const body = { deployment, walletId, cardId, ...limits } satisfies z.infer<typeof limitsBody>;
  tx.append({ subject: '', kind: limitsKind, body });
}

/** The latest of each that this deployment named for cards of this wallet. */
export function limitsFor(
  journal: Pick<Journal, 'events'>,
  deployment: string,
  walletId: WalletId,
): ReadonlyMap<string, QuantityLimits> {
  const limits = new Map<string, QuantityLimits>();
  for (const { body } of journal.events({ kind: limitsKind })) {
    const parsed = limitsBody.safeParse(body);
    if (!parsed.success || parsed.data.deployment !== deployment || parsed.data.walletId !== walletId) continue;
    const { cardId, minimum, maximum } = parsed.data;
    limits.set(cardId, {
      ...limits.get(cardId),
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    });
  }
  return limits;
}
