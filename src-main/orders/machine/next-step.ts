import type { AttentionReason } from '../../../src-shared/contract/codes.ts';
import { usualCounts, type Circumstances, type Counts, type Terms } from './circumstances.ts';
import { bodyUnreadableReason, type IntendedOrder, type OrderCall, type Verdict } from './events.ts';
import {
  attentionOf,
  dueAtMs,
  everUnknown,
  isClockSetBack,
  isFinal,
  isReadOnly,
  isWanted,
  stateOf,
  unjudged,
  verdictOf,
  wasNeverSent,
  type Attempt,
  type Order,
} from './order.ts';

/** What to do next with an operation, and when (this computer's time). */
export interface NextCall {
  readonly call: OrderCall;
  readonly atMs: number;
}

/** Whether a pause that the service asked for counts: only a person may pass over it. */
export type Hurry = 'asAsked' | 'now';

/**
 * What comes next by itself, and when. An answer that lies kept is judged before anything is sent: it may be the one
 * that holds the codes.
 */
export function nextStep(order: Order, circumstances: Circumstances): NextCall | null {
  const { terms, nowMs, counts } = circumstances;
  const sealed = unjudged(order);
  if (sealed !== null) return { call: sealed.call, atMs: 0 };
  const coming = nextCall(order, terms, nowMs, counts);
  const askedMs = askedLeftMs(order, circumstances);
  return coming === null || askedMs === 0 ? coming : { ...coming, atMs: Math.max(coming.atMs, nowMs + askedMs) };
}

/**
 * What comes next where a person asks: where only they can go on, asking the service once more is safe and may be all
 * it takes.
 */
export function stepByHand(order: Order, circumstances: Circumstances): NextCall | null {
  const coming = nextStep(order, circumstances);
  if (coming !== null) return coming;
  return order.completed === null && stateOf(order, circumstances.nowMs) === 'attention'
    ? { call: 'getPartnerOrder', atMs: 0 }
    : null;
}

/** How long it is until a call is due; 0 where it is. */
export function dueInMs({ atMs }: Pick<NextCall, 'atMs'>, { nowMs }: Pick<Circumstances, 'nowMs'>): number {
  return Math.max(atMs - nowMs, 0);
}

/**
 * How long to wait before a step that a person asks for, who gave `leftMs` for it: through any pause that the service
 * asked for. A pause of our own counts only for an accepted order, and if it fits into that time.
 */
export function pauseByHandMs(
  order: Order,
  { atMs }: NextCall,
  { how, leftMs }: { readonly how: Hurry; readonly leftMs: number },
  circumstances: Circumstances,
): number {
  const pauseMs = dueInMs({ atMs }, circumstances);
  if (order.acknowledged && pauseMs < leftMs) return pauseMs;
  return how === 'now' || unjudged(order) !== null ? 0 : askedLeftMs(order, circumstances);
}

/**
 * Whether a call may leave, once its turn has come. A read changes nothing, so that it may go out at any time; an order
 * may only where all that is known by now still says so. Neither may where the service has asked for a pause meanwhile.
 */
export function mayLeave(
  order: Order,
  call: OrderCall,
  how: Hurry,
  { restingMs, terms, nowMs, counts }: Circumstances,
): boolean {
  if (how === 'asAsked' && restingMs > 0) return false;
  return (
    call === 'getPartnerOrder' || (unjudged(order) === null && nextCall(order, terms, nowMs, counts)?.call === call)
  );
}

/** What a call of the order is for, in the budget of requests. */
export function purposeOf(order: Order, call: OrderCall): 'sale' | 'settle' | 'resend' {
  if (call === 'getPartnerOrder') return 'settle';
  return wasNeverSent(order) ? 'sale' : 'resend';
}

/** Whether the latest answer is a read that came too late to count: where the clocks are apart each one does. */
export function isStaleRead({ attempts }: Order): boolean {
  const last = attempts.at(-1);
  const verdict = last === undefined ? null : verdictOf(last);
  return verdict?.outcome === 'unverified' && last?.call === 'getPartnerOrder' && verdict.reason === 'stale';
}

/**
 * How long the service still wants no call about an order, whoever asks: by its clock, which stays right while we run
 * even if this computer's clock is set, and by that of this computer. Neither counts if it was set back since. A pause
 * of the whole counter counts too.
 */
