import { otherOperationId } from './names.ts';
import type { Known } from './step.ts';
import {
  decide,
  type Decision,
  readOnlySince,
  type IntendedOrder,
  type NewOrderEvent,
  type Order,
  orderAfter,
  type OrderCall,
  type OrderEvent,
  orderEvent,
  type OrderInput,
  type SettlingEvidence,
} from './under-proof.ts';
import {
  circumstancesOf,
  intentAt,
  knownServiceMs,
  nowMs,
  requestTerms,
  type Received,
  type Unread,
  type World,
} from './world.ts';

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
  const { pinned, profileHash } = requestTerms(world);
  const begun = recorded(world, [
    orderEvent(world.id, 'attempt-started', {
      attempt,
      call,
      url: call === 'createPartnerOrder' ? world.order.intent.pinned.url : `${pinned.deployment}/v1/orders/${world.id}`,
      headers: [],
      nonce: null,
      createdAtSeconds,
      expiresAtSeconds: createdAtSeconds + 60,
      keyId: pinned.keyId,
      profileHash,
    }),
  ]);
  return { ...begun, underWay: attempt };
}

/** The raw answer lies sealed: whatever it says was given to the counter. */
export function sealed(world: World, { attempt, hasCodes }: Unread): World {
  const kept = recorded(world, [
    orderEvent(world.id, 'answer-sealed', { attempt, sealed: sealedAs(attempt), bytes: 1, httpStatus: 200 }),
  ]);
  return { ...kept, codesIn: hasCodes ? [...kept.codesIn, attempt] : kept.codesIn };
}

/** How an answer comes to be judged: as it comes, when the process runs again, or after nobody could believe it. */
export type Reading = 'live' | 'kept' | 'again';

/** A sealed answer is judged. Straight from the wire, one that is bound to its request tells the time first. */
export function judged(before: World, received: Received, reading: Reading): World {
  const { answer, says } = received;
  const isVerified = answer.kind === 'verified';
  const world: World = {
    ...before,
    isTimeKnown: before.isTimeKnown || (isVerified && answer.isBound && reading === 'live'),
    restingUntilMs: Math.max(before.restingUntilMs, reading === 'live' ? restUntilMs(before, answer) : 0),
  };
  const named = isVerified ? answer.named : null;
  const otherIntent = named === otherOperationId ? intentAt(nowMs(world)) : null;
  const decision = verdictOn(world, received, reading === 'again', otherIntent);
  if (decision === null) return world;
  const suspected = decision.copyEvidence === undefined ? world : doubted(world, decision.copyEvidence);
  const done = recorded(suspected, decision.events);
  const reportsHeldOrder = says === 'open' || says === 'sold' || says === 'soldOther' || says === 'failed';
  return {
    ...done,
    quietUntilMs: Math.max(done.quietUntilMs, world.isTimeKnown ? quietUntilMs(world, received, reading) : 0),
    books: reportsHeldOrder && isVerified ? { ...done.books, isReported: true } : done.books,
  };
}

/** Some refusals let the whole counter rest. */
function restUntilMs({ serviceMs }: World, answer: Received['answer']): number {
  if (answer.kind !== 'verified' || answer.retryAfterMs === null) return 0;
  return answer.status === 429 || answer.status === 503 ? serviceMs + answer.retryAfterMs : 0;
}

/** What lay here for a while asked to wait when it was signed; any other counts from when it is read. */
function quietUntilMs({ serviceMs }: World, { answer, signedMs }: Received, reading: Reading): number {
  const askedMs = answer.kind === 'verified' ? answer.retryAfterMs : null;
  return askedMs === null ? 0 : (reading === 'again' ? signedMs : serviceMs) + askedMs;
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

/** An order that the service holds though it was never sent from here holds everything back that is pending. */
function doubted(world: World, evidence: NonNullable<Decision['copyEvidence']>): World {
  const doubtful = { ...world, isDoubted: true };
  return evidence === 'order_never_sent' ? readOnly(doubtful) : doubtful;
}

/** The records are found to be restored, or a copy. */
export function readOnly(world: World): World {
  return recorded(world, readOnlySince(world.id, world.order, (world.order.readOnly?.boundarySeq ?? 0) + 1));
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
    keyId: requestTerms(world).pinned.keyId,
    atSeconds: Math.floor(world.serviceMs / 1000),
  };
}

export function sealedAs(attempt: string) {
  return { id: `answer:${attempt}`, sha256: '' };
}
