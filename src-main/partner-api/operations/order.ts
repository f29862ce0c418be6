import { z } from 'zod';
import type { CardId, InvoiceId, OperationId, WalletId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import { readCredentials, type RevealedCredential } from './credential.ts';
import { readMoney } from './money.ts';
import { idInAnyCase, idOf, isRecord, listOf, member, readInstant, readRecord, readWord, reading } from './record.ts';

export type { RevealedCredential } from './credential.ts';

export const orderStatuses = ['processing', 'recoveryExhausted', 'completed', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** An Order as the service reports it. `soldCards` carries secrets. */
export interface OrderBody {
  readonly operationId: OperationId;
  /** `unknown` stands for one that the API does not name: a later version may have more. */
  readonly status: OrderStatus | 'unknown';
  readonly invoiceId?: InvoiceId;
  readonly walletId?: WalletId;
  readonly cardId?: CardId;
  readonly quantity?: number;
  readonly total?: Money;
  readonly completedAt?: string;
  /** Usable codes; empty where the answer carries none. */
  readonly soldCards: readonly RevealedCredential[];
  readonly unusableSoldCards: number;
  /** Members in a shape the API does not promise. They do not lose the order, and what they say does not count. */
  readonly oddFields: readonly string[];
}

const required = { operationId: idOf<OperationId>(), status: readWord };
const optional = {
  invoiceId: idOf<InvoiceId>(),
  walletId: idOf<WalletId>(),
  cardId: idOf<CardId>(),
  quantity: reading(z.int().min(0)),
  total: readMoney,
  completedAt: readInstant,
  soldCards: listOf,
};

/** The Order in a body; null when it names no operation or has no status. */
export function readOrder(body: unknown): OrderBody | null {
  const order = readRecord(body, required, optional);
  if (order === null) return null;
  const { soldCards, status, ...members } = order.value;
  const { usable, unusable, oddIds } = readCredentials(soldCards ?? []);
  return {
    ...members,
    status: orderStatuses.find((known) => known === status) ?? 'unknown',
    ...invoiceIn(body),
    soldCards: usable,
    unusableSoldCards: unusable,
    oddFields: oddIds ? [...order.oddFields, 'soldCards'] : order.oddFields,
  };
}

/** The codes are revealed by it, so that it is used in another letter case too. */
function invoiceIn(body: unknown): Pick<OrderBody, 'invoiceId'> {
  const invoiceId = isRecord(body) ? idInAnyCase<InvoiceId>()(member(body, 'invoiceId')) : null;
  return invoiceId === null ? {} : { invoiceId };
}

/** The operation that a body names, whatever else it is: an answer meant for another order is filed under that one. */
export function readOperationId(body: unknown): OperationId | null {
  return readRecord(body, { operationId: idOf<OperationId>() }, {})?.value.operationId ?? null;
}
