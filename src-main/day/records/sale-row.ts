import { z } from 'zod';
import { orderStates } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { isUuid, knownId, type OperationId, type StaffId } from '../../core/ids.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { ProjectionRow } from '../../journal/projection.ts';
import type { Sale } from '../machine/sale.ts';

const sum = z.object({ amount: z.string(), currency: z.string() });

/** What the rows of orders say for a day's totals (`src-main/orders/records/history.ts`). */
const saleMembers = z.object({
  intendedSeq: z.number().int(),
  turns: z.array(z.number().int()),
  cost: sum,
  charge: sum.exactOptional(),
  margin: sum.exactOptional(),
  makesGood: z.literal(true).exactOptional(),
  cardName: z.object({ ar: z.string().optional(), en: z.string().optional() }).exactOptional(),
  by: z
    .string()
    .refine((text): text is StaffId => isUuid(text))
    .exactOptional(),
});

/** The sale of a row. One that does not say it was damaged, or written by another version: it is made anew. */
export function saleIn(row: ProjectionRow): Sale {
  const read = saleMembers.safeParse(row.view).data;
  const state = orderStates.find((known) => known === row.state);
  if (read === undefined || state === undefined)
    throw new JournalUnavailable(detailed('journal_corrupt', 'operations'));
  const {
    intendedSeq,
    turns,
    cost,
    charge = null,
    margin = null,
    cardName = null,
    by = null,
    makesGood = false,
  } = read;
  return {
    operationId: knownId<OperationId>(row.operationId),
    walletId: row.walletId,
    cardId: row.cardId,
    cardName,
    by,
    cards: row.quantity,
    cost,
    charge,
    margin,
    makesGood,
    state,
    isPending: row.pending,
    intendedAtMs: row.intendedAtMs,
    intendedSeq,
    turns,
  };
}
