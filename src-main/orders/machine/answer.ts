import type { CardId, InvoiceId, OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';

/** What came to a call of an order, as far as it says something of one. Neither its body nor a code is in it. */
export type OrderAnswer = UnbelievedAnswer | BelievedAnswer;

/** Nobody can believe it so far; `reason` says why. */
export interface UnbelievedAnswer {
  readonly kind: 'unbelieved';
  readonly reason: string;
}

export interface BelievedAnswer {
  readonly kind: 'believed';
  readonly status: number;
  /** When the service signed it, by its own clock. */
  readonly createdAtSeconds: number | null;
  readonly requestId: string | null;
  /** Its signature covers something unique to the request (design, "Bound"). */
  readonly isBound: boolean;
  /** It covers which order was asked for. */
  readonly isBoundToPath: boolean;
  readonly isReplay: boolean;
  /** A `Retry-After` that the signature covers. */
  readonly retryAfterMs: number | null;
  /** The code of its problem, where it is no success. */
  readonly problemCode: string | null;
  /** The operation that its body names, also where nothing else of that can be read. */
  readonly named: string | null;
  readonly order: AnsweredOrder | null;
  /** The subject that an answer with this very signature already spoke of. */
  readonly usedBy: string | null;
}

/** An order as an answer tells it. */
export interface AnsweredOrder {
  readonly operationId: OperationId;
  readonly status: 'processing' | 'recoveryExhausted' | 'completed' | 'failed' | 'unknown';
  readonly invoiceId?: InvoiceId;
  readonly walletId?: WalletId;
  readonly cardId?: CardId;
  readonly quantity?: number;
  readonly total?: Money;
  readonly completedAt?: string;
  /** Whose usable codes it carries; a card that is told twice stands here twice. */
  readonly soldCardIds: readonly SoldCardId[];
  /** Members in a shape that the API does not promise. */
  readonly oddFields: readonly string[];
}
