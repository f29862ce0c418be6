import {
  knownId,
  type CardId,
  type InvoiceId,
  type OperationId,
  type SoldCardId,
  type WalletId,
} from '../../../src-main/core/ids.ts';
import { parseAmount, type Amount } from '../../../src-main/core/money.ts';

/** The ids of the small world that is explored; one of each is enough. */
export const operationId = knownId<OperationId>('0a000000-0000-4000-8000-000000000001');
export const otherOperationId = knownId<OperationId>('0a000000-0000-4000-8000-000000000002');
export const strangerId = knownId<OperationId>('0a000000-0000-4000-8000-000000000003');
export const walletId = knownId<WalletId>('0b000000-0000-4000-8000-000000000001');
export const cardId = knownId<CardId>('0c000000-0000-4000-8000-000000000001');
export const otherCardId = knownId<CardId>('0c000000-0000-4000-8000-000000000002');
export const invoiceId = knownId<InvoiceId>('0d000000-0000-4000-8000-000000000001');
export const soldCardId = knownId<SoldCardId>('0e000000-0000-4000-8000-000000000001');
export const keyId = '0f000000-0000-4000-8000-000000000001';
export const profileHash = 'profile-1';
export const otherProfileHash = 'profile-2';
export const deployment = 'https://partner.example';
export const otherDeployment = 'https://elsewhere.example';
export const amount = amountOf('1.250');

function amountOf(text: string): Amount {
  const amount = parseAmount(text);
  if (amount === null) throw new Error(`${text} is no amount`);
  return amount;
}
