import { openKept } from '../../exchange/kept-answer.ts';
import type { Journal } from '../../journal/journal.ts';
import { ordersWithCodes, type OrderCodes } from '../../orders/codes/order-codes.ts';
import type { Vault } from '../../vault/vault.ts';
import { askedCodesIn } from '../machine/asked-codes.ts';
import { closedAmong, type Condition } from '../machine/release.ts';
import type { SoldOrder } from '../machine/sold-order.ts';
import { ownedSubjectNamed } from '../machine/subject.ts';
import { revealEventsOf } from './stored-events.ts';

interface Kept {
  readonly journal: Pick<Journal, 'sealed'>;
  readonly vault: Vault;
}

/** The kept answers with codes of an order that do not open, and that nobody destroyed after the hand-over. */
export function closedAnswers(kept: Kept, order: SoldOrder): readonly string[] {
  return closedAmong(order, (sealedId) => conditionOf(kept, sealedId));
}

function conditionOf(kept: Kept, sealedId: string): Condition {
  const opened = openKept(kept, sealedId);
  if (!opened.ok) return kept.journal.sealed(sealedId) === 'purged' ? 'purged' : 'closed';
  opened.value.raw.body.fill(0);
  return 'opens';
}

type Records = {
  readonly journal: Pick<Journal, 'events' | 'subjects' | 'sealed'>;
  readonly records: Pick<OrderCodes, 'page' | 'find'>;
};

/** Whether any codes here wait to be shown or handed over. */
export function holdsCodes({ journal, records }: Records): boolean {
  return unshownOwned(journal).next().done !== true || ordersWithCodes(records).next().done !== true;
}

/**
 * The orders, and the cards and invoices that were asked for by themselves, of which codes that nobody handed over do
 * not open.
 */
export function closedCodes(kept: Records & { readonly vault: Vault }): readonly string[] {
  const orders = [...ordersWithCodes(kept.records)]
    .filter(([, order]) => closedAnswers(kept, order).length > 0)
    .map(([operationId]) => operationId);
  const owned = [...unshownOwned(kept.journal)]
    .filter(([, sealedId]) => conditionOf(kept, sealedId) !== 'opens')
    .map(([name]) => name);
  return [...orders, ...owned];
}

/** Cards and invoices whose codes came and were not shown since, with the id of the answer that holds them. */
function* unshownOwned(journal: Records['journal']): Generator<readonly [string, string]> {
  for (const name of journal.subjects('codes-revealed').filter((one) => ownedSubjectNamed(one) !== null)) {
    const { unshown } = askedCodesIn(revealEventsOf(journal, { subject: name }));
    if (unshown !== null) yield [name, unshown.sealedId];
  }
}
