import type { OperationId, SoldCardId } from '../core/ids.ts';
import { finalStates } from '../../src-preload/contract/codes.ts';
import type { AttentionReason, OrderState } from '../../src-preload/contract/codes.ts';
import type { SealedReference } from '../journal/event.ts';
import type { IntendedOrder, OrderEvent, OrderEventBody } from './events.ts';
import type { Position } from './judgement-table.ts';
import { isWanted } from './put-back.ts';
import { conflictReason } from './verdict.ts';
import type { OrderCall, Verdict } from './verdict.ts';

/** One attempt and what became of it. `ended` null: nothing is recorded, so its outcome is open. */
export interface AttemptFacts {
  readonly attempt: string;
  readonly call: OrderCall;
  readonly startedAtMs: number;
  /** Where it went, and the key and the profile that it went out with. */
  readonly url: string;
  readonly keyId: string;
  readonly profileHash: string;
  readonly createdAtSeconds: number;
  readonly expiresAtSeconds: number;
  /** Its raw answer, once that is kept. */
  readonly sealed: SealedReference | null;
  readonly sealedBytes: number;
  readonly httpStatus: number | null;
  readonly requestId: string | null;
  /** When the service signed the verified answer, by its own clock. */
  readonly answeredAtSeconds: number | null;
  readonly ended: 'notSent' | 'lost' | 'sealed' | Verdict | null;
}

export interface CompletedFacts {
  readonly invoiceId: string | null;
  readonly differs: readonly string[];
  readonly replayed: boolean;
}

/** One receipt that was sent to a printer. `ended` null: nobody has said yet what became of it. */
export interface PrintFacts {
  readonly print: string;
  readonly withCodes: boolean;
  readonly ended: 'printed' | 'notPrinted' | 'failed' | null;
}

/** Everything the events of one operation say, as of the last of them. */
export interface OrderFacts {
  readonly intent: IntendedOrder;
  readonly intendedAtMs: number;
  readonly updatedAtMs: number;
  readonly attempts: readonly AttemptFacts[];
  readonly wantedUntilMs: number;
  /** Verified evidence that the service holds the id; `recoveryExhausted` is its latest word. */
  readonly acknowledged: boolean;
  readonly recoveryExhausted: boolean;
  readonly completed: CompletedFacts | null;
  readonly failed: boolean;
  readonly refusedCode: string | null;
  /** A refusal came after an unknown: only a read may go out (law 5). */
  readonly refusedAfterUnknown: string | null;
  readonly gate: { readonly outcome: 'blocked' | 'waiting'; readonly code: string } | null;
  readonly attention: AttentionReason | null;
  /** The refusal that called for attention, where it was one. */
  readonly attentionCode: string | null;
  readonly cancelled: boolean;
  /** Proved by the fence or decided by a person, and whether the service held the id all the same. */
  readonly notBought: { readonly by: 'fence' | 'decision'; readonly thoughHeld: boolean } | null;
  /** The contradictions that a person counted it as bought in spite of; null where nobody decided so. */
  readonly acceptedAsBought: readonly AttentionReason[] | null;
  /** The records were restored or copied since the intent; `shown`: the service has shown since that it holds the order. */
  readonly heldBack: { readonly boundarySeq: number; readonly shown: boolean } | null;
  /** When a person last said to send it again. */
  readonly resendDecidedAtMs: number | null;
  readonly thenRead: boolean;
  readonly retryAtMs: number;
  /** Which sealed answer holds the codes of which cards. */
  readonly sealedCodes: ReadonlyMap<SoldCardId, string>;
  /** They were shown, copied or printed at least once. */
  readonly codesCameOut: boolean;
  readonly prints: readonly PrintFacts[];
  readonly handedOver: boolean;
  /** The new try that was made instead of this one, the latest of them. */
  readonly replacedBy: OperationId | null;
}

/** The facts of one operation from its events, oldest first; null before its intent. */
export function factsOf(events: readonly OrderEvent[]): OrderFacts | null {
  let facts: OrderFacts | null = null;
  for (const event of events) {
    if (event.kind === 'order-intended') facts = intended(event.body, event.atMs);
    else if (facts !== null) facts = { ...apply(facts, event), updatedAtMs: event.atMs };
  }
  return facts;
}

