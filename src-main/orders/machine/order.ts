import { finalStates, type AttentionReason, type OrderState } from '../../../src-shared/contract/codes.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import type { IntendedOrder, OrderCall, SealedReference, Verdict } from './events.ts';
import type { Position } from './refusal-table.ts';

/** One request of an order, and what became of it. */
export interface Attempt {
  readonly attempt: string;
  readonly call: OrderCall;
  readonly startedAtMs: number;
  /** Where it went, and the key and the profile that it went out with. */
  readonly url: string;
  readonly keyId: string;
  readonly profileHash: string;
  readonly createdAtSeconds: number;
  /** Its `X-Service-Date`, rounded up; null where it had none that can be read. */
  readonly serviceDateSeconds: number | null;
  readonly expiresAtSeconds: number;
  readonly progress: AttemptProgress;
}

/** What became of an attempt: each stage holds what is known at it. */
export type AttemptProgress =
  /** Nothing is recorded, so that its outcome is open. */
  | { readonly stage: 'open' }
  /** No byte of it left this computer. */
  | { readonly stage: 'notSent' }
  | { readonly stage: 'lost' }
  /** Its answer is kept and not judged yet. */
  | { readonly stage: 'sealed'; readonly kept: SealedAnswer }
  | {
      readonly stage: 'judged';
      readonly verdict: Verdict;
      /** Null where the bytes were not kept, because they could not be verified. */
      readonly kept: SealedAnswer | null;
      readonly httpStatus: number;
      readonly requestId: string | null;
      /** When the service signed the verified answer, by its own clock. */
      readonly answeredAtSeconds: number | null;
    };

/** A raw answer that lies sealed. */
export interface SealedAnswer {
  readonly sealed: SealedReference;
  readonly bytes: number;
  readonly httpStatus: number;
}

export interface Completion {
  readonly invoiceId: string | null;
  readonly differs: readonly string[];
  readonly replayed: boolean;
  /** When, by the service's word. */
  readonly completedAt: string | null;
}

/** One receipt that was sent to a printer. `ended` null: nobody has said yet what became of it. */
export interface Print {
  readonly print: string;
  readonly withCodes: boolean;
  readonly ended: 'printed' | 'notPrinted' | 'failed' | null;
}

/** Everything the events of one operation say, as of the last of them. */
export interface Order {
  readonly intent: IntendedOrder;
  readonly intendedAtMs: number;
  readonly updatedAtMs: number;
  readonly attempts: readonly Attempt[];
  readonly wantedUntilMs: number;
  /** Verified evidence that the service holds the id; `recoveryExhausted` is its latest word. */
  readonly acknowledged: boolean;
  readonly recoveryExhausted: boolean;
  readonly completed: Completion | null;
  readonly failed: boolean;
  readonly refusedCode: string | null;
  /** A refusal came after an unknown: only a read may go out (law 5). */
  readonly refusedAfterUnknown: string | null;
  readonly gate: { readonly outcome: 'blocked' | 'waiting'; readonly code: string } | null;
  readonly attention: AttentionReason | null;
  /** The latest refusal that called for attention, also where another reason came after it. */
  readonly attentionCode: string | null;
  readonly cancelled: boolean;
  /** Proved or decided by a person, and whether the service held the id all the same. */
  readonly notBought: { readonly by: 'proof' | 'decision'; readonly thoughHeld: boolean } | null;
  /** The contradictions that a person counted it as bought in spite of; null where nobody decided so. */
  readonly acceptedAsBought: readonly AttentionReason[] | null;
  /**
   * The records were restored or copied since the intent; `shown`: the service has shown since that it holds the order.
   */
  readonly readOnly: { readonly boundarySeq: number; readonly shown: boolean } | null;
  /** When a person last said to send it again. */
  readonly resendDecidedAtMs: number | null;
  readonly thenRead: boolean;
  readonly retryAtMs: number;
  /** When that was written down, by this computer's clock. */
  readonly retrySetAtMs: number;
  /**
   * Until when the service asked us to wait, by its clock, how long that was, and when we heard of it by ours; the
   * latest of all that it asked.
   */
  readonly asked: { readonly untilMs: number; readonly waitMs: number; readonly heardAtMs: number } | null;
  /** Which sealed answer holds the codes of which cards. */
  readonly sealedCodes: ReadonlyMap<SoldCardId, string>;
  /** Those of them that were found not to open any more. */
  readonly closedAnswers?: ReadonlySet<string>;
  /** How often any of them were shown, copied or printed. */
  readonly timesCodesOut: number;
  readonly prints: readonly Print[];
  /** How many files for a company hold its codes, of those whose password came out. */
  readonly filesSaved: number;
  readonly handedOver: boolean;
  /** The money went back before the hand-over: nobody gets its codes without a manager's word. */
  readonly keptBack: boolean;
  /** The new try that was made instead of this one, the latest of them. */
  readonly replacedBy: OperationId | null;
}

