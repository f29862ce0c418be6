import type { OperationId, SoldCardId } from '../../core/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Order } from '../../orders/machine/order.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';
import type { TimelineEntry } from '../../orders/views/timeline.ts';
import { historyOf } from '../../reveals/views/card-history.ts';

/** When the codes of a card first came out here, and through whom. */
export interface Shown {
  readonly at: string;
  /** The random id of a person; null where the shop used no PINs. */
  readonly by: string | null;
}

interface Records {
  readonly journal: Pick<Journal, 'events'>;
  readonly records: Pick<OrderRecords, 'find' | 'events'>;
}

/** What nothing takes back. */
const wholeKinds: readonly TimelineEntry['kind'][] = ['codesShown', 'receiptSent', 'codesFileSaved'];

/** Null where they never did: on the screen, by the clipboard, on paper or in a file for a company. */
export function firstShown(
  records: Records,
  operationId: OperationId,
  { completed }: Pick<Order, 'completed'>,
  soldCardId: SoldCardId,
): Shown | null {
  const invoiceId = completed?.invoiceId ?? null;
  const history = historyOf(records, { soldCardId, operationId, ...(invoiceId === null ? {} : { invoiceId }) });
  const copied: Shown[] = [];
  for (const { kind, at, by = null } of history) {
    if (wholeKinds.includes(kind)) return copied[0] ?? { at, by };
    if (kind === 'codesCopied') copied.push({ at, by });
    if (kind === 'codesCopyFailed') copied.pop();
  }
  return copied[0] ?? null;
}
