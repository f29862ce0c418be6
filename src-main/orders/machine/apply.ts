import type { SoldCardId } from '../../core/ids.ts';
import { printEnded } from './codes-out.ts';
import { bodyUnreadableReason, conflictReason, type OrderEvent, type OrderEventBody, type Verdict } from './events.ts';
import { contradictionsIn, isClockSetBack, type Attempt, type Order } from './order.ts';
import { isLatest, judgedAttempt, progressed, sealedAnswer, serviceDateSeconds } from './progress.ts';

/** An order from its events, oldest first; null before its intent. */
export function orderOf(events: readonly OrderEvent[]): Order | null {
  return events.reduce<Order | null>(orderAfter, null);
}

/** The order after one more event; null before its intent. */
export function orderAfter(order: Order | null, event: OrderEvent): Order | null {
  if (event.kind === 'order-intended') return intended(event.body, event.atMs);
  return order === null ? null : { ...timed(order, apply(order, event), event.atMs), updatedAtMs: event.atMs };
}

/** A schedule that an event writes down counts from that moment. */
function timed(before: Order, after: Order, atMs: number): Order {
  return after.retryAtMs === before.retryAtMs ? after : { ...after, retrySetAtMs: atMs };
}

function intended(intent: OrderEventBody<'order-intended'>, atMs: number): Order {
  return {
    intent,
    intendedAtMs: atMs,
    updatedAtMs: atMs,
    attempts: [],
    wantedUntilMs: intent.wantedUntilMs,
    acknowledged: false,
    recoveryExhausted: false,
    completed: null,
    failed: false,
    refusedCode: null,
    refusedAfterUnknown: null,
    gate: null,
    attention: null,
    attentionCode: null,
    cancelled: false,
    notBought: null,
    acceptedAsBought: null,
    readOnly: null,
    resendDecidedAtMs: null,
    thenRead: false,
    retryAtMs: 0,
    retrySetAtMs: atMs,
    asked: null,
    sealedCodes: new Map(),
    timesCodesOut: 0,
    prints: [],
    filesSaved: 0,
    handedOver: false,
    keptBack: false,
    replacedBy: null,
  };
}

function apply(order: Order, event: OrderEvent): Order {
  switch (event.kind) {
    case 'order-intended':
      return order;
    case 'attempt-started':
      return started(order, event.body, event.atMs);
    case 'attempt-not-sent':
      return { ...progressed(order, event.body.attempt, { stage: 'notSent' }), retryAtMs: event.body.retryAtMs };
    case 'attempt-lost':
      return { ...progressed(order, event.body.attempt, { stage: 'lost' }), retryAtMs: event.body.retryAtMs };
    case 'answer-sealed':
      return sealedAnswer(order, event.body);
    case 'answer-unverified': {
      const { attempt, reason, retryAtMs } = event.body;
      const unsigned = { requestId: null, createdAtSeconds: null };
      return {
        ...judgedAttempt(order, attempt, { outcome: 'unverified', reason }, { ...event.body, ...unsigned }),
        retryAtMs,
      };
    }
    case 'answer-judged': {
      const { attempt, verdict, thenRead, retryAtMs, sealed, asked } = event.body;
      const after = attempt === null ? order : judgedAttempt(order, attempt, verdict, event.body);
      // An answer to another operation's attempt is no read of this one.
      const isOldGate = (verdict.outcome === 'blocked' || verdict.outcome === 'waiting') && !isLatest(after, attempt);
      return {
        ...(isOldGate ? after : judged(after, verdict, sealed.id)),
        thenRead: attempt === null ? order.thenRead : thenRead,
        retryAtMs,
        asked: later(order.asked, asked === undefined ? null : { ...asked, heardAtMs: event.atMs }),
      };
    }
    case 'wanted-extended':
      return { ...order, wantedUntilMs: event.body.wantedUntilMs };
    case 'attention-raised':
      return { ...order, attention: event.body.reason };
    case 'order-cancelled':
      return { ...order, cancelled: true };
    case 'order-held-back':
      return { ...order, readOnly: { boundarySeq: event.body.boundarySeq, shown: false }, retryAtMs: 0 };
    case 'order-not-bought':
      return { ...order, notBought: { by: 'proof', thoughHeld: false } };
    case 'decision-made':
      return decided(order, event.body, event.atMs);
    case 'codes-revealed':
      return { ...order, sealedCodes: withCodes(order, event.body.soldCardIds, event.body.sealed.id) };
    case 'codes-handed-over':
      return { ...order, handedOver: true };
    case 'codes-kept-back':
      return { ...order, keptBack: true };
    case 'codes-shown':
    case 'codes-copied':
      return { ...order, timesCodesOut: order.timesCodesOut + 1 };
    case 'codes-copy-failed':
      return { ...order, timesCodesOut: order.timesCodesOut - 1 };
    case 'receipt-print-started':
      return {
        ...order,
        prints: [...order.prints, { print: event.body.print, withCodes: event.body.withCodes, ended: null }],
      };
    case 'receipt-print-failed':
      return printEnded(order, event.body.print, 'failed');
    case 'receipt-print-answered':
      return printEnded(order, event.body.print, event.body.printed ? 'printed' : 'notPrinted');
    case 'codes-file-started':
    case 'codes-file-failed':
      return order;
    case 'codes-file-saved':
      return { ...order, timesCodesOut: order.timesCodesOut + 1, filesSaved: event.body.times };
    case 'order-replaced':
      return { ...order, replacedBy: event.body.by };
    case 'reveal-started':
      return event.body.insteadOf === undefined
        ? order
        : { ...order, closedAnswers: new Set([...(order.closedAnswers ?? []), ...event.body.insteadOf]) };
    case 'reveal-failed':
      return order;
  }
}

