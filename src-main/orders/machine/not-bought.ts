import type { AttentionReason } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import type { OrderEventBody } from './events.ts';
import { verdictOf, type Attempt, type Order } from './order.ts';

/**
 * What a proof rests on: the times that the deployment declares of itself, null if it declares none, and how far two
 * clocks may be apart, by the dates of answers and of requests.
 */
export interface NotBoughtTerms {
  readonly declared: { readonly maxRequestAgeSeconds: number; readonly visibleWithinSeconds: number } | null;
  readonly answerSkewSeconds: number;
  readonly requestSkewSeconds: number;
}

/**
 * A verified read that showed another order of ours, which the service was known to hold; `found` false where it did
 * not.
 */
export interface KnownRead {
  readonly operationId: OperationId;
  readonly found: boolean;
  readonly keyId: string;
  readonly atSeconds: number;
}

export interface NotBoughtInput {
  readonly order: Order;
  readonly terms: NotBoughtTerms;
  /** Where a read goes now, with which key, and by which profile. */
  readonly now: { readonly deployment: string; readonly keyId: string; readonly profileHash: string };
  /** The records may be an older copy, or one of two. */
  readonly restored: boolean;
  /** The latest of them; null where none was made yet, `none` where there is no order to read. */
  readonly known: KnownRead | 'none' | null;
}

export type NotBoughtFinding =
  /** A read proves nothing before this time of the service. */
  | { readonly kind: 'early'; readonly untilSeconds: number }
  | { readonly kind: 'readKnown' }
  | { readonly kind: 'holds'; readonly proof: OrderEventBody<'order-not-bought'> }
  | { readonly kind: 'broken'; readonly reason: AttentionReason };

/** How long to look before a person is asked, where the deployment gives no terms. */
const paceWithoutWord = { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 };

/**
 * Whether "not found" proves that nothing was bought (design, "Not-bought proof"): two reads that say so, signed later
 * than the last moment at which any attempt could still be taken and become readable, that long apart, with nothing
 * sent since, on the terms of every attempt, beside a read that shows another order. All of it, or a person decides.
 */
export function proveNotBought({ order, terms, now, restored, known }: NotBoughtInput): NotBoughtFinding {
  const pair = pairOf(order, terms);
  if ('untilSeconds' in pair) return { kind: 'early', untilSeconds: pair.untilSeconds };
  if (restored) return broken('records_restored');
  if (terms.declared === null) return broken('fence_not_declared');
  const reads = [pair.first, pair.second];
  // A request sent under another profile may have been taken and shown within other times than this one declares.
  const onOtherTerms =
    sentPosts(order).some(({ keyId, profileHash }) => keyId !== now.keyId || profileHash !== now.profileHash) ||
    order.intent.pinned.deployment !== now.deployment ||
    reads.some(({ keyId, url }) => keyId !== now.keyId || !url.startsWith(`${now.deployment}/`));
  if (onOtherTerms) return broken('fence_other_terms');
  if (known === 'none') return broken('fence_no_known_order');
  const notFoundAtSeconds: [number, number] = [signedAt(pair.first), signedAt(pair.second)];
  if (known === null || known.keyId !== now.keyId || known.atSeconds < notFoundAtSeconds[1])
    return { kind: 'readKnown' };
  if (!known.found) return broken('fence_known_order_missing');
  return {
    kind: 'holds',
    proof: {
      latestDeadlineSeconds: latestDeadline(order, terms),
      notFoundAtSeconds,
      knownOperationId: known.operationId,
      knownReadAtSeconds: known.atSeconds,
    },
  };
}

/**
 * The service's time from which the next read that does not find the order would prove more; null once two are enough.
 */
export function nextUsefulRead(order: Order, terms: NotBoughtTerms): number | null {
  const pair = pairOf(order, terms);
  return 'untilSeconds' in pair ? pair.untilSeconds : null;
}

/**
 * The service's time by which reads that do not find the order have proved it, or shown that a person must decide:
 * where the service answers, settling ends then. Null once two reads are enough.
 */
export function settledBySeconds(order: Order, terms: NotBoughtTerms): number | null {
  const pair = pairOf(order, terms);
  return 'untilSeconds' in pair ? pair.settledBySeconds : null;
}

type Pair =
  | { readonly first: Attempt; readonly second: Attempt }
  | { readonly untilSeconds: number; readonly settledBySeconds: number };

/** The first read that counts and the first one far enough behind it. */
function pairOf(order: Order, terms: NotBoughtTerms): Pair {
  const { visibleWithinSeconds } = terms.declared ?? paceWithoutWord;
  // The larger of the two tolerances: a proof may wait longer than it must, and never less.
  const skewSeconds = Math.max(terms.answerSkewSeconds, terms.requestSkewSeconds);
  const readableSeconds = latestDeadline(order, terms) + skewSeconds + visibleWithinSeconds;
  const counted = readsSinceLastPost(order)
    .filter((read) => verdictOf(read)?.outcome === 'notFound')
    .filter((read) => signedAt(read) > readableSeconds)
    .toSorted((a, b) => signedAt(a) - signedAt(b));
  const [first] = counted;
  // One answer that is served twice counts once: the two must be signed apart, however soon an order can be seen.
  const apartSeconds = Math.max(visibleWithinSeconds, 1);
  if (first === undefined)
    return { untilSeconds: readableSeconds + 1, settledBySeconds: readableSeconds + 1 + apartSeconds };
  const second = counted.find((read) => signedAt(read) >= signedAt(first) + apartSeconds);
  return second === undefined
    ? { untilSeconds: signedAt(first) + apartSeconds, settledBySeconds: signedAt(first) + apartSeconds }
    : { first, second };
}

/** The last moment, by the service's clock, at which it could still take a request of this order. */
function latestDeadline(order: Order, { declared }: NotBoughtTerms): number {
  const { maxRequestAgeSeconds } = declared ?? paceWithoutWord;
  return Math.max(
    0,
    ...sentPosts(order).map((post) => Math.max(latestDate(post) + maxRequestAgeSeconds, post.expiresAtSeconds)),
  );
}

/** A service may go by either of the two dates of a request. */
function latestDate({ createdAtSeconds, serviceDateSeconds }: Attempt): number {
  return Math.max(createdAtSeconds, serviceDateSeconds ?? createdAtSeconds);
}

/**
 * Whether an attempt carries a date so far ahead of the service's time that a proof would have to wait for that: the
 * clock was wrong.
 */
export function isDatedAhead(order: Order, serviceNowSeconds: number): boolean {
  return sentPosts(order).some((post) => latestDate(post) > serviceNowSeconds + worthWaitingSeconds);
}

const worthWaitingSeconds = 600;

/** Every attempt that may have reached the service, decided or not: more than the proof asks for, never less. */
function sentPosts({ attempts }: Order): readonly Attempt[] {
  return attempts.filter(({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent');
}

export function readsSinceLastPost({ attempts }: Order): readonly Attempt[] {
  const last = attempts.findLastIndex(
    ({ call, progress }) => call === 'createPartnerOrder' && progress.stage !== 'notSent',
  );
  return attempts.slice(last + 1).filter(({ call }) => call === 'getPartnerOrder');
}

function signedAt({ progress }: Attempt): number {
  return progress.stage === 'judged' ? (progress.answeredAtSeconds ?? 0) : 0;
}

function broken(reason: AttentionReason): NotBoughtFinding {
  return { kind: 'broken', reason };
}