/** The state of the design's table. Only lapsing of `wantedUntil` depends on `nowMs`, this machine's time. */
export function stateOf(facts: OrderFacts, nowMs: number): OrderState {
  if (contradictionIn(facts) !== null) return 'attention';
  if (facts.acceptedAsBought !== null || facts.completed !== null) return 'completed';
  if (facts.failed) return 'failed';
  if (facts.notBought !== null && (!facts.acknowledged || facts.notBought.thoughHeld)) return 'notBought';
  if (facts.attention !== null) return 'attention';
  if (facts.acknowledged) return 'accepted';
  if (facts.cancelled) return 'cancelled';
  if (facts.refusedCode !== null) return 'refused';
  if (facts.refusedAfterUnknown !== null || facts.heldBack !== null) return 'settling';
  if (everUnknown(facts)) {
    if (!isWanted(facts, nowMs)) return 'settling';
    return facts.gate?.outcome === 'blocked' ? 'blocked' : 'unknown';
  }
  return facts.gate?.outcome ?? 'intended';
}

/** Why an order that was bought, or counts as bought, needs a person all the same; its codes are kept. */
function contradictionIn(facts: OrderFacts): AttentionReason | null {
  return contradictionsIn(facts).find((reason) => facts.acceptedAsBought?.includes(reason) !== true) ?? null;
}

/** What does not fit together, the weightiest first. Whoever was told that an order is over hears of it when it is not so. */
function contradictionsIn({ completed, failed, notBought, cancelled, refusedCode, acceptedAsBought }: OrderFacts): readonly AttentionReason[] {
  if (completed === null) return failed && acceptedAsBought !== null ? ['failed_after_all'] : [];
  return [
    ...(failed ? ['completed_and_failed' as const] : []),
    ...(notBought !== null || cancelled || refusedCode !== null ? ['bought_after_all' as const] : []),
    ...(completed.differs.length > 0 ? ['differs' as const] : []),
  ];
}

/** Why an order in `attention` is there. */
export function attentionOf(facts: OrderFacts): AttentionReason | null {
  return contradictionIn(facts) ?? facts.attention;
}

export function isFinal(state: OrderState): boolean {
  return finalStates.includes(state);
}

/** Whether any attempt to place the order has no verified, decided outcome: what it did is not known. */
export function everUnknown(facts: OrderFacts): boolean {
  return facts.attempts.some((attempt) => attempt.call === 'createPartnerOrder' && isOpen(attempt));
}

/** The oldest attempt whose answer was kept and never judged: the process ended between the two. */
export function unjudged(facts: OrderFacts): (AttemptFacts & { readonly sealed: SealedReference }) | null {
  for (const attempt of facts.attempts) {
    if (attempt.ended === 'sealed' && attempt.sealed !== null) return { ...attempt, sealed: attempt.sealed };
  }
  return null;
}

/** Attempts whose answer lies sealed and could not be believed, so far. One that decided about another subject stays that one's. */
export function unverified(facts: OrderFacts): readonly UnverifiedAttempt[] {
  return facts.attempts.flatMap(({ ended, sealed, ...rest }) => {
    const isUnverified = typeof ended === 'object' && ended?.outcome === 'unverified' && ended.reason !== 'another_answer_reused';
    return isUnverified && sealed !== null ? [{ ...rest, ended, sealed }] : [];
  });
}

export interface UnverifiedAttempt extends AttemptFacts {
  readonly sealed: SealedReference;
  readonly ended: Extract<Verdict, { readonly outcome: 'unverified' }>;
}

/** Where the judgement table stands for the answer to attempt `current`. */
export function positionOf(facts: OrderFacts, current: string): Position {
  if (facts.acknowledged || facts.completed !== null || facts.failed) return 'afterAccepted';
  const others = { ...facts, attempts: facts.attempts.filter(({ attempt }) => attempt !== current) };
  return everUnknown(others) ? 'afterUnknown' : 'first';
}

