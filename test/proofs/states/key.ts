import { choicesFor } from '../../../src-main/orders/machine/choices.ts';
import { conflictReason, type Verdict } from '../../../src-main/orders/machine/events.ts';
import { isOpenQuestion } from '../../../src-main/orders/machine/next-step.ts';
import {
  isDatedAhead,
  nextUsefulRead,
  readsSinceLastPlace,
  settledBySeconds,
} from '../../../src-main/orders/machine/not-bought.ts';
import { positionOf, unverified, verdictOf, type Attempt, type Order } from '../../../src-main/orders/machine/order.ts';
import { isInTime, word } from './books.ts';
import { classOfVerdict } from './classes.ts';
import { sealedAs } from './machine.ts';
import { circumstancesOf, counts, nowMs, waitMs, type Delayed, type World } from './world.ts';

/**
 * Two worlds of one key go on in the same ways: of a time counts what it is compared with, of the attempts what some
 * rule asks of them. Each world that is kept is a whole one, so that every path is one that the machine really takes;
 * that no state is lost by it a test shows, which explores a smaller space by `exactKey`.
 */
export function keyOf(world: World): string {
  return parts.map((part) => part(world)).join('|');
}

/** The same with nothing merged but times that lie equally far from now. */
export function exactKey(world: World): string {
  return JSON.stringify(world, (_, value: unknown) => {
    if (value instanceof Map) return [...value];
    if (typeof value !== 'number') return value;
    if (value > 1e12) return `${relative(value - world.serviceMs)}ms`;
    return value > 1e9 ? `${relative(value * 1000 - world.serviceMs)}s` : value;
  });
}

function relative(ms: number): number {
  return Math.max(-4, Math.min(4, ms / waitMs));
}

type Part = (world: World) => string | number;

/** Every member of an order, so that the compiler asks about a new one. Null: nothing that is decided depends on it. */
const orderMembers: Readonly<Record<keyof Required<Order>, Part | null>> = {
  intent: null,
  intendedAtMs: null,
  updatedAtMs: null,
  attempts: ({ order }) => (order.acknowledged ? heldAttemptsKey(order) : openAttemptsKey(order)),
  wantedUntilMs: (world) => (world.order.acknowledged ? '' : wantedKey(world) + proofKey(world) + forgottenKey(world)),
  acknowledged: ({ order }) => flag(order.acknowledged),
  recoveryExhausted: null,
  completed: ({ order: { completed } }) =>
    completed === null ? '' : `${flag(completed.invoiceId !== null)}${flag(completed.differs.length > 0)}`,
  failed: ({ order }) => flag(order.failed),
  refusedCode: ({ order }) => flag(order.refusedCode !== null),
  refusedAfterUnknown: ({ order }) => flag(!order.acknowledged && order.refusedAfterUnknown !== null),
  gate: ({ order }) => (order.acknowledged ? '' : (order.gate?.outcome ?? '')),
  attention: attentionKey,
  attentionCode: null,
  cancelled: ({ order }) => flag(order.cancelled),
  notBought: ({ order: { notBought } }) => (notBought === null ? '' : `${notBought.by}${flag(notBought.thoughHeld)}`),
  acceptedAsBought: ({ order }) => order.acceptedAsBought?.join() ?? '-',
  readOnly: ({ order: { readOnly } }) => (readOnly === null ? '' : `${readOnly.boundarySeq}${flag(readOnly.shown)}`),
  resendDecidedAtMs: null,
  thenRead: ({ order }) => flag(order.thenRead),
  // A pause is looked at in each step; a request may leave before its end where a person wants it.
  retryAtMs: null,
  retrySetAtMs: null,
  asked: null,
  sealedCodes: ({ order }) => order.sealedCodes.size,
  closedAnswers: null,
  timesCodesOut: null,
  prints: null,
  handedOver: null,
  replacedBy: null,
};

const orderParts = Object.values(orderMembers).filter((part) => part !== null);

