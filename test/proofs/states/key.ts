import { isInTime, word } from './books.ts';
import { classOfVerdict } from './classes.ts';
import { sealedAs } from './machine.ts';
import {
  type Attempt,
  choicesFor,
  conflictReason,
  isDatedAhead,
  isOpenQuestion,
  keptAnswerTo,
  nextUsefulRead,
  type Order,
  positionOf,
  readsSinceLastPost,
  settledBySeconds,
  unverified,
  verdictOf,
  type Verdict,
} from './under-proof.ts';
import {
  circumstancesOf,
  counts,
  nowMs,
  requestTerms,
  waitMs,
  type Delayed,
  type Unread,
  type World,
} from './world.ts';

/**
 * Two worlds of one key go on in the same ways: of a time counts what it is compared with, of the attempts what some
 * rule asks of them. Each world that is kept is a whole one, so that every path is one that the machine really takes;
 * that no state is lost by it a test shows, which explores a smaller space by `exactKey`.
 */
export function keyOf(world: World): string {
  const past = withoutUnderWay(world);
  return `${orderKey(past)}|${joined(worldParts, world)}`;
}

/** A list of texts that is joined afterwards takes twice as long, millions of times. */
function joined(parts: readonly Part[], world: World): string {
  let text = '';
  for (const part of parts) text += `${part(world)}|`;
  return text;
}

/** What is under way counts by itself: where it turns out not to have left, all is as it was before. */
function withoutUnderWay(world: World): World {
  const { underWay, order } = world;
  if (underWay === null) return world;
  return { ...world, order: { ...order, attempts: order.attempts.filter(({ attempt }) => attempt !== underWay) } };
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
  attempts: (world) =>
    `${world.order.acknowledged ? heldAttemptsKey(world.order) : openAttemptsKey(world)}${termsKey(world)}`,
  wantedUntilMs: (world) =>
    world.order.acknowledged
      ? ''
      : `${mayBeWanted(world.order) ? wantedKey(world) + forgottenKey(world) : firstSentKey(world)}${proofKey(world)}`,
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
  asked: askedKey,
  sealedCodes: ({ order }) => order.sealedCodes.size,
  closedAnswers: null,
  timesCodesOut: null,
  prints: null,
  filesSaved: null,
  handedOver: null,
  keptBack: null,
  replacedBy: null,
};

const orderParts = Object.values(orderMembers).filter((part) => part !== null);

const worldMembers: Readonly<Record<keyof World, Part | null>> = {
  id: null,
  order: null,
  books: ({ books, serviceMs }) =>
    books.holds === 'nothing'
      ? ''
      : `${books.holds}${books.timesTaken}${books.soldBefore ?? ''}${books.codes}` +
        (books.isReported ? 'reported' : takenKey(serviceMs - books.takenAtMs)),
  serviceMs: null,
  aheadMs: ({ aheadMs }) => flag(aheadMs > 0),
  isTimeKnown: ({ isTimeKnown, aheadMs }) => flag(isTimeKnown || aheadMs === 0),
  underWay: underWayKey,
  delayed: delayedKey,
  kept: (world) =>
    world.kept === null ? '' : `${unreadKey(world, world.kept, false)}${pendingKey(world, world.kept.attempt)}`,
  terms: ({ terms }) => terms,
  quietUntilMs: ({ quietUntilMs, serviceMs }) => inWaits(quietUntilMs - serviceMs),
  restingUntilMs: ({ restingUntilMs, serviceMs }) => inWaits(restingUntilMs - serviceMs),
  backup: backupKey,
  isDoubted: ({ isDoubted }) => flag(isDoubted),
  elsewhere: ({ elsewhere, books }) => (books.holds === 'nothing' ? (elsewhere ?? '') : ''),
  isPlacedAgain: ({ isPlacedAgain }) => flag(isPlacedAgain),
  wasResent: ({ wasResent }) => flag(wasResent),
  codesIn: ({ codesIn, order }) => codesIn.map((attempt) => reachKey(order, attempt)).join(),
  left: null,
};

