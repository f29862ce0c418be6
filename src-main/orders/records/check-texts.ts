import { knownId, type OperationId } from '../../core/ids.ts';
import type { Pausable } from '../../core/pausable.ts';
import type { InTurns, Journal } from '../../journal/journal.ts';
import { orderIntendedKind, readOrderEvent } from '../machine/events.ts';
import type { OrderRecords } from './order-records.ts';
import type { OrderTexts } from './order-text.ts';

/** What became of the comparison of sealed texts with what their events commit to. */
export interface CheckedTexts {
  readonly checked: number;
  /** The key is locked, or what is sealed does not open and is needed no more. */
  readonly notChecked: number;
  /** Those that are not what their event commits to, and those of unfinished orders that do not open. */
  readonly damaged: readonly { readonly operationId: OperationId; readonly seq: number }[];
}

/** Whether any text lies sealed here: once one does, those of all later orders do. */
export function holdsTexts(journal: Pick<Journal, 'events'>): boolean {
  const [newest] = journal.events({ kind: orderIntendedKind, newestFirst: true, limit: 1 });
  return newest?.body['sealed'] !== undefined;
}

const atOnce = 100;

/**
 * Compares in turns every sealed text of a later event than `afterSeq` with the chain; `texts` null where the key is
 * locked.
 */
export function* checkTexts(
  { journal, records }: { readonly journal: Pick<Journal, 'events'>; readonly records: OrderRecords },
  texts: Pick<OrderTexts, 'conditionOf'> | null,
  { afterSeq: from, onReached }: InTurns & { readonly afterSeq: number } = { afterSeq: 0 },
): Pausable<CheckedTexts> {
  const unfinished = new Set<string>(records.unfinished());
  const damaged: { readonly operationId: OperationId; readonly seq: number }[] = [];
  let [checked, notChecked, afterSeq] = [0, 0, from];
  for (;;) {
    const events = journal.events({ kind: orderIntendedKind, afterSeq, limit: atOnce });
    for (const { seq, subject, atMs, body } of events) {
      afterSeq = seq;
      const event = readOrderEvent(orderIntendedKind, atMs, body);
      if (event?.kind !== orderIntendedKind || event.body.sealed === undefined) continue;
      const condition = texts?.conditionOf(subject, event.body) ?? 'locked';
      if (condition === 'differs' || (condition === 'closed' && unfinished.has(subject)))
        damaged.push({ operationId: knownId<OperationId>(subject), seq });
      else if (condition === 'whole') checked += 1;
      else notChecked += 1;
    }
    if (events.length < atOnce) return { checked, notChecked, damaged };
    onReached?.(afterSeq);
    yield;
  }
}
