import type { SoldCardId } from '../../core/ids.ts';
import { serviceDateSeconds } from '../../partner-api/request.ts';
import type { IntendedOrder, OrderEvent, OrderEventBody } from './events.ts';
import { contradictionsIn } from './order.ts';
import type { Attempt, Order, Print } from './order.ts';
import { conflictReason } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** The facts of one operation from its events, oldest first; null before its intent. */
export function orderOf(events: readonly OrderEvent[]): Order | null {
  let facts: Order | null = null;
  for (const event of events) {
    if (event.kind === 'order-intended') facts = intended(event.body, event.atMs);
    else if (facts !== null) facts = { ...timed(facts, apply(facts, event), event.atMs), updatedAtMs: event.atMs };
  }
  return facts;
}

/** A schedule that an event writes down counts from that moment. */
function timed(before: Order, after: Order, atMs: number): Order {
  return after.retryAtMs === before.retryAtMs ? after : { ...after, retrySetAtMs: atMs };
}

function intended(intent: IntendedOrder, atMs: number): Order {
  return {
    intent, intendedAtMs: atMs, updatedAtMs: atMs, attempts: [], wantedUntilMs: intent.wantedUntilMs, acknowledged: false, recoveryExhausted: false,
    completed: null, failed: false, refusedCode: null, refusedAfterUnknown: null, gate: null, attention: null, attentionCode: null, cancelled: false, notBought: null, acceptedAsBought: null, heldBack: null, resendDecidedAtMs: null, thenRead: false,
    retryAtMs: 0, retrySetAtMs: atMs, asked: null, sealedCodes: new Map(), timesCodesOut: 0, prints: [], handedOver: false, replacedBy: null,
  };
}

function apply(facts: Order, event: OrderEvent): Order {
  switch (event.kind) {
    case 'order-intended': return facts;
    case 'attempt-started': return started(facts, event.body, event.atMs);
    case 'attempt-not-sent': return { ...ended(facts, event.body.attempt, { ended: 'notSent' }), retryAtMs: event.body.retryAtMs };
    case 'attempt-lost': return { ...ended(facts, event.body.attempt, { ended: 'lost' }), retryAtMs: event.body.retryAtMs };
    case 'answer-sealed': return ended(facts, event.body.attempt, { ended: 'sealed', sealed: event.body.sealed, sealedBytes: event.body.bytes, httpStatus: event.body.httpStatus });
    case 'answer-unverified': {
      const { attempt, reason, httpStatus, retryAtMs } = event.body;
      return { ...ended(facts, attempt, { ended: { outcome: 'unverified', reason }, httpStatus }), retryAtMs };
    }
    case 'answer-judged': {
      const { attempt, verdict, httpStatus, requestId, thenRead, retryAtMs, sealed, createdAtSeconds, asked } = event.body;
      const after = attempt === null ? facts : ended(facts, attempt, { ended: verdict, httpStatus, requestId, answeredAtSeconds: createdAtSeconds });
      // An answer to another operation's attempt is no read of this one.
      const isOldGate = (verdict.outcome === 'blocked' || verdict.outcome === 'waiting') && !isLatest(after, attempt);
      return { ...(isOldGate ? after : judged(after, verdict, sealed.id)), thenRead: attempt === null ? facts.thenRead : thenRead, retryAtMs, asked: later(facts.asked, asked === undefined ? null : { ...asked, heardAtMs: event.atMs }) };
    }
    case 'wanted-extended': return { ...facts, wantedUntilMs: event.body.wantedUntilMs };
    case 'attention-raised': return { ...facts, attention: event.body.reason };
    case 'order-cancelled': return { ...facts, cancelled: true };
    case 'order-held-back': return { ...facts, heldBack: { boundarySeq: event.body.boundarySeq, shown: false }, retryAtMs: 0 };
    case 'order-not-bought': return { ...facts, notBought: { by: 'fence', thoughHeld: false } };
    case 'decision-made': return decided(facts, event.body, event.atMs);
    case 'codes-revealed': return { ...facts, sealedCodes: withCodes(facts, event.body.soldCardIds, event.body.sealed.id) };
    case 'codes-handed-over': return { ...facts, handedOver: true };
    case 'codes-shown':
    case 'codes-copied': return { ...facts, timesCodesOut: facts.timesCodesOut + 1 };
    case 'codes-copy-failed': return { ...facts, timesCodesOut: facts.timesCodesOut - 1 };
    case 'receipt-print-started': return { ...facts, prints: [...facts.prints, { print: event.body.print, withCodes: event.body.withCodes, ended: null }] };
    case 'receipt-print-failed': return printEnded(facts, event.body.print, 'failed');
    case 'receipt-print-answered': return printEnded(facts, event.body.print, event.body.printed ? 'printed' : 'notPrinted');
    case 'order-replaced': return { ...facts, replacedBy: event.body.by };
    case 'reveal-started': return event.body.insteadOf === undefined ? facts : { ...facts, closedAnswers: new Set([...facts.closedAnswers ?? [], ...event.body.insteadOf]) };
    case 'reveal-failed': return facts;
  }
}