const worldParts = Object.values(worldMembers).filter((part) => part !== null);

/** What the backup holds of the order, and of the answers that came. */
function backupKey(world: World): string {
  const { backup, codesIn, delayed, underWay } = world;
  if (backup === null) return '';
  const put: World = { ...world, order: backup, underWay: null };
  const sealed = codesIn.map((attempt) =>
    backup.attempts.some((one) => one.attempt === attempt && keptAnswerTo(one) !== null)
      ? reachKey(backup, attempt)
      : '',
  );
  return `[${orderKey(put)}${sealed.join()}${pendingKey(put, delayed?.attempt ?? underWay ?? '')}]`;
}

/** Four bits for each. */
export function leftOf({ left: { posts, reads, delays, upsets, deeds } }: World): number {
  return posts | (reads << 4) | (delays << 8) | (upsets << 12) | (deeds << 16);
}

function orderKey(world: World): string {
  return joined(orderParts, world);
}

/** Whether any attempt left, whether one is open beside those that may still end, and what the last reads came to. */
function openAttemptsKey({ order, delayed, kept }: World): string {
  const pending = [delayed?.attempt, kept?.attempt];
  const places = order.attempts.filter(({ call }) => call === 'createPartnerOrder');
  const sent = places.filter(({ progress }) => progress.stage !== 'notSent');
  const open = sent.some((one) => !pending.includes(one.attempt) && openOutcomes.includes(outcomeOf(one)));
  return `${Math.min(sent.length, 2)}${flag(open)}${vainKey(order)}${silenceKey(order)}${waitsKey(order)}`;
}

/** Where requests leave on other terms than before: whether the order was shown on these, and what rests on those. */
function termsKey(world: World): string {
  if (world.terms === 'pinned') return '';
  const { profileHash, pinned } = requestTerms(world);
  const { attempts } = world.order;
  const since =
    world.terms === 'otherAddress' ? attempts.findLastIndex(({ call }) => call === 'createPartnerOrder') + 1 : 0;
  const isShown = attempts
    .slice(since)
    .some(
      (one) =>
        one.call === 'getPartnerOrder' &&
        one.profileHash === profileHash &&
        ['accepted', 'completed'].includes(outcomeOf(one)),
    );
  const wasSent = attempts.some(
    (one) => one.call === 'createPartnerOrder' && one.progress.stage !== 'notSent' && one.profileHash !== profileHash,
  );
  const restsOnOther = countedReads(world).some(({ url }) => !url.startsWith(pinned.deployment));
  return `${flag(isShown)}${flag(wasSent)}${flag(restsOnOther)}`;
}

/** The reads that the proof counts: each moves alone what it waits for. */
function countedReads(world: World): readonly Attempt[] {
  const { notBoughtTerms } = circumstancesOf(world);
  const { order } = world;
  const reads = readsSinceLastPost(order);
  const usefulWith = (kept: readonly Attempt[]): number | null =>
    nextUsefulRead(
      { ...order, attempts: order.attempts.filter((one) => !reads.includes(one) || kept.includes(one)) },
      notBoughtTerms,
    );
  const without = usefulWith([]);
  return reads.filter((read) => usefulWith([read]) !== without);
}

/** Which of the two clocks says for how long that the service asked to wait. */
function askedKey({ order: { asked }, serviceMs }: World): string {
  if (asked === null) return '';
  return `${inWaits(asked.untilMs - serviceMs)}${inWaits(asked.heardAtMs + asked.waitMs - serviceMs)}`;
}