const worldMembers: Readonly<Record<keyof World, Part | null>> = {
  id: null,
  order: null,
  books: ({ books, serviceMs }) =>
    books.holds === 'nothing'
      ? ''
      : `${books.holds}${books.timesTaken}${books.codes}${books.isReported ? 'reported' : takenKey(serviceMs - books.takenAtMs)}`,
  serviceMs: null,
  aheadMs: ({ aheadMs }) => flag(aheadMs > 0),
  isTimeKnown: ({ isTimeKnown, aheadMs }) => flag(isTimeKnown || aheadMs === 0),
  underWay: ({ underWay, order }) => (underWay === null ? '' : pendingKey(order, underWay)),
  delayed: delayedKey,
  kept: ({ kept, order }) => (kept === null ? '' : `${kept.name}${pendingKey(order, kept.attempt)}`),
  backup: (world) => (world.backup === null ? '' : `[${orderKey({ ...world, order: world.backup })}]`),
  isDoubted: ({ isDoubted }) => flag(isDoubted),
  isElsewhere: ({ isElsewhere, books }) => flag(isElsewhere && books.holds === 'nothing'),
  isPlacedAgain: ({ isPlacedAgain }) => flag(isPlacedAgain),
  wasResent: ({ wasResent }) => flag(wasResent),
  codesIn: ({ codesIn, order }) => codesIn.map((attempt) => reachKey(order, attempt)).join(),
  left: ({ left }) => `${left.posts}${left.reads}${left.delays}${left.upsets}${left.deeds}`,
};

const parts = [...orderParts, ...Object.values(worldMembers).filter((part) => part !== null)];

function orderKey(world: World): string {
  return orderParts.map((part) => part(world)).join('|');
}

/** How many attempts left and are open, what the last reads came to, and how many in a row were in vain. */
function openAttemptsKey(order: Order): string {
  const places = order.attempts.filter(({ call }) => call === 'createPartnerOrder');
  const sent = places.filter(({ progress }) => progress.stage !== 'notSent');
  const open = sent.filter((attempt) => openOutcomes.includes(outcomeOf(attempt)));
  return `${sent.length}${open.length}${vainKey(order)}${silenceKey(order)}${waitsKey(order)}`;
}

