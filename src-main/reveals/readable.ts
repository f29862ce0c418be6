import type { OperationId } from '../core/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { OrderBook } from '../orders/book.ts';
import type { OrderFacts } from '../orders/facts.ts';
import { openKept } from '../orders/open-kept.ts';
import type { Vault } from '../vault/vault.ts';

/** The kept answers with codes of an order that do not open: damaged, without their key, or not there. Those destroyed on purpose are none. */
export function closedAnswers(kept: { readonly journal: Pick<Journal, 'sealed'>; readonly vault: Vault }, { sealedCodes }: OrderFacts): readonly string[] {
  return [...new Set(sealedCodes.values())].filter((id) => {
    const opened = openKept(kept, id);
    if (opened.ok) opened.value.raw.body.fill(0);
    return !opened.ok && !(opened.error.detail === 'purged');
  });
}

const pageSize = 500;

/** Orders with codes here that were not handed over. */
export function* withCodesWaiting(book: Pick<OrderBook, 'page' | 'find'>): Generator<readonly [OperationId, OrderFacts]> {
  for (let cursor: string | undefined; ;) {
    const page = book.page({ show: 'codesWaiting', limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) return;
    for (const operationId of page.value.operationIds) {
      const facts = book.find(operationId);
      if (facts !== null && facts.sealedCodes.size > 0) yield [operationId, facts];
    }
    cursor = page.value.nextCursor;
    if (cursor === undefined) return;
  }
}