export function askedLeftMs(
  { asked }: Pick<Order, 'asked'>,
  { nowMs, serviceOffsetMs, restingMs }: Pick<Circumstances, 'nowMs' | 'serviceOffsetMs' | 'restingMs'>,
): number {
  if (asked === null) return restingMs;
  const sinceHereMs = nowMs - asked.heardAtMs;
  const sinceThereMs = nowMs + (serviceOffsetMs ?? 0) - (asked.untilMs - asked.waitMs);
  const passedMs = [sinceHereMs, sinceThereMs].filter((sinceMs) => !isClockSetBack(-sinceMs, 0));
  return Math.max(restingMs, 0, ...passedMs.map((sinceMs) => asked.waitMs - sinceMs));
}

/** Whether what is known beside the order counts now: after a read of an order that is being settled. */
export function needsEvidence(order: Order, call: OrderCall, nowMs: number): boolean {
  return call === 'getPartnerOrder' && isBeingSettled(order, nowMs);
}

/** What the service was seen to hold no "not found" can end. */
export function isBeingSettled(order: Order, nowMs: number): boolean {
  if (order.acknowledged) return false;
  const state = stateOf(order, nowMs);
  return state === 'settling' || (state === 'attention' && isOpenQuestion(order));
}

/**
 * The next call of an operation, or null where only a person can go on (design, states table and "Wanted"). Where a
 * resend would differ from what was pinned the order is read first, and sent again only after the service showed it on
 * these terms.
 */
export function nextCall(
  order: Order,
  terms: Terms | null,
  nowMs: number,
  counts: Counts = usualCounts,
): NextCall | null {
  const state = stateOf(order, nowMs);
  if (terms === null) return null;
  const differs = differsFromPinned(order, terms.pinned) && !shownOn(order, terms);
  const atMs = dueAtMs(order.retryAtMs, order.retrySetAtMs, nowMs);
  const read: NextCall = { call: 'getPartnerOrder', atMs };
  const place: NextCall = { call: 'createPartnerOrder', atMs };
  if (order.completed !== null) {
    if (order.keptBack) return null;
    if (state === 'completed' && awaitsFirstReport(order, counts) && !differs) return place;
    // What came is not what was meant: a person decides, and needs its codes all the same.
    return (state === 'completed' || state === 'attention') && lacksInvoice(order, counts) ? read : null;
  }
  if (isFinal(state)) return null;
  if (state === 'settling' || (order.thenRead && !isReadInVain(order, counts))) return read;
  if (state === 'attention') return isOpenQuestion(order) ? read : null;
  if (state === 'accepted') return isReadOnly(order) || differs ? read : place;
  if (!isWanted(order, nowMs)) return null;
  if (differs) return everUnknown(order) ? read : null;
  if (mayBeForgotten(order, terms, nowMs)) return read;
  return place;
}

/**
 * A read said that the order is completed, and its codes came with no answer to a POST yet: the next such answer may be
 * the first report, which alone carries them. Only reveals are left where the service refuses that again and again.
 */
function awaitsFirstReport(
  { attempts, readOnly, handedOver, sealedCodes, intent, attention }: Order,
  { reportRefusals }: Counts,
): boolean {
  if (attention === bodyUnreadableReason) return false;
  if (readOnly !== null || handedOver || sealedCodes.size >= intent.quantity) return false;
  if (attempts.some((one) => one.call === 'createPartnerOrder' && outcomeOf(one) === 'completed')) return false;
  const since = attempts.slice(attempts.findLastIndex((one) => outcomeOf(one) === 'completed') + 1);
  return since.filter((one) => reportRefused.some((outcome) => outcome === outcomeOf(one))).length < reportRefusals;
}

/**
 * Neither codes nor the invoice that they are revealed by came with the completion: the service may know it a little
 * later.
 */
function lacksInvoice(
  { completed, attempts, handedOver, sealedCodes, intent }: Order,
  { readsForInvoice }: Counts,
): boolean {
  if (completed === null || completed.invoiceId !== null || handedOver || sealedCodes.size >= intent.quantity)
    return false;
  const reads = attempts.filter((one) => one.call === 'getPartnerOrder' && outcomeOf(one) === 'completed');
  return reads.length < readsForInvoice;
}

const reportRefused: readonly Verdict['outcome'][] = ['nothing', 'attention'];