/** Once the service is known to hold it: whether the first report came, and what was refused or shown since. */
function heldAttemptsKey(order: Order): string {
  const { attempts } = order;
  const sent = attempts.filter(({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent');
  const outcomes = attempts.map(outcomeOf);
  const isReported = attempts.some(
    ({ call }, index) => call === 'createPartnerOrder' && outcomes[index] === 'completed',
  );
  const refusals = outcomes
    .slice(outcomes.lastIndexOf('completed') + 1)
    .filter((outcome) => refusing.includes(outcome));
  const reads = attempts.filter(({ call }, index) => call === 'getPartnerOrder' && outcomes[index] === 'completed');
  return `${Math.min(sent.length, 2)}${flag(isReported)}${Math.min(refusals.length, counts.reportRefusals)}${Math.min(reads.length, counts.readsForInvoice)}${vainKey(order)}${waitsKey(order)}`;
}

type End = Verdict['outcome'] | 'open' | 'notSent' | 'sealed';

const openOutcomes: readonly End[] = ['open', 'sealed', 'unknown', 'unverified', 'settling', 'attention', 'nothing'];
const refusing: readonly End[] = ['nothing', 'attention'];

function outcomeOf({ progress }: Attempt): End {
  if (progress.stage === 'judged') return progress.verdict.outcome;
  return progress.stage === 'lost' ? 'open' : progress.stage;
}

function vainKey({ attempts }: Order): number {
  const fruitful = attempts.findLastIndex(
    (one) => one.call !== 'getPartnerOrder' || (one.progress.stage !== 'lost' && outcomeOf(one) !== 'unverified'),
  );
  return Math.min(attempts.length - 1 - fruitful, counts.readsInVain);
}

/** The answers to the last reads that said nothing of the order. */
function silenceKey(order: Order): string {
  const answered = readsSinceLastPlace(order).flatMap((read) => verdictOf(read) ?? []);
  const heard = answered.findLastIndex(({ outcome }) => outcome !== 'nothing' && outcome !== 'unverified');
  return answered
    .slice(heard + 1)
    .slice(-counts.silentAnswers)
    .map((verdict) => {
      const plain = classOfVerdict(verdict);
      return 'code' in plain ? (plain.code ?? 'other') : plain.outcome;
    })
    .join();
}

/** Whether an answer lies sealed and is not judged yet. */
function waitsKey({ attempts }: Order): string {
  return flag(attempts.some(({ progress }) => progress.stage === 'sealed'));
}

/** An attempt whose answer may still come: where it would be judged, and whether it was the last that was sent. */
function pendingKey(order: Order, attempt: string): string {
  const one = order.attempts.find((each) => each.attempt === attempt);
  if (one === undefined) return 'gone';
  const latest = order.attempts.findLast(({ call }) => call === one.call);
  const since = order.attempts
    .slice(order.attempts.indexOf(one))
    .filter(({ call }) => call === 'createPartnerOrder').length;
  return `${one.call}${positionOf(order, attempt)}${outcomeOf(one)}${flag(latest === one)}${since}`;
}

function reachKey(order: Order, attempt: string): string {
  const isKnown = [...order.sealedCodes.values()].includes(sealedAs(attempt).id);
  const isWaiting = unverified(order).some((one) => one.attempt === attempt);
  const found = order.attempts.find((one) => one.attempt === attempt);
  return isKnown ? 'known' : isWaiting ? 'waiting' : found === undefined ? 'open' : outcomeOf(found);
}

/** Reasons that leave a person the same choices, and the machine the same next call, are alike. */
function attentionKey(world: World): string {
  const { order } = world;
  if (order.attention === null) return '';
  const isConflict = order.attention === conflictReason;
  return `${choicesFor(order, nowMs(world)).join()}${flag(isOpenQuestion(order))}${flag(isConflict)}`;
}

/** How far the proof that nothing was bought has come: when the next read is of use, and how many more it takes. */
function proofKey(world: World): string {
  const { notBoughtTerms, serviceNowMs } = circumstancesOf(world);
  const useful = nextUsefulRead(world.order, notBoughtTerms);
  if (useful === null) return '!';
  const more = (settledBySeconds(world.order, notBoughtTerms) ?? useful) - useful;
  return `~${inWaits(useful * 1000 - world.serviceMs)},${more}${flag(isDatedAhead(world.order, serviceNowMs / 1000))}`;
}

/** Whether the service may have forgotten the id by this machine's clock. */
function forgottenKey(world: World): string {
  const first = world.order.attempts.find(
    ({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent',
  );
  if (first === undefined) return '';
  const sinceMs = Math.max(first.startedAtMs, world.order.resendDecidedAtMs ?? 0);
  return `${flag(world.serviceMs > sinceMs + word.safeResendMs)}${inWaits(sinceMs - world.serviceMs)}`;
}

/** By the right clock and in waits, so that it holds before the clock is put right and after. */
function wantedKey({ order: { wantedUntilMs, updatedAtMs }, serviceMs }: World): string {
  return `${inWaits(wantedUntilMs - serviceMs)}${inWaits(updatedAtMs - serviceMs)}`;
}

function inWaits(ms: number): number {
  return Math.max(0, Math.min(4, Math.ceil(ms / waitMs)));
}

function takenKey(sinceMs: number): string {
  return sinceMs > word.safeResendMs ? 'long' : sinceMs > word.visibleWithinSeconds * 1000 ? 'seen' : 'new';
}

function delayedKey({ delayed, order, serviceMs }: World): string {
  if (delayed === null) return '';
  const waits = delayed.kind === 'request' ? arrivesIn(delayed, serviceMs) : signedBefore(delayed, serviceMs);
  const name = delayed.kind === 'request' ? '' : delayed.name;
  return `${delayed.kind}${name}${waits}${pendingKey(order, delayed.attempt)}`;
}

/** After how many waits a request is in time; never again where it is over. */
function arrivesIn({ dateSeconds }: Extract<Delayed, { readonly kind: 'request' }>, serviceMs: number): number {
  return [0, 1, 2].find((count) => isInTime(dateSeconds, serviceMs + count * waitMs)) ?? -1;
}

/** Only "not found" depends on when it was signed. */
function signedBefore({ answer, says }: Exclude<Delayed, { readonly kind: 'request' }>, serviceMs: number): number {
  const signedSeconds = answer.kind === 'verified' ? (answer.createdAtSeconds ?? 0) : 0;
  return says === 'notFound' ? Math.min(3, Math.round((serviceMs / 1000 - signedSeconds) / (waitMs / 1000))) : 0;
}

function flag(isSo: boolean): string {
  return isSo ? '1' : '0';
}