/** Whether nothing may be sent from these records until the service shows the order. */
export function isHeldBack({ heldBack }: OrderFacts): boolean {
  return heldBack !== null && !heldBack.shown;
}

/** Bought, with codes that nobody handed over yet. */
export function hasCodesWaiting(facts: OrderFacts, nowMs: number): boolean {
  return stateOf(facts, nowMs) === 'completed' && facts.completed !== null && !facts.handedOver;
}

/** Whether it still decides anything that the customer wants it: not once it is only asked about, or the service holds it. */
export function doesWantedDecide(facts: OrderFacts, nowMs: number): boolean {
  const state = stateOf(facts, nowMs);
  if (state === 'settling') return facts.heldBack === null && facts.refusedAfterUnknown === null;
  return wantedStates.includes(state);
}

const wantedStates: readonly OrderState[] = ['intended', 'unknown', 'blocked', 'waiting'];

/** Cancelling is safe only while it is proved that nothing was bought and nothing is under way. */
export function isCancellable(facts: OrderFacts, nowMs: number): boolean {
  const state = stateOf(facts, nowMs);
  return (state === 'intended' || state === 'blocked' || state === 'waiting') && !everUnknown(facts);
}

function isOpen({ ended }: AttemptFacts): boolean {
  if (ended === null || ended === 'lost' || ended === 'sealed') return true;
  if (ended === 'notSent') return false;
  return ended.outcome === 'unknown' || ended.outcome === 'unverified' || ended.outcome === 'attention' || ended.outcome === 'nothing';
}

function intended(intent: IntendedOrder, atMs: number): OrderFacts {
  return {
    intent, intendedAtMs: atMs, updatedAtMs: atMs, attempts: [], wantedUntilMs: intent.wantedUntilMs, acknowledged: false, recoveryExhausted: false,
    completed: null, failed: false, refusedCode: null, refusedAfterUnknown: null, gate: null, attention: null, attentionCode: null, cancelled: false, notBought: null, acceptedAsBought: null, heldBack: null, resendDecidedAtMs: null, thenRead: false,
    retryAtMs: 0, sealedCodes: new Map(), codesCameOut: false, prints: [], handedOver: false, replacedBy: null,
  };
}

function apply(facts: OrderFacts, event: OrderEvent): OrderFacts {
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
      const { attempt, verdict, httpStatus, requestId, thenRead, retryAtMs, sealed, createdAtSeconds } = event.body;
      const after = attempt === null ? facts : ended(facts, attempt, { ended: verdict, httpStatus, requestId, answeredAtSeconds: createdAtSeconds });
      // An answer to another operation's attempt is no read of this one.
      const isOldGate = (verdict.outcome === 'blocked' || verdict.outcome === 'waiting') && !isLatest(after, attempt);
      return { ...(isOldGate ? after : judged(after, verdict, sealed.id)), thenRead: attempt === null ? facts.thenRead : thenRead, retryAtMs };
    }
    case 'wanted-extended': return { ...facts, wantedUntilMs: event.body.wantedUntilMs };
    case 'attention-raised': return { ...facts, attention: event.body.reason, attentionCode: null };
    case 'order-cancelled': return { ...facts, cancelled: true };
    case 'order-held-back': return { ...facts, heldBack: { boundarySeq: event.body.boundarySeq, shown: false }, retryAtMs: 0 };
    case 'order-not-bought': return { ...facts, notBought: { by: 'fence', thoughHeld: false } };
    case 'decision-made': return decided(facts, event.body, event.atMs);
    case 'codes-revealed': return { ...facts, sealedCodes: withCodes(facts, event.body.soldCardIds, event.body.sealed.id) };
    case 'codes-handed-over': return { ...facts, handedOver: true };
    case 'codes-shown':
    case 'codes-copied': return { ...facts, codesCameOut: true };
    case 'receipt-print-started': return { ...facts, prints: [...facts.prints, { print: event.body.print, withCodes: event.body.withCodes, ended: null }] };
    case 'receipt-print-failed': return printEnded(facts, event.body.print, 'failed');
    case 'receipt-print-answered': return printEnded(facts, event.body.print, event.body.printed ? 'printed' : 'notPrinted');
    case 'order-replaced': return { ...facts, replacedBy: event.body.by };
    case 'reveal-started':
    case 'reveal-failed': return facts;
  }
}

