import { isUuid, type OperationId, type SoldCardId } from '../../core/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import {
  codeEventsOf,
  timelineOf,
  type CodeEvent,
  type OrderCodes,
  type TimelineEntry,
} from '../../orders/codes/order-codes.ts';
import type { ListedCard } from '../machine/known-cards.ts';
import { nameOf } from '../machine/subject.ts';
import { revealEventsOf } from '../records/stored-events.ts';

interface Records {
  readonly journal: Pick<Journal, 'events'>;
  readonly records: Pick<OrderCodes, 'find' | 'events'>;
}

/**
 * An owned card as this counter knows it. Its order is named only where it is one of these records: those of another
 * counter are not to be had here.
 */
export function knownHere<T extends ListedCard>(records: Records, { operationId, ...card }: T) {
  const isOurs =
    operationId !== undefined && isUuid<OperationId>(operationId) && records.records.find(operationId) !== null;
  const { soldCardId, invoiceId } = card;
  const known = isOurs ? { operationId } : {};
  return {
    ...card,
    ...known,
    history: historyOf(records, { soldCardId, ...known, ...(invoiceId === undefined ? {} : { invoiceId }) }),
  };
}

/**
 * What these records know of one card: every time its codes came out here or its receipt was printed, and to whom they
 * went. Oldest first.
 */
export function historyOf({ journal, records }: Records, card: ListedCard): TimelineEntry[] {
  const ofOrder =
    card.operationId !== undefined && isUuid<OperationId>(card.operationId)
      ? codeEventsOf(records, card.operationId)
      : [];
  const { soldCardId, invoiceId } = card;
  const alone = [
    nameOf({ kind: 'card', soldCardId }),
    ...(invoiceId === undefined ? [] : [nameOf({ kind: 'invoice', invoiceId })]),
  ];
  const shownAlone = alone.flatMap((subject) =>
    revealEventsOf(journal, { subject, kind: 'codes-shown' }).filter((event) => event.kind === 'codes-shown'),
  );
  const all: readonly CodeEvent[] = [...ofOrder, ...shownAlone];
  const withCodes = printsWithCodes(ofOrder);
  return timelineOf(
    all.filter((event) => isOf(event, card.soldCardId, withCodes)).toSorted((one, other) => one.atMs - other.atMs),
  );
}

/**
 * The receipts that left for the printer with the codes on them: what was not drawn, or a person cancelled, is none.
 */
function printsWithCodes(events: readonly CodeEvent[]): ReadonlySet<string> {
  const failed = new Set(events.flatMap((event) => (event.kind === 'receipt-print-failed' ? [event.body.print] : [])));
  return new Set(
    events.flatMap((event) =>
      event.kind === 'receipt-print-started' && event.body.withCodes && !failed.has(event.body.print)
        ? [event.body.print]
        : [],
    ),
  );
}

function isOf(event: CodeEvent, soldCardId: SoldCardId, withCodes: ReadonlySet<string>): boolean {
  switch (event.kind) {
    case 'codes-shown':
      return event.body.soldCardIds.includes(soldCardId);
    case 'codes-copied':
    case 'codes-copy-failed':
      return event.body.soldCardId === soldCardId;
    case 'receipt-print-started':
    case 'receipt-print-answered':
      return withCodes.has(event.body.print);
    case 'codes-file-saved':
      return true;
    default:
      return event.kind === 'codes-handed-over' || event.kind === 'codes-kept-back';
  }
}
