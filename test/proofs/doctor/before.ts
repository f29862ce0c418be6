import type { Counter } from '../../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type InvoiceId, type OperationId, type WalletId } from '../../../src-main/core/ids.ts';
import { parseAmount } from '../../../src-main/core/money.ts';
import type { Case } from './cases.ts';

/** What people did at the counter before they asked for the cause. */
export async function doBefore(counter: Counter, what: NonNullable<Case['before']>): Promise<void> {
  const wallets = await counter.catalogue.wallets();
  const first = wallets.ok ? wallets.value.items[0]?.id : undefined;
  if (first === undefined) throw new Error('no wallet');
  const walletId = knownId<WalletId>(first);
  const invoiceId = what === 'catalogue' ? await readCatalogue(counter, walletId) : await placeOne(counter, walletId);
  if (what === 'reveal') await counter.reveals.revealInvoice(walletId, knownId<InvoiceId>(invoiceId ?? ''));
}

async function readCatalogue(counter: Counter, walletId: WalletId): Promise<null> {
  if ((await counter.catalogue.sync(walletId)).ok) throw new Error('every page was accepted');
  return null;
}

/** Places an order for a cheap card; the invoice of it where it was bought. */
async function placeOne(counter: Counter, walletId: WalletId): Promise<string | null> {
  const catalogue = await counter.catalogue.sync(walletId);
  const card = catalogue.ok
    ? catalogue.value.cards.find(({ available, unitPrice }) => available && Number(unitPrice?.amount) < 3)
    : undefined;
  const amount = parseAmount(card?.unitPrice?.amount ?? '');
  if (card?.unitPrice === undefined || amount === null) throw new Error('no card to buy');
  const operationId = knownId<OperationId>(counter.session.randomness.uuid());
  counter.orders.place(
    operationId,
    {
      walletId,
      cardId: knownId<CardId>(card.id),
      quantity: 1,
      expectedUnitPrice: { amount, currency: card.unitPrice.currency },
      useAllowedDebt: false,
    },
    { besidesPending: true },
  );
  await counter.orders.resume(operationId, 0, 'now');
  return counter.localRecords.records.find(operationId)?.completed?.invoiceId ?? null;
}

/** Whether a whole sale works: every page is read, a card is bought and its codes are shown. */
export async function sellAndReveal(counter: Counter): Promise<boolean> {
  const wallets = await counter.catalogue.wallets();
  const first = wallets.ok ? wallets.value.items[0]?.id : undefined;
  if (first === undefined) return false;
  const walletId = knownId<WalletId>(first);
  if (!(await counter.catalogue.sync(walletId)).ok) return false;
  const invoiceId = await placeOne(counter, walletId);
  return invoiceId !== null && (await counter.reveals.revealInvoice(walletId, knownId<InvoiceId>(invoiceId))).ok;
}