/** What an answer says of a gate counts until the order goes out again, also where it was believed only later. */
function isLatest({ attempts }: Order, attempt: string | null): boolean {
  return attempts.findLast(({ call }) => call === 'createPartnerOrder')?.attempt === attempt;
}

function later(one: Order['asked'], other: Order['asked']): Order['asked'] {
  return one === null || (other !== null && other.untilMs > one.untilMs) ? other : one;
}

/** A person's word ends attention; what the service shows later is still taken up. */
function decided(facts: Order, { choice, wantedUntilMs }: OrderEventBody<'decision-made'>, atMs: number): Order {
  switch (choice) {
    case 'resend': return { ...facts, attention: null, attentionCode: null, refusedAfterUnknown: null, thenRead: false, retryAtMs: 0, wantedUntilMs, resendDecidedAtMs: atMs };
    case 'accept-not-bought': return { ...facts, acceptedAsBought: null, notBought: { by: 'decision', thoughHeld: facts.acknowledged } };
    case 'accept-as-bought': {
      // With the word of a person in it, what the service said against that stands against the order.
      const counted = { ...facts, acceptedAsBought: facts.acceptedAsBought ?? [] };
      return { ...counted, acceptedAsBought: contradictionsIn(counted) };
    }
  }
}

/** A read that is due stays due until one is answered; what a gate said is over once the order goes out again. */
function started(facts: Order, body: OrderEventBody<'attempt-started'>, atMs: number): Order {
  const { attempt, call, url, headers, keyId, profileHash, createdAtSeconds, expiresAtSeconds } = body;
  const fresh: Attempt = {
    attempt, call, startedAtMs: atMs, url, keyId, profileHash, createdAtSeconds, expiresAtSeconds, answeredAtSeconds: null,
    serviceDateSeconds: serviceDateSeconds(headers),
    sealed: null, sealedBytes: 0, httpStatus: null, requestId: null, ended: null,
  };
  return { ...facts, attempts: [...facts.attempts, fresh], retryAtMs: 0, ...(call === 'createPartnerOrder' ? { gate: null } : {}) };
}

/** Evidence beats order of arrival: `completed` and `failed` stay, `accepted` clears what was less than evidence. */
function judged(facts: Order, verdict: Verdict, sealedId: string): Order {
  switch (verdict.outcome) {
    case 'completed': return completed(facts, verdict, sealedId);
    case 'failed': return { ...facts, acknowledged: true, failed: true };
    case 'accepted': return {
      ...facts, acknowledged: true, heldBack: facts.heldBack === null ? null : { ...facts.heldBack, shown: true }, recoveryExhausted: verdict.recoveryExhausted, gate: null,
      // The service holds the id, but for another body: that it holds it is no way out.
      ...(facts.attention === conflictReason ? {} : { attention: null, attentionCode: null }),
    };
    case 'refused': return { ...facts, refusedCode: facts.refusedCode ?? verdict.code };
    case 'settling': return { ...facts, refusedAfterUnknown: verdict.code };
    case 'blocked':
    case 'waiting': return { ...facts, gate: { outcome: verdict.outcome, code: verdict.code } };
    case 'attention': return facts.attention === conflictReason ? facts : { ...facts, attention: verdict.reason, attentionCode: verdict.code ?? facts.attentionCode };
    case 'unknown':
    case 'nothing':
    case 'notFound':
    case 'unverified': return facts;
  }
}

function completed(facts: Order, verdict: Extract<Verdict, { readonly outcome: 'completed' }>, sealedId: string): Order {
  const sealedCodes = withCodes(facts, verdict.soldCardIds, sealedId);
  const tooMany = sealedCodes.size > facts.intent.quantity ? ['soldCards'] : [];
  return {
    ...facts, acknowledged: true, sealedCodes,
    completed: {
      completedAt: verdict.completedAt ?? facts.completed?.completedAt ?? null,
      invoiceId: verdict.invoiceId ?? facts.completed?.invoiceId ?? null,
      differs: [...new Set([...(facts.completed?.differs ?? []), ...verdict.differs, ...tooMany])],
      replayed: verdict.replayed,
    },
  };
}

function ended(facts: Order, attempt: string, change: Partial<Attempt>): Order {
  return { ...facts, attempts: facts.attempts.map((one) => (one.attempt === attempt ? { ...one, ...change } : one)) };
}

/** Codes that a person saw printed came out. */
function printEnded(facts: Order, print: string, how: NonNullable<Print['ended']>): Order {
  const cameOut = how === 'printed' && facts.prints.some((each) => each.print === print && each.withCodes);
  return { ...facts, timesCodesOut: facts.timesCodesOut + (cameOut ? 1 : 0), prints: facts.prints.map((each) => (each.print === print ? { ...each, ended: how } : each)) };
}

/** The first answer that brought a card's codes keeps them, until they are handed over or it does not open: after that they are asked for anew. */
function withCodes(facts: Order, soldCardIds: readonly SoldCardId[], sealedId: string): ReadonlyMap<SoldCardId, string> {
  const codes = new Map(facts.sealedCodes);
  for (const id of soldCardIds) {
    const kept = codes.get(id);
    if (facts.handedOver || kept === undefined || facts.closedAnswers?.has(kept) === true) codes.set(id, sealedId);
  }
  return codes;
}
