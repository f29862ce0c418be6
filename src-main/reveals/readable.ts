import { z } from 'zod';
import { openKept } from '../exchange/kept-answer.ts';
import type { Journal } from '../journal/journal.ts';
import { ordersWithCodes, type Order, type OrderCodes } from '../orders/codes/order-codes.ts';
import type { Vault } from '../vault/vault.ts';
import { cardPrefix, invoicePrefix } from './subject.ts';

interface Kept {
  readonly journal: Pick<Journal, 'sealed'>;
  readonly vault: Vault;
}

/**
 * The kept answers with codes of an order that do not open: damaged, without their key, or not there. Those destroyed
 * after the hand-over are none.
 */
export function closedAnswers(kept: Kept, { sealedCodes, handedOver }: Order): readonly string[] {
  return [...new Set(sealedCodes.values())].filter(
    (id) => isClosed(kept, id) && !(handedOver && kept.journal.sealed(id) === 'purged'),
  );
}

function isClosed(kept: Kept, sealedId: string): boolean {
  const opened = openKept(kept, sealedId);
  if (opened.ok) opened.value.raw.body.fill(0);
  return !opened.ok;
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
    .filter(([, facts]) => closedAnswers(kept, facts).length > 0)
    .map(([operationId]) => operationId);
  const owned = [...unshownOwned(kept.journal)]
    .filter(([, sealedId]) => isClosed(kept, sealedId))
    .map(([subject]) => subject);
  return [...orders, ...owned];
}

const revealedBody = z.object({ sealed: z.object({ id: z.string() }) });

/** Cards and invoices whose codes came and were not shown since, with the id of the answer that holds them. */
function* unshownOwned(journal: Records['journal']): Generator<readonly [string, string]> {
  for (const subject of journal
    .subjects('codes-revealed')
    .filter((one) => one.startsWith(cardPrefix) || one.startsWith(invoicePrefix))) {
    const last = journal
      .events({ subject })
      .findLast(({ kind }) => kind === 'codes-revealed' || kind === 'codes-shown');
    if (last?.kind === 'codes-revealed') yield [subject, revealedBody.parse(last.body).sealed.id];
  }
}
