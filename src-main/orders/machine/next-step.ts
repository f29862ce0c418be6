import type { Circumstances } from './circumstances.ts';
import { nextCall, type NextCall } from './next-call.ts';
import { stateOf, unjudged, verdictOf, wasNeverSent, type Order } from './order.ts';
import { askedLeftMs } from './pause.ts';
import type { OrderCall } from './verdict.ts';

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
 * How long to wait with a step that a person asks for, who gave `leftMs` for it: not for a pause of our own, but for
 * each that the service asked for; for an order that it accepted also for ours, where that fits into the time they
 * gave.
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
