import { sealedAs } from './machine.ts';
import type { Move } from './moves.ts';
import {
  choicesFor,
  doesWantedDecide,
  hourMs,
  isCancellable,
  isFinal,
  mayLeave,
  nextStep,
  stateOf,
  unjudged,
  unverified,
  verdictOf,
} from './under-proof.ts';
import { circumstancesOf, nowMs, type World } from './world.ts';

/** What must never be. Each law gives what is wrong with a world, or null. */
const laws = {
  'at most one sale for an operation id': soldTwice,
  'never two sales of what a person wanted once': boughtBeside,
  'no final state that the books contradict': contradicted,
  'no contradiction that the books do not have': accused,
  'what is unsettled has a next action or asks a person': stuck,
  'no code that was delivered is out of reach': outOfReach,
  'nothing is due sooner than the service asked': dueTooSoon,
} satisfies Readonly<Record<string, (world: World) => string | null>>;

/** When an order may be sent (design, "Wanted", "Copies and restores", laws 4 and 5). */
const sendingLaws = {
  'no answer lies unjudged when an order is sent': ({ kept }: World) => kept !== null,
  'restored or copied records send only what the service shows open': ({
    order: { readOnly, acknowledged, completed },
  }) => readOnly !== null && (!readOnly.shown || !acknowledged || completed !== null),
  'nothing is sent that is not wanted': ({ order: { acknowledged, wantedUntilMs }, ...world }) =>
    !acknowledged && nowMs({ ...world }) > wantedUntilMs,
  'after a refusal that followed an unknown only a read goes out': ({ order: { acknowledged, refusedAfterUnknown } }) =>
    !acknowledged && refusedAfterUnknown !== null,
  'an order goes out again as it was, unless the service holds it': ({ terms, books }) =>
    terms !== 'pinned' && books.holds === 'nothing',
} satisfies Readonly<Record<string, (world: World) => boolean>>;

const resendLaw = 'what a person has sent again can leave';
const pauseLaw = 'nothing leaves sooner than the service asked, unless a person says so';

export interface Violation {
  readonly law: string;
  readonly what: string;
}

/** The first law that a world breaks, or that was broken on the way to it. */
export function violationOf(before: World, { step, world }: Move): Violation | null {
  if (step.kind === 'sends' && step.call === 'createPartnerOrder')
    for (const [law, isBroken] of Object.entries(sendingLaws))
      if (isBroken(before)) return { law, what: 'a POST leaves' };
  if (step.kind === 'sends' && step.how === 'asAsked' && before.serviceMs < before.quietUntilMs)
    return { law: pauseLaw, what: `${Math.round((before.quietUntilMs - before.serviceMs) / 1000)} s too soon` };
  if (step.kind === 'person' && step.deed === 'resend') {
    const state = stateOf(world.order, nowMs(world));
    if (isFinal(state) || world.order.readOnly?.shown === false) return { law: resendLaw, what: state };
  }
  for (const [law, wrong] of Object.entries(laws)) {
    const what = wrong(world);
    if (what !== null) return { law, what };
  }
  return null;
}

/** What a person sends again, knowing that the service may have forgotten it, is wanted twice. */
function soldTwice({ books: { timesTaken }, wasResent }: World): string | null {
  return timesTaken > (wasResent ? 2 : 1) ? `taken ${timesTaken} times` : null;
}

/** The sale that was taken on again will be bought: this one must not be. A person's word stands for itself. */
function boughtBeside({ order: { notBought }, books: { holds }, isPlacedAgain, wasResent }: World): string | null {
  if (!isPlacedAgain || wasResent || notBought?.by === 'decision') return null;
  return holds === 'nothing' || holds === 'failed' ? null : `taken on again, and the service: ${holds}`;
}

/** The word of a person stands for itself. */
function contradicted(world: World): string | null {
  const { order, books } = world;
  const state = stateOf(order, nowMs(world));
  if (!isFinal(state) || order.acceptedAsBought !== null) return null;
  if (state === 'completed')
    return books.holds === 'sold' || books.soldBefore === 'sold' ? null : `completed, and the service: ${books.holds}`;
  if (state === 'notBought' && order.notBought?.by === 'decision') return null;
  return books.holds === 'nothing' || books.holds === 'failed' ? null : `${state}, and the service: ${books.holds}`;
}

function accused({ order, books }: World): string | null {
  const differs = order.completed?.differs ?? [];
  if (differs.length === 0 || books.soldBefore === 'soldOther') return null;
  return books.holds === 'sold' ? `differs: ${differs.join(', ')}` : null;
}

function stuck(world: World): string | null {
  const { order, underWay } = world;
  const now = nowMs(world);
  const state = stateOf(order, now);
  if (underWay !== null || (isFinal(state) && unjudged(order) === null)) return null;
  const circumstances = circumstancesOf(world);
  const next = nextStep(order, circumstances);
  if (next === null) {
    const asks = choicesFor(order, now).length > 0 || isCancellable(order, now) || doesWantedDecide(order, now);
    return asks ? null : `${state}, and nothing comes next`;
  }
  if (unjudged(order) === null && !mayLeave(order, next.call, 'now', circumstances))
    return `${state}, and the ${next.call} never leaves`;
  return next.atMs <= now + hourMs
    ? null
    : `${state}, and nothing for ${Math.round((next.atMs - now) / 60_000)} minutes`;
}

/** An answer that lies kept is judged at any time. */
function dueTooSoon(world: World): string | null {
  const { order, quietUntilMs, serviceMs, underWay } = world;
  if (serviceMs >= quietUntilMs || underWay !== null || unjudged(order) !== null) return null;
  const circumstances = circumstancesOf(world);
  const next = nextStep(order, circumstances);
  const soonerMs = next === null ? 0 : quietUntilMs - serviceMs - (next.atMs - circumstances.nowMs);
  return soonerMs <= 0 ? null : `${Math.round(soonerMs / 1000)} s too soon`;
}

/**
 * Every sealed answer with codes is known for its codes, waits to be judged or to be verified, or a person sees it. The
 * two cards that one id was sold as have one name here: either stands for both.
 */
function outOfReach(world: World): string | null {
  const { order, codesIn, books } = world;
  if (codesIn.length === 0 || (books.timesTaken > 1 && order.sealedCodes.size > 0)) return null;
  const reached = new Set(order.sealedCodes.values());
  const waiting = new Set(unverified(order).map(({ attempt }) => attempt));
  const lost = codesIn.find((attempt) => {
    const found = order.attempts.find((one) => one.attempt === attempt);
    const isAsked = found !== undefined && verdictOf(found)?.outcome === 'attention';
    const isNext = unjudged(order)?.attempt === attempt && nextStep(order, circumstancesOf(world)) !== null;
    return !reached.has(sealedAs(attempt).id) && !waiting.has(attempt) && !isAsked && !isNext;
  });
  return lost === undefined ? null : `those of ${lost}`;
}
