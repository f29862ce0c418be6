import { z } from 'zod';
import type { OperationId } from '../core/ids.ts';
import { openKept } from '../exchange/kept-answer.ts';
import type { Journal } from '../journal/journal.ts';
import type { Order } from '../orders/machine/order.ts';
import type { OrderRecords } from '../orders/records/order-records.ts';
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
  readonly records: Pick<OrderRecords, 'page' | 'find'>;
};

/** Whether any codes here wait to be shown or handed over. */
export function holdsCodes({ journal, records }: Records): boolean {
  return unshownOwned(journal).next().done !== true || withCodes(records).next().done !== true;
}

/**
 * The orders, and the cards and invoices that were asked for by themselves, of which codes that nobody handed over do
 * not open.
 */
export function closedCodes(kept: Records & { readonly vault: Vault }): readonly string[] {
  const orders = [...withCodes(kept.records)]
    .filter(([, facts]) => closedAnswers(kept, facts).length > 0)
    .map(([operationId]) => operationId);
  const owned = [...unshownOwned(kept.journal)]
    .filter(([, sealedId]) => isClosed(kept, sealedId))
    .map(([subject]) => subject);
  return [...orders, ...owned];
}

const pageSize = 500;

/** Orders with codes here that were not handed over: those that wait for a person too. */
function* withCodes(records: Records['records']): Generator<readonly [OperationId, Order]> {
  for (let cursor: string | undefined; ;) {
    const page = records.page({ show: 'unsettled', limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) return;
    for (const operationId of page.value.operationIds) {
      const facts = records.find(operationId);
      if (facts !== null && facts.sealedCodes.size > 0 && !facts.handedOver) yield [operationId, facts];
    }
    cursor = page.value.nextCursor;
    if (cursor === undefined) return;
  }
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
