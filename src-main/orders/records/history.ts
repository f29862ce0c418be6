import type { Journal } from '../../journal/journal.ts';
import { orderOf } from '../machine/apply.ts';
import type { OrderEvent } from '../machine/events.ts';
import type { Order } from '../machine/order.ts';
import { readOrderEvents } from './stored-events.ts';

/** What the journal holds of one operation, and what follows from it; null where it is no order. */
export interface History {
  readonly events: readonly OrderEvent[];
  readonly facts: Order | null;
}

interface Remembered extends History {
  readonly seq: number;
  readonly hash: string;
}

const none: History = { events: [], facts: null };
const rememberedAtMost = 256;

/**
 * Reads histories of orders, each from where it was read last: an order is looked at far more often than it changes. A
 * row's hash covers all that lies before it, so where that of the last row read still stands, all of it does; where a
 * write was rolled back it does not, and everything is read again.
 */
export function rememberHistories(journal: Pick<Journal, 'events' | 'hashAt'>): (operationId: string) => History {
  const remembered = new Map<string, Remembered>();
  const standing = (operationId: string): Remembered | null => {
    const known = remembered.get(operationId);
    return known !== undefined && journal.hashAt(known.seq) === known.hash ? known : null;
  };
  return (operationId) => {
    const known = standing(operationId);
    const rows = journal.events({ subject: operationId, ...(known === null ? {} : { afterSeq: known.seq }) });
    const last = rows.at(-1);
    if (last === undefined) return known ?? none;
    const events = [...(known?.events ?? []), ...readOrderEvents(rows)];
    const history = { events, facts: orderOf(events), seq: last.seq, hash: last.hash };
    remembered.delete(operationId);
    remembered.set(operationId, history);
    if (remembered.size > rememberedAtMost)
      for (const oldest of [...remembered.keys()].slice(0, 1)) remembered.delete(oldest);
    return history;
  };
}