/** The state of the design's table. Only lapsing of `wantedUntil` depends on `nowMs`, this computer's time. */
export function stateOf(order: Order, nowMs: number): OrderState {
  if (contradictionIn(order) !== null) return 'attention';
  if (order.acceptedAsBought !== null || order.completed !== null) return 'completed';
  if (order.failed) return 'failed';
  if (order.notBought !== null && (!order.acknowledged || order.notBought.thoughHeld)) return 'notBought';
  if (order.attention !== null) return 'attention';
  if (order.acknowledged) return 'accepted';
  if (order.cancelled) return 'cancelled';
  if (order.refusedCode !== null) return 'refused';
  if (order.refusedAfterUnknown !== null || order.readOnly !== null) return 'settling';
  if (everUnknown(order)) {
    if (!isWanted(order, nowMs)) return 'settling';
    return order.gate?.outcome === 'blocked' ? 'blocked' : 'unknown';
  }
  return order.gate?.outcome ?? 'intended';
}

/** Why an order that was bought, or counts as bought, needs a person all the same. */
function contradictionIn(order: Order): AttentionReason | null {
  return contradictionsIn(order).find((reason) => order.acceptedAsBought?.includes(reason) !== true) ?? null;
}

/**
 * What does not fit together, the weightiest first. Whoever heard that an order is over hears of it when it is not
 * so.
 */
export function contradictionsIn({
  completed,
  failed,
  notBought,
  cancelled,
  refusedCode,
  acceptedAsBought,
}: Order): readonly AttentionReason[] {
  if (completed === null) return failed && acceptedAsBought !== null ? ['failed_after_all'] : [];
  return [
    ...(failed ? ['completed_and_failed' as const] : []),
    ...(notBought !== null || cancelled || refusedCode !== null ? ['bought_after_all' as const] : []),
    ...(completed.differs.length > 0 ? ['differs' as const] : []),
  ];
}

/** Why an order in `attention` is there. */
export function attentionOf(order: Order): AttentionReason | null {
  return contradictionIn(order) ?? order.attention;
}

export function isFinal(state: OrderState): boolean {
  return finalStates.includes(state);
}

/** Whether any attempt to place the order has no verified, decided outcome: what it did is not known. */
export function everUnknown(order: Order): boolean {
  return order.attempts.some((attempt) => attempt.call === 'createPartnerOrder' && isOpen(attempt));
}

/** Whether nothing of the order has left this computer yet. */
export function wasNeverSent({ attempts }: Order): boolean {
  return attempts.every(({ call, progress }) => call === 'getPartnerOrder' || progress.stage === 'notSent');
}

/** The oldest attempt whose answer was kept and never judged: the process ended between the two. */
export function unjudged(order: Order): KeptAttempt | null {
  for (const { attempt, call, progress } of order.attempts) {
    if (progress.stage === 'sealed') return { attempt, call, kept: progress.kept };
  }
  return null;
}

/** Attempts whose answer lies sealed, unverified so far. One that decided about another subject stays that one's. */
export function unverified(order: Order): readonly UnverifiedAttempt[] {
  return order.attempts.flatMap(({ attempt, call, progress }) => {
    if (progress.stage !== 'judged' || progress.kept === null || progress.verdict.outcome !== 'unverified') return [];
    const { kept, verdict } = progress;
    return verdict.reason === 'another_answer_reused' ? [] : [{ attempt, call, kept, reason: verdict.reason }];
  });
}

/** An attempt whose answer lies sealed. */
export interface KeptAttempt extends Pick<Attempt, 'attempt' | 'call'> {
  readonly kept: SealedAnswer;
}

/** An attempt whose answer lies sealed and could not be verified so far. */
export interface UnverifiedAttempt extends KeptAttempt {
  readonly reason: string;
}

