import type { OrderRecords } from '../../orders/records/order-records.ts';
import type { ComplaintRecords } from '../records/complaint-records.ts';

interface Records {
  readonly complaints: Pick<ComplaintRecords, 'open'>;
  readonly records: Pick<OrderRecords, 'find'>;
}

/** The complaints that a day end names: those that somebody has something to do about, the oldest first. */
export function openForDay({ complaints, records }: Records) {
  return complaints
    .open()
    .toReversed()
    .map(({ complaint: { id, operationId, openedAtMs, isSent } }) => ({
      complaintId: id,
      operationId,
      cardName: records.find(operationId)?.intent.cardName ?? null,
      openedAtMs,
      sent: isSent,
    }));
}