/** A due read is no use while no answer to a read can be verified; one to a POST may be. */
function isReadInVain({ attempts }: Order, { readsInVain }: Counts): boolean {
  const latest = attempts.slice(-readsInVain);
  return (
    latest.length === readsInVain &&
    latest.every(
      (one) => one.call === 'getPartnerOrder' && (one.progress.stage === 'lost' || outcomeOf(one) === 'unverified'),
    )
  );
}

/** A person may decide, but the service may also still say what became of the order: it is asked slowly. */
export function isOpenQuestion(order: Order): boolean {
  const asked = attentionOf(order);
  return openQuestions.some((reason) => reason === asked);
}

/** A refusal that decides nothing: the order can still be read, as soon as if its outcome were open. */
export function isAskedAfterRefusal({ attention }: Order): boolean {
  return refusalReasons.some((reason) => reason === attention);
}

const refusalReasons: readonly AttentionReason[] = ['refusal_not_bound', 'unexpected_refusal'];
const openQuestions: readonly AttentionReason[] = [
  ...refusalReasons,
  'fence_not_declared',
  'fence_other_terms',
  'fence_no_known_order',
  'fence_known_order_missing',
  'fence_dated_ahead',
  'records_restored',
  'not_found_not_bound',
  'no_word',
  bodyUnreadableReason,
];

/** The terms on which nothing differs: what comes next as far as the records of the order alone can say. */
export function ownTerms({ intent: { pinned } }: Order): Terms {
  return { pinned, profileHash: '', safeResendMs: null };
}

/** Where nobody said how long the service remembers an id, it is trusted with it for a day. */
const unsaidResendHours = 24;

/** For how long an order that was never acknowledged may be sent again; `saidHours` as the deployment says it. */
export function safeResendMsOf(saidHours: number | null): number {
  return (saidHours ?? unsaidResendHours) * 3_600_000;
}

/** A service that forgot the id would buy again: then only a person sends it (design, "Old unknowns"). */
function mayBeForgotten(order: Order, { safeResendMs }: Terms, nowMs: number): boolean {
  const first = order.attempts.find(
    ({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent',
  );
  if (safeResendMs === null || first === undefined || !everUnknown(order)) return false;
  const sinceMs = Math.max(first.startedAtMs, order.resendDecidedAtMs ?? 0);
  return nowMs > sinceMs + safeResendMs || isClockSetBack(sinceMs, nowMs);
}

/** Law 2: a resend that would not be byte for byte the same request may not be sent unless the service holds the id. */
function differsFromPinned({ intent: { pinned } }: Order, current: IntendedOrder['pinned']): boolean {
  return (
    pinned.deployment !== current.deployment ||
    pinned.url !== current.url ||
    pinned.contentType !== current.contentType ||
    pinned.idempotencyKey !== current.idempotencyKey ||
    pinned.keyId !== current.keyId
  );
}

/**
 * Whether a read on these very terms showed that the service holds the order. What is sent goes to the pinned address
 * in any case; where reads go to another one, each time it is read again first, so that it ends also where nobody
 * answers there.
 */
function shownOn({ attempts, intent }: Order, { pinned, profileHash }: Terms): boolean {
  const from =
    intent.pinned.url === pinned.url ? 0 : attempts.findLastIndex(({ call }) => call === 'createPartnerOrder') + 1;
  return attempts
    .slice(from)
    .some(
      (one) =>
        one.call === 'getPartnerOrder' &&
        one.keyId === pinned.keyId &&
        one.profileHash === profileHash &&
        shows.some((outcome) => outcome === outcomeOf(one)),
    );
}

const shows: readonly Verdict['outcome'][] = ['accepted', 'completed'];

function outcomeOf(attempt: Attempt): Verdict['outcome'] | null {
  return verdictOf(attempt)?.outcome ?? null;
}

/**
 * A resend that would differ, and a service that does not know the order: a person decides (design, "Pinned at
 * intent").
 */
export function mustAskForPinned(order: Order, { terms, nowMs }: Circumstances): boolean {
  const last = order.attempts.at(-1);
  const isNotFound = last !== undefined && verdictOf(last)?.outcome === 'notFound';
  const isDecided = isFinal(stateOf(order, nowMs)) || order.attention !== null;
  return terms !== null && !isDecided && isNotFound && differsFromPinned(order, terms.pinned);
}
