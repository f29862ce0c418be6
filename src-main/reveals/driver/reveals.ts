import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import type { InvoiceId, OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { Result } from '../../core/result.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import { recordCodes, type Order } from '../../orders/codes/order-codes.ts';
import type { Reconciled } from '../machine/findings.ts';
import {
  copyPart,
  handOver,
  handOverTogether,
  type CodePart,
  type IsWatched,
  type ShownTogether,
} from '../records/deliveries.ts';
import { judgeRevealsAgain } from '../records/judge-again.ts';
import { reconcileOwnedCards } from './reconcile.ts';
import { bringOrder, showOrder, showOrders, showOwned, type ShowContext } from './show.ts';

/**
 * Where codes leave this counter: only by these calls, each written into the journal first (law 6). What came
 * while nobody was there stays sealed here.
 */
export interface Reveals {
  /**
   * The codes of a completed order or of `only` one of its cards, from what is sealed here; where too few came, or they
   * were purged since, the service is asked by invoice first.
   */
  show(operationId: OperationId, only?: SoldCardId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /** All codes of an order, or none, for a file: it is for the caller to record that before they leave. */
  bring(operationId: OperationId): Promise<Result<CardCodes[], Failure>>;
  /**
   * The codes of several orders, recorded together and given to `handOut` in the same step. `failed` are the orders
   * whose codes do not come; where none come, the first failure is given.
   */
  showSeveral<T>(
    operationIds: readonly OperationId[],
    isWatched: IsWatched,
    handOut: (together: ShownTogether) => T,
  ): Promise<Result<T, Failure>>;
  /**
   * One part of one card's codes, for the clipboard. What the clipboard then does not take is to be said by
   * `copyFailed`, and has not come out.
   */
  copy(operationId: OperationId, soldCardId: SoldCardId, part: CodePart): Result<string, Failure>;
  copyFailed(operationId: OperationId, soldCardId: SoldCardId, part: CodePart): void;
  /**
   * The customer has them. Only codes that came out here: what was never shown would else be purged unread
   * (`codes_not_shown`).
   */
  handOver(operationId: OperationId): Result<Order, Failure>;
  /** The same for all orders of a sale, or for none. */
  handOverTogether(operationIds: readonly OperationId[]): Result<ReadonlyMap<OperationId, Order>, Failure>;
  /** Reveals an owned card at the service; needs `cards:reveal`. */
  revealCard(walletId: WalletId, soldCardId: SoldCardId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /** Reveals every card of an invoice, all or none, up to 100. */
  revealInvoice(walletId: WalletId, invoiceId: InvoiceId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /**
   * Compares owned cards with these records and accepts them as the one copy; then codes come out again. What could not
   * be read `acceptedBy` accepts by name, once an earlier call said so. A second call waits for the first and gives the
   * same.
   */
  reconcile(acceptedBy?: string): Promise<Result<Reconciled, Failure>>;
  /** Re-checks every unverified answer to a reveal, without the network. */
  judgeAgain(): void;
}

export function createReveals(context: ShowContext): Reveals {
  // Two checks at a time would read each page twice.
  const checks = createSingleFlight<'reconcile', Result<Reconciled, Failure>>();
  return {
    show: (operationId, only, isWatched = always) => showOrder(context, operationId, only, isWatched),
    showSeveral: (operationIds, isWatched, handOut) => showOrders(context, operationIds, isWatched, handOut),
    bring: (operationId) => bringOrder(context, operationId),
    copy: (operationId, soldCardId, part) => copyPart(context, operationId, soldCardId, part),
    copyFailed: (operationId, soldCardId, part) =>
      void recordCodes(context.records, operationId, 'codes-copy-failed', { soldCardId, part }),
    handOver: (operationId) => handOver(context, operationId),
    handOverTogether: (operationIds) => handOverTogether(context, operationIds),
    revealCard: (walletId, soldCardId, isWatched = always) =>
      showOwned(
        context,
        { kind: 'card', soldCardId },
        { call: 'revealPartnerOwnedCard', parameters: { walletId, soldCardId } },
        isWatched,
      ),
    revealInvoice: (walletId, invoiceId, isWatched = always) =>
      showOwned(
        context,
        { kind: 'invoice', invoiceId },
        { call: 'revealPartnerInvoiceCards', parameters: { walletId, invoiceId } },
        isWatched,
      ),
    reconcile: (acceptedBy) => checks.run('reconcile', () => reconcileOwnedCards(context, acceptedBy)),
    judgeAgain: () => judgeRevealsAgain(context),
  };
}

const always: IsWatched = () => true;
