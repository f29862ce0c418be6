import { orderAfter } from '../../../src-main/orders/machine/apply.ts';
import { decide, heldBackBy, type Decision, type OrderInput } from '../../../src-main/orders/machine/decide.ts';
import {
  orderEvent,
  type IntendedOrder,
  type NewOrderEvent,
  type OrderEvent,
} from '../../../src-main/orders/machine/events.ts';
import type { Order } from '../../../src-main/orders/machine/order.ts';
import type { SettlingEvidence } from '../../../src-main/orders/machine/settling.ts';
import type { OrderCall } from '../../../src-main/orders/machine/verdict.ts';
import { deployment, keyId, otherOperationId, profileHash } from './names.ts';
import type { Known } from './step.ts';
import { circumstancesOf, intentAt, knownServiceMs, nowMs, type Received, type World } from './world.ts';

/** What the driver does around the machine: it records what happened, and what the machine says follows. */

/** The events are recorded now; what is filed under another order is not looked at here. */
export function recorded(world: World, events: readonly NewOrderEvent[]): World {
  const atMs = nowMs(world);
  const order = events
    .filter(({ subject }) => subject === world.id)
    .reduce<Order>((before, event) => orderAfter(before, eventAt(event, atMs)) ?? before, world.order);
  return order === world.order ? world : { ...world, order };
}

/** `orderEvent` made it, so that its body is that of its kind. */
function eventAt({ kind, body }: NewOrderEvent, atMs: number): OrderEvent {
  return { kind, atMs, body } as OrderEvent;
}

/** What the machine makes of an input; null where it refuses what a person asks. */
function decided(world: World, input: OrderInput): Decision | null {
  const decision = decide(world.id, world.order, input, circumstancesOf(world));
  return decision.ok ? decision.value : null;
}

export function after(world: World, input: OrderInput): World | null {
  const decision = decided(world, input);
  return decision === null ? null : recorded(world, decision.events);
}

/** A request is recorded, and leaves. */
export function started(world: World, attempt: string, call: OrderCall): World {
  const createdAtSeconds = Math.floor(knownServiceMs(world) / 1000);
  const begun = recorded(world, [
    orderEvent(world.id, 'attempt-started', {
      attempt,
      call,
      url: call === 'createPartnerOrder' ? world.order.intent.pinned.url : `${deployment}/v1/orders/${world.id}`,
      headers: [],
      nonce: null,
      createdAtSeconds,
      expiresAtSeconds: createdAtSeconds + 60,
      keyId,
      profileHash,
    }),
  ]);
  return { ...begun, underWay: attempt };
}

/** The raw answer lies sealed: whatever it says was given to the counter. */
export function sealed(world: World, { attempt, hasCodes }: Received): World {
  const kept = recorded(world, [
    orderEvent(world.id, 'answer-sealed', { attempt, sealed: sealedAs(attempt), bytes: 1, httpStatus: 200 }),
  ]);
  return { ...kept, codesIn: hasCodes ? [...kept.codesIn, attempt] : kept.codesIn };
}

/** A sealed answer is judged; `isAgain` where nobody could believe it before. */
export function judged(world: World, received: Received, isAgain: boolean): World {
  const { answer, says } = received;
  const named = answer.kind === 'believed' ? answer.named : null;
  const otherIntent = named === otherOperationId ? intentAt(nowMs(world)) : null;
  const decision = verdictOn(world, received, isAgain, otherIntent);
  if (decision === null) return world;
  const suspected = decision.copyEvidence === undefined ? world : doubted(world, decision.copyEvidence);
  const done = recorded(suspected, decision.events);
  const reportsOrder = says === 'open' || says === 'sold' || says === 'soldOther';
  return {
    ...done,
    isTimeKnown: world.isTimeKnown || answer.kind === 'believed',
    books: reportsOrder && answer.kind === 'believed' ? { ...done.books, isReported: true } : done.books,
  };
}

/** What follows from an answer, for the order that asked and for one that it names. */
export function verdictOn(
  world: World,
  { attempt, call, answer }: Received,
  isAgain: boolean,
  otherIntent: IntendedOrder | null,
): Decision | null {
  return decided(world, {
    kind: 'judged',
    attempt,
    call,
    sealed: sealedAs(attempt),
    httpStatus: 200,
    answer,
    otherIntent,
    isAgain,
  });
}

/**
 * An order that the service holds though it was never sent from here leaves everything that is pending to be only read.
 */
function doubted(world: World, evidence: NonNullable<Decision['copyEvidence']>): World {
  const doubtful = { ...world, isDoubted: true };
  return evidence === 'order_never_sent' ? heldBack(doubtful) : doubtful;
}

/** The records are found to be restored, or a copy. */
export function heldBack(world: World): World {
  return recorded(world, heldBackBy(world.id, world.order, (world.order.heldBack?.boundarySeq ?? 0) + 1));
}

/** What follows once an attempt is over; more than one thing where another order is read beside it. */
export function over(
  world: World,
  call: OrderCall,
): readonly { readonly world: World; readonly known: Known | null }[] {
  const evidence: SettlingEvidence | null =
    call === 'getPartnerOrder' ? { isCopySuspected: world.isDoubted, known: 'unread' } : null;
  const first = decided(world, { kind: 'attemptOver', evidence });
  if (evidence === null || first?.readsOther !== true)
    return [{ world: recorded(world, first?.events ?? []), known: null }];
  return (['found', 'missing', 'nothing', 'none'] as const).map((known) => {
    const second = decided(world, { kind: 'attemptOver', evidence: { ...evidence, known: readOf(world, known) } });
    return { world: recorded(world, second?.events ?? []), known };
  });
}

function readOf(world: World, known: Known): SettlingEvidence['known'] {
  if (known === 'none') return 'none';
  if (known === 'nothing') return null;
  return {
    operationId: otherOperationId,
    found: known === 'found',
    keyId,
    atSeconds: Math.floor(world.serviceMs / 1000),
  };
}

export function sealedAs(attempt: string) {
  return { id: `answer:${attempt}`, sha256: '' };
}
