import { orderGates, type Failure } from '../../../src-shared/contract/codes.ts';
import { detailed, hasDetail } from '../../../src-shared/contract/details.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { longestRestMs, retrying } from '../../exchange/pacing.ts';
import type { Order } from '../../orders/codes/order-codes.ts';
import type { RevealContext } from '../records/context.ts';
import { askForCodes } from './ask.ts';
import { cardsListedFor, cardsOfOrder } from './listed-cards.ts';

type Asked = Result<readonly SoldCardId[], Failure>;

/** What the service is asked for: the codes of an order, in place of kept answers that do not open. */
export interface OrderAsked {
  readonly operationId: OperationId;
  readonly order: Order;
  readonly insteadOf: readonly string[];
}

export type AskForOrder = (asked: OrderAsked) => Promise<Asked>;

/** What the next order would hear as well: of this counter and its key, or a wait that each would repeat. */
const ofEveryOrder: readonly string[] = [
  ...orderGates[401],
  ...orderGates[403],
  'rate_limited',
  'not_enrolled',
  'clock_off',
  'service_unreachable',
  'answer_timeout',
];

/** Asks for one order after the other, until the service says or shows that it is the same for all. */
export function untilAllRefused(context: RevealContext): AskForOrder {
  let refusal: Failure | null = null;
  return async (asked) => {
    if (refusal !== null) return err(refusal);
    const came = await askForOrder(context, asked);
    if (!came.ok && ofEveryOrder.includes(came.error.code)) refusal = came.error;
    return came;
  };
}

/**
 * Asks by the invoice. Where the order names none, or the service reveals no invoice of that size, each card is asked
 * for by itself.
 */
export async function askForOrder(context: RevealContext, asked: OrderAsked): Promise<Asked> {
  const invoiceId = asked.order.completed?.invoiceId ?? null;
  if (invoiceId === null) {
    const listed = await cardsOfOrder(context.session, asked.operationId, asked.order);
    if (!listed.ok) return listed;
    return listed.value.size === 0
      ? err(detailed('codes_unavailable', 'no_invoice'))
      : askByCard(context, asked, listed.value);
  }
  const byInvoice = await askByInvoice(context, asked, invoiceId);
  if (byInvoice.ok || byInvoice.error.code !== 'invoice_reveal_limit_exceeded') return byInvoice;
  const listed = await cardsOfOrder(context.session, asked.operationId, asked.order);
  return listed.ok && listed.value.size > 0 ? askByCard(context, asked, listed.value) : byInvoice;
}

/**
 * An invoice may hold more than this order's cards: then the service's list says which are its own, and it is asked
 * again.
 */
async function askByInvoice(context: RevealContext, asked: OrderAsked, invoiceId: string): Promise<Asked> {
  const { operationId, order } = asked;
  const { walletId, quantity } = order.intent;
  const ask = (listed: ReadonlySet<SoldCardId> | null): Promise<Asked> =>
    askForCodes(
      context,
      { kind: 'order', ...asked, listed },
      { call: 'revealPartnerInvoiceCards', parameters: { walletId, invoiceId } },
    );
  const whole = await ask(null);
  if (whole.ok || !hasDetail(whole.error, 'codes_unavailable', 'other_cards')) return whole;
  const listed = await cardsListedFor(context.session, walletId, operationId, quantity);
  return listed.size === 0 ? whole : ask(listed);
}

/** What may be so of one card alone, so that the next one is asked for all the same. */
const ofOneCard: readonly string[] = ['card_not_found', 'reveal_not_allowed', 'codes_unavailable'];

/**
 * Asks for each card whose codes do not lie here yet. What came stays when one is refused, and the next time only the
 * rest is asked for. A card that is refused keeps back none after it: they would never come. Errors: the first refusal.
 */
async function askByCard(context: RevealContext, asked: OrderAsked, cards: ReadonlySet<SoldCardId>): Promise<Asked> {
  const { session, background, records } = context;
  const { operationId, order, insteadOf } = asked;
  const paced = retrying(session, background.signal, { longestRestMs });
  const brought: SoldCardId[] = [];
  let refused: Failure | null = null;
  for (const soldCardId of cards) {
    const latest = records.find(operationId) ?? order;
    const kept = latest.sealedCodes.get(soldCardId);
    if (kept !== undefined && !insteadOf.includes(kept)) continue;
    const parameters = { walletId: order.intent.walletId, soldCardId };
    const subject = { ...asked, kind: 'order', order: latest, listed: new Set([soldCardId]) } as const;
    const came = await paced(() => askForCodes(context, subject, { call: 'revealPartnerOwnedCard', parameters }));
    if (came.ok) brought.push(...came.value);
    else if (ofOneCard.includes(came.error.code)) refused ??= came.error;
    else return came;
  }
  return refused === null ? ok(brought) : err(refused);
}