/** What an answer says of a gate counts until the order goes out again, also where it was believed only later. */
function isLatest({ attempts }: OrderFacts, attempt: string | null): boolean {
  return attempts.findLast(({ call }) => call === 'createPartnerOrder')?.attempt === attempt;
}

/** A person's word ends attention; what the service shows later is still taken up. */
function decided(facts: OrderFacts, { choice, wantedUntilMs }: OrderEventBody<'decision-made'>, atMs: number): OrderFacts {
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
function started(facts: OrderFacts, body: OrderEventBody<'attempt-started'>, atMs: number): OrderFacts {
  const { attempt, call, url, keyId, profileHash, createdAtSeconds, expiresAtSeconds } = body;
  const fresh: AttemptFacts = {
    attempt, call, startedAtMs: atMs, url, keyId, profileHash, createdAtSeconds, expiresAtSeconds, answeredAtSeconds: null,
    sealed: null, sealedBytes: 0, httpStatus: null, requestId: null, ended: null,
  };
  return { ...facts, attempts: [...facts.attempts, fresh], retryAtMs: 0, ...(call === 'createPartnerOrder' ? { gate: null } : {}) };
}

/** Evidence beats order of arrival: `completed` and `failed` stay, `accepted` clears what was less than evidence. */
function judged(facts: OrderFacts, verdict: Verdict, sealedId: string): OrderFacts {
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
    case 'attention': return facts.attention === conflictReason ? facts : { ...facts, attention: verdict.reason, attentionCode: verdict.code };
    case 'unknown':
    case 'nothing':
    case 'notFound':
    case 'unverified': return facts;
  }
}

function completed(facts: OrderFacts, verdict: Extract<Verdict, { readonly outcome: 'completed' }>, sealedId: string): OrderFacts {
  const sealedCodes = withCodes(facts, verdict.soldCardIds, sealedId);
  const tooMany = sealedCodes.size > facts.intent.quantity ? ['soldCards'] : [];
  return {
    ...facts, acknowledged: true, sealedCodes,
    completed: {
      invoiceId: verdict.invoiceId ?? facts.completed?.invoiceId ?? null,
      differs: [...new Set([...(facts.completed?.differs ?? []), ...verdict.differs, ...tooMany])],
      replayed: verdict.replayed,
    },
  };
}

function ended(facts: OrderFacts, attempt: string, change: Partial<AttemptFacts>): OrderFacts {
  return { ...facts, attempts: facts.attempts.map((one) => (one.attempt === attempt ? { ...one, ...change } : one)) };
}

/** Prints of which paper may have come out: what the printer did not take, or a person cancelled before it, is no receipt. */
export function printsOut({ prints }: Pick<OrderFacts, 'prints'>): number {
  return prints.filter(({ ended }) => ended !== 'failed').length;
}

/** Codes that a person saw printed came out. */
function printEnded(facts: OrderFacts, print: string, how: NonNullable<PrintFacts['ended']>): OrderFacts {
  const cameOut = how === 'printed' && facts.prints.some((each) => each.print === print && each.withCodes);
  return { ...facts, codesCameOut: facts.codesCameOut || cameOut, prints: facts.prints.map((each) => (each.print === print ? { ...each, ended: how } : each)) };
}

/** The first answer that brought a card's codes keeps them, until they are handed over: after that they may have been purged, and are asked for anew. */
function withCodes(facts: OrderFacts, soldCardIds: readonly SoldCardId[], sealedId: string): ReadonlyMap<SoldCardId, string> {
  const codes = new Map(facts.sealedCodes);
  for (const id of soldCardIds) if (facts.handedOver || !codes.has(id)) codes.set(id, sealedId);
  return codes;
}