/** The raw answer to an attempt, where it lies sealed. */
export function keptAnswerTo({ progress }: Attempt): SealedAnswer | null {
  return 'kept' in progress ? progress.kept : null;
}

/** What the answer to an attempt means; null while none was judged. */
export function verdictOf({ progress }: Attempt): Verdict | null {
  return progress.stage === 'judged' ? progress.verdict : null;
}

/** Where the refusal table stands for the answer to attempt `current`. */
export function positionOf(order: Order, current: string): Position {
  if (order.acknowledged || order.completed !== null || order.failed) return 'afterAccepted';
  const others = { ...order, attempts: order.attempts.filter(({ attempt }) => attempt !== current) };
  // Of records that were restored or copied another copy may have sent it.
  return everUnknown(others) || order.readOnly !== null ? 'afterUnknown' : 'first';
}

/** Whether nothing may be sent from these records until the service shows the order. */
export function isReadOnly({ readOnly }: Order): boolean {
  return readOnly !== null && !readOnly.shown;
}

/** Bought, with codes that nobody handed over yet and that are not kept back. */
export function hasCodesWaiting(order: Order, nowMs: number): boolean {
  return stateOf(order, nowMs) === 'completed' && order.completed !== null && !order.handedOver && !order.keptBack;
}

/** True while the order may still be sent only if the customer wants it. */
export function doesWantedDecide(order: Order, nowMs: number): boolean {
  const state = stateOf(order, nowMs);
  if (state === 'settling') return order.readOnly === null && order.refusedAfterUnknown === null;
  return sentWhileWanted.has(state);
}

/** In these a sale goes out again while it is wanted, and is only asked about afterwards. */
export const sentWhileWanted: ReadonlySet<string> = new Set<OrderState>(['intended', 'unknown', 'blocked', 'waiting']);

/** Cancelling is safe only while it is proved that nothing was bought and nothing is under way. */
export function isCancellable(order: Order, nowMs: number): boolean {
  const state = stateOf(order, nowMs);
  return (state === 'intended' || state === 'blocked' || state === 'waiting') && !everUnknown(order);
}

function isOpen({ progress }: Attempt): boolean {
  return progress.stage === 'judged' ? openOutcomes.includes(progress.verdict.outcome) : progress.stage !== 'notSent';
}

/** A refusal that leaves them may be bound to nothing, and so have been given to another request. */
const openOutcomes: readonly Verdict['outcome'][] = ['unknown', 'unverified', 'settling', 'attention', 'nothing'];

/** Prints of which paper may have come out: what was not drawn, or a person cancelled, is none. */
export function printsOut({ prints }: Pick<Order, 'prints'>): number {
  return prints.filter(({ ended }) => ended !== 'failed').length;
}

/**
 * This computer's clock may be set back. What was written down as a time then lies too far off: a sale would stay
 * wanted for days and an order would wait as long. Records from a later time than now show it, and so does more time
 * left than was given.
 */

/** Clocks are corrected by less than this all the time. */
const toleranceMs = 60_000;

/** Whether something was recorded later than it is now. */
export function isClockSetBack(recordedAtMs: number, nowMs: number): boolean {
  return recordedAtMs > nowMs + toleranceMs;
}

/** How long a sale is wanted before a person must say so again: the customer may have left. */
export const wantedForMs = 10 * 60_000;

/** Whether the sale is wanted still. Where the clock cannot tell it is not: only a person knows. */
export function isWanted(
  { wantedUntilMs, updatedAtMs }: Pick<Order, 'wantedUntilMs' | 'updatedAtMs'>,
  nowMs: number,
): boolean {
  return (
    nowMs <= wantedUntilMs && wantedUntilMs - nowMs <= wantedForMs + toleranceMs && !isClockSetBack(updatedAtMs, nowMs)
  );
}

/** Whether a sale whose latest event was recorded then can still be wanted: whoever says so says it for so long. */
export function mayBeWanted(updatedAtMs: number, nowMs: number): boolean {
  return nowMs <= updatedAtMs + wantedForMs + toleranceMs;
}

/** When a schedule says to go on: at once if the clock was set back since. A long pause alone shows nothing. */
export function dueAtMs(scheduledAtMs: number, recordedAtMs: number, nowMs: number): number {
  return isClockSetBack(recordedAtMs, nowMs) ? 0 : scheduledAtMs;
}
