import type { OperationId } from '../../../src-main/core/ids.ts';
import { word, type Books, type Says } from './books.ts';
import {
  amount,
  cardId,
  deployment,
  keyId,
  operationId,
  otherDeployment,
  otherProfileHash,
  profileHash,
  walletId,
} from './names.ts';
import {
  type Circumstances,
  type Counts,
  type IntendedOrder,
  type Order,
  type OrderAnswer,
  type OrderCall,
  type Terms,
  wantedForMs,
} from './under-proof.ts';

/**
 * Everything that decides what can happen next: one order as the counter has it, the service, and what is on its way.
 */
export interface World {
  readonly id: OperationId;
  readonly order: Order;
  readonly books: Books;
  /** The service's time, and how far this machine's clock is ahead of it. */
  readonly serviceMs: number;
  readonly aheadMs: number;
  /** Whether the counter has learned how far that is. */
  readonly isTimeKnown: boolean;
  /** The attempt that waits for its answer. */
  readonly underWay: string | null;
  readonly delayed: Delayed | null;
  /** An answer that was sealed when the process ended, and not judged yet. */
  readonly kept: Unread | null;
  /** On what terms requests leave: as they were pinned with the intent, or not. */
  readonly terms: TermsInUse;
  /** Until when the service asked to be left alone with the order, by its own clock, as far as the counter heard. */
  readonly quietUntilMs: number;
  /** Until when the whole counter leaves the service alone; nobody knows that any more once the process has ended. */
  readonly restingUntilMs: number;
  /** The records as they were when somebody made a backup of them. */
  readonly backup: Order | null;
  /** An answer has shown what another copy of the records would explain. */
  readonly isDoubted: boolean;
  /** Another copy of the records may still send the order, by itself or because a person there says so. */
  readonly elsewhere: 'byItself' | 'byPerson' | null;
  /** The same sale was taken on once more beside this order, or in its place. */
  readonly isPlacedAgain: boolean;
  /** A person said to send it again, knowing the risk. */
  readonly wasResent: boolean;
  /** Attempts whose sealed answers hold codes. */
  readonly codesIn: readonly string[];
  readonly left: Left;
}

/** How much more may happen. */
export interface Left {
  readonly posts: number;
  readonly reads: number;
  /** Deliveries that are late: on the wire, or since they cannot be verified yet. */
  readonly delays: number;
  /** A kill, a restore, a copy or other terms. */
  readonly upsets: number;
  /** What a person does. */
  readonly deeds: number;
}

/**
 * The pinned ones; another form of the request, or a key besides; or another address, where reads go to that one. What
 * else may change counts as one of these does.
 */
export type TermsInUse = 'pinned' | 'otherForm' | 'otherAddress';

/** An answer to an attempt that nobody has read yet: any that says this of the books, and holds codes or none. */
export interface Unread {
  readonly attempt: string;
  readonly call: OrderCall;
  readonly says: Says;
  readonly hasCodes: boolean;
  /** When the service signed it. */
  readonly signedMs: number;
}

/** An answer as it is read. */
export interface Received extends Unread {
  readonly answer: OrderAnswer;
}

export type Delayed =
  | { readonly kind: 'request'; readonly attempt: string; readonly dateSeconds: number }
  /** `disbelieved`: it lies sealed, and can be believed when it arrives. */
  | ({ readonly kind: 'answer' | 'disbelieved' } & Unread);

export const startMs = 1_800_000_000_000;
/** So long nothing happens: nobody wants the sale by then, requests are over, and reads are far enough apart. */
export const waitMs = 11 * 60_000;
/** A clock that is so far ahead dates requests for a moment that comes after two waits. */
export const aheadMs = 2 * waitMs;
export const dayMs = 25 * 3_600_000;

/** Counts of the product that only make it go on longer. */
export const counts: Counts = { readsForInvoice: 2, reportRefusals: 2, readsInVain: 2, gates: 2, silentAnswers: 2 };

function pinnedFor(id: OperationId): IntendedOrder['pinned'] {
  return {
    deployment,
    url: `${deployment}/v1/wallets/${walletId}/orders`,
    contentType: 'application/json',
    idempotencyKey: id,
    keyId,
  };
}

export function nowMs({ serviceMs, aheadMs: ahead }: Pick<World, 'serviceMs' | 'aheadMs'>): number {
  return serviceMs + ahead;
}

/** The service's time as far as the counter knows it: requests are dated by that. */
export function knownServiceMs(world: Pick<World, 'serviceMs' | 'aheadMs' | 'isTimeKnown'>): number {
  return world.isTimeKnown ? world.serviceMs : nowMs(world);
}

/** Where requests go, and on what terms they leave. */
export function requestTerms({ order: { intent }, terms }: Pick<World, 'order' | 'terms'>): Terms {
  const safeResendMs = word.safeResendMs;
  switch (terms) {
    case 'pinned':
      return { pinned: intent.pinned, profileHash, safeResendMs };
    case 'otherForm':
      return {
        pinned: { ...intent.pinned, idempotencyKey: `"${intent.pinned.idempotencyKey}"` },
        profileHash: otherProfileHash,
        safeResendMs,
      };
    case 'otherAddress':
      return {
        pinned: {
          ...intent.pinned,
          deployment: otherDeployment,
          url: intent.pinned.url.replace(deployment, otherDeployment),
        },
        profileHash: otherProfileHash,
        safeResendMs,
      };
  }
}

export function circumstancesOf(world: World): Circumstances {
  return {
    nowMs: nowMs(world),
    serviceNowMs: knownServiceMs(world),
    serviceOffsetMs: world.isTimeKnown ? -world.aheadMs : null,
    restingMs: Math.max(0, world.restingUntilMs - world.serviceMs),
    jitter: 0,
    terms: requestTerms(world),
    notBoughtTerms: { declared: word, answerSkewSeconds: word.maxSkewSeconds, requestSkewSeconds: word.maxSkewSeconds },
    counts,
  };
}

/** What is bought: one card. */
export function intentAt(atMs: number, id = operationId, card = cardId): IntendedOrder {
  return {
    walletId,
    cardId: card,
    quantity: 1,
    unitPrice: amount,
    total: { amount, currency: 'KWD' },
    useAllowedDebt: false,
    externalReference: null,
    cardName: null,
    body: '{}',
    pinned: pinnedFor(id),
    wantedUntilMs: atMs + wantedForMs,
    replaces: null,
  };
}