/** Whether it can still decide anything that it is wanted: a word of a person begins that anew. */
function mayBeWanted(order: Order): boolean {
  const { refusedCode, cancelled, notBought, acceptedAsBought } = order;
  const isOver = refusedCode !== null || cancelled || notBought !== null || acceptedAsBought !== null;
  return !isOver && order.attention === null && order.refusedAfterUnknown === null && order.readOnly === null;
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
  const refused = Math.min(refusals.length, counts.reportRefusals);
  const answered = Math.min(reads.length, counts.readsForInvoice);
  const counted = `${Math.min(sent.length, 2)}${flag(isReported)}${refused}${answered}`;
  return `${counted}${vainKey(order)}${waitsKey(order)}`;
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
  const answered = readsSinceLastPost(order).flatMap((read) => verdictOf(read) ?? []);
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

/** Where it will be judged, and its date by both clocks. */
function underWayKey({ underWay, order, serviceMs }: World): string {
  const open = order.attempts.find(({ attempt }) => attempt === underWay);
  if (open === undefined) return '';
  const { attempt, call, createdAtSeconds, startedAtMs } = open;
  const inTime = flag(isInTime(createdAtSeconds, serviceMs));
  const dates = `${inTime}${inWaits(createdAtSeconds * 1000 - serviceMs)}${inWaits(startedAtMs - serviceMs)}`;
  return `${call}${positionOf(order, attempt)}${dates}`;
}

/** An attempt whose answer may still come: where it would be judged, and what came after it. */
function pendingKey({ order, underWay }: World, attempt: string): string {
  const index = order.attempts.findIndex((each) => each.attempt === attempt);
  const one = order.attempts[index];
  if (one === undefined) return 'gone';
  const later = order.attempts.slice(index + 1);
  const isLatest = later.every(({ call }) => call !== 'createPartnerOrder');
  const since = later
    .filter((each) => each.attempt !== underWay && each.progress.stage !== 'notSent')
    .map((each) => (each.call === 'getPartnerOrder' ? outcomeOf(each) : 'POST'));
  return `${one.call}${positionOf(order, attempt)}${outcomeOf(one)}${flag(isLatest)}${since.join()}`;
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
  const sentMs = firstSentMs(world);
  if (sentMs === null) return '';
  const sinceMs = Math.max(sentMs, world.order.resendDecidedAtMs ?? 0);
  return `${flag(world.serviceMs > sinceMs + word.safeResendMs)}${inWaits(sinceMs - world.serviceMs)}`;
}

/** What stays of that where a word of a person begins it anew. */
function firstSentKey(world: World): number {
  return inWaits((firstSentMs(world) ?? 0) - world.serviceMs);
}

function firstSentMs({ order }: World): number | null {
  const first = order.attempts.find(
    ({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent',
  );
  return first?.startedAtMs ?? null;
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

function delayedKey(world: World): string {
  const { delayed, serviceMs } = world;
  if (delayed === null) return '';
  const pending = pendingKey(world, delayed.attempt);
  if (delayed.kind === 'request') return `request${arrivesIn(delayed, serviceMs)}${pending}`;
  return `${delayed.kind}${unreadKey(world, delayed, delayed.kind === 'unverified')}${pending}`;
}

/** When it was signed counts for "not found", and for how long one that is judged again asks to wait. */
function unreadKey(world: World, { says, hasCodes, signedMs }: Unread, isAgain: boolean): string {
  const waits = Math.round((world.serviceMs - signedMs) / waitMs);
  if (says !== 'notFound')
    return `${says}${flag(hasCodes)}${isAgain && (says === 'open' || says === 'nothing') ? Math.min(1, waits) : ''}`;
  const useful = nextUsefulRead(world.order, circumstancesOf(world).notBoughtTerms);
  return `${says}${Math.min(3, waits)}${flag(useful !== null && signedMs >= useful * 1000)}`;
}

/** After how many waits a request is in time; never again where it is over. */
function arrivesIn({ dateSeconds }: Extract<Delayed, { readonly kind: 'request' }>, serviceMs: number): number {
  return [0, 1, 2].find((count) => isInTime(dateSeconds, serviceMs + count * waitMs)) ?? -1;
}

function flag(isSo: boolean): string {
  return isSo ? '1' : '0';
}