/** The pause that ends later. One heard before the newer one, but dated after it, was written down by a wrong clock. */
function later(one: Order['asked'], newer: Order['asked']): Order['asked'] {
  if (one === null || newer === null) return newer ?? one;
  const [saidMs, newerSaidMs] = [one.untilMs - one.waitMs, newer.untilMs - newer.waitMs];
  return newer.untilMs > one.untilMs || isClockSetBack(saidMs, newerSaidMs) ? newer : one;
}

/** A person's word ends attention; what the service shows later is still taken up. */
function decided(order: Order, { choice, wantedUntilMs }: OrderEventBody<'decision-made'>, atMs: number): Order {
  switch (choice) {
    case 'resend':
      return {
        ...order,
        attention: null,
        attentionCode: null,
        refusedAfterUnknown: null,
        thenRead: false,
        retryAtMs: 0,
        wantedUntilMs,
        resendDecidedAtMs: atMs,
      };
    case 'accept-not-bought':
      return { ...order, acceptedAsBought: null, notBought: { by: 'decision', thoughHeld: order.acknowledged } };
    case 'accept-as-bought': {
      // Now a person counts it as bought: whatever the service said against that contradicts the order.
      const counted = { ...order, acceptedAsBought: order.acceptedAsBought ?? [] };
      return { ...counted, acceptedAsBought: contradictionsIn(counted) };
    }
  }
}

/** A read that is due stays due until one is answered; what a gate said is over once the order goes out again. */
function started(order: Order, body: OrderEventBody<'attempt-started'>, atMs: number): Order {
  const { attempt, call, url, headers, keyId, profileHash, createdAtSeconds, expiresAtSeconds } = body;
  const fresh: Attempt = {
    attempt,
    call,
    startedAtMs: atMs,
    url,
    keyId,
    profileHash,
    createdAtSeconds,
    expiresAtSeconds,
    serviceDateSeconds: serviceDateSeconds(headers),
    progress: { stage: 'open' },
  };
  return {
    ...order,
    attempts: [...order.attempts, fresh],
    retryAtMs: 0,
    ...(call === 'createPartnerOrder' ? { gate: null } : {}),
  };
}

/** Evidence beats order of arrival: `completed` and `failed` stay, `accepted` clears what was less than evidence. */
function judged(order: Order, verdict: Verdict, sealedId: string): Order {
  switch (verdict.outcome) {
    case 'completed':
      return completed(order, verdict, sealedId);
    case 'failed':
      return { ...order, acknowledged: true, failed: true };
    case 'accepted':
      return {
        ...order,
        acknowledged: true,
        readOnly: order.readOnly === null ? null : { ...order.readOnly, shown: true },
        recoveryExhausted: verdict.recoveryExhausted,
        gate: null,
        // The service holds the id. That is no way out if it is for another body, or if ours cannot be sent.
        ...(isLasting(order.attention) ? {} : { attention: null, attentionCode: null }),
      };
    case 'refused':
      return { ...order, refusedCode: order.refusedCode ?? verdict.code };
    case 'settling':
      return { ...order, refusedAfterUnknown: verdict.code };
    case 'blocked':
    case 'waiting':
      return { ...order, gate: { outcome: verdict.outcome, code: verdict.code } };
    case 'attention':
      return isLasting(order.attention)
        ? order
        : { ...order, attention: verdict.reason, attentionCode: verdict.code ?? order.attentionCode };
    case 'unknown':
    case 'nothing':
    case 'notFound':
    case 'unverified':
      return order;
  }
}

/** A reason that no answer of the service takes back. */
function isLasting(attention: Order['attention']): boolean {
  return attention === conflictReason || attention === bodyUnreadableReason;
}

function completed(
  order: Order,
  verdict: Extract<Verdict, { readonly outcome: 'completed' }>,
  sealedId: string,
): Order {
  const sealedCodes = withCodes(order, verdict.soldCardIds, sealedId);
  const tooMany = sealedCodes.size > order.intent.quantity ? ['soldCards'] : [];
  return {
    ...order,
    acknowledged: true,
    sealedCodes,
    completed: {
      completedAt: verdict.completedAt ?? order.completed?.completedAt ?? null,
      invoiceId: verdict.invoiceId ?? order.completed?.invoiceId ?? null,
      differs: [...new Set([...(order.completed?.differs ?? []), ...verdict.differs, ...tooMany])],
      replayed: verdict.replayed,
    },
  };
}

/**
 * The answer that first brought a card's codes is the one to open for them, until they are handed over or kept back, or
 * until it no longer opens: then they are asked for again.
 */
function withCodes(
  order: Order,
  soldCardIds: readonly SoldCardId[],
  sealedId: string,
): ReadonlyMap<SoldCardId, string> {
  const codes = new Map(order.sealedCodes);
  for (const id of soldCardIds) {
    const kept = codes.get(id);
    const isOver = order.handedOver || order.keptBack;
    if (isOver || kept === undefined || order.closedAnswers?.has(kept) === true) codes.set(id, sealedId);
  }
  return codes;
}
