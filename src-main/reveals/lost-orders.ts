import type { Failure, FailureCode } from '../../src-shared/contract/codes.ts';
import { isUuid, type OperationId } from '../core/ids.ts';
import { ok, type Result } from '../core/result.ts';
import { readOperation } from '../exchange/read.ts';
import type { PartnerSession } from '../exchange/session.ts';
import { copyStatusReconciledKind } from '../journal/copy-status.ts';
import { lossesIn, salvagedKind, type Missing } from '../journal/gaps.ts';
import type { Journal } from '../journal/journal.ts';
import { readOrder } from '../partner-api/operations/order.ts';

/** An order whose intent a salvage could not lift, as the service says it stands. */
export interface LostOrder {
  readonly operationId: string;
  /** The service's word for it, or the code of what came instead. */
  readonly standing: string;
  readonly invoiceId: string | null;
  readonly walletId: string | null;
  readonly cardId: string | null;
  readonly quantity: number | null;
}

const lostOrderReadKind = 'lost-order-read';

/** What salvages lost since these records were last known to be the one copy; null where there was none. */
export function openLosses(journal: Pick<Journal, 'events'>): readonly Missing[] | null {
  const reconciledSeq = journal.events({ kind: copyStatusReconciledKind }).at(-1)?.seq ?? 0;
  const salvages = journal.events({ kind: salvagedKind, afterSeq: reconciledSeq });
  return salvages.length === 0 ? null : lossesIn(salvages).missing;
}

/** The operations whose intent was lost, and that nothing here can say anything of. */
function lostOrderIds(journal: Pick<Journal, 'events'>): readonly OperationId[] {
  const { missing } = lossesIn(journal.events({ kind: salvagedKind }));
  const ids = missing.filter(({ what }) => what === 'intent').map(({ operationId }) => operationId);
  return [...new Set(ids)].filter((id): id is OperationId => isUuid<OperationId>(id));
}

/** Reads each of them at the service once, and keeps what it says. Fails only where that cannot be written down. */
export async function readLostOrders(
  session: PartnerSession,
  journal: Pick<Journal, 'events' | 'append'>,
): Promise<Result<readonly LostOrder[], Failure>> {
  const found: LostOrder[] = [];
  for (const operationId of lostOrderIds(journal)) {
    const order = await readLost(session, operationId);
    const { operationId: subject, ...body } = order;
    const kept = journal.append({ subject, kind: lostOrderReadKind, body });
    if (!kept.ok) return kept;
    found.push(order);
  }
  return ok(found);
}

async function readLost(session: PartnerSession, operationId: OperationId): Promise<LostOrder> {
  const nothing = { operationId, invoiceId: null, walletId: null, cardId: null, quantity: null };
  const read = await readOperation(session, { operation: 'getPartnerOrder', parameters: { operationId } }, readOrder);
  if (!read.ok) return { ...nothing, standing: read.error.code satisfies FailureCode };
  const {
    operationId: named,
    status,
    invoiceId = null,
    walletId = null,
    cardId = null,
    quantity = null,
  } = read.value.value;
  if (named !== operationId) return { ...nothing, standing: 'answer_unreadable' satisfies FailureCode };
  return { operationId, standing: status, invoiceId, walletId, cardId, quantity };
}
