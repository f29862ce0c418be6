import type { AttentionReason } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { usualCounts, type Circumstances, type Counts } from './circumstances.ts';
import type { OrderEventBody, Verdict } from './events.ts';
import { isBeingSettled } from './next-step.ts';
import {
  isDatedAhead,
  proveNotBought,
  readsSinceLastPost,
  type KnownRead,
  type NotBoughtFinding,
} from './not-bought.ts';
import { verdictOf, type Order } from './order.ts';
import { isGate } from './refusal-table.ts';

/** What is known beside the order when its settling is looked at. */
export interface SettlingEvidence {
  /** These records may be an older copy, or one of two. */
  readonly isCopySuspected: boolean;
  /**
   * A read of another order of ours: `unread` where none was made yet, `none` where there is none to read, null where
   * it says nothing.
   */
  readonly known: KnownRead | 'unread' | 'none' | null;
}

export type Settled =
  | { readonly kind: 'open' }
  /** Another order of ours is to be read first. */
  | { readonly kind: 'readKnown' }
  | { readonly kind: 'notBought'; readonly proof: OrderEventBody<'order-not-bought'> }
  | { readonly kind: 'asksPerson'; readonly reason: AttentionReason };

/**
 * After a read of an order that is being settled: it is proved that nothing was bought, or that cannot be proved and a
 * person is asked, or it is too early for either. Settling always ends.
 */
export function settle(
  order: Order,
  { isCopySuspected, known }: SettlingEvidence,
  { nowMs, serviceNowMs, terms, notBoughtTerms, counts = usualCounts }: Circumstances,
): Settled {
  if (terms === null || !isBeingSettled(order, nowMs)) return { kind: 'open' };
  const {
    pinned: { deployment, keyId },
    profileHash,
  } = terms;
  const found = proveNotBought({
    order,
    terms: notBoughtTerms,
    now: { deployment, keyId, profileHash },
    restored: order.readOnly !== null || isCopySuspected,
    known: known === 'unread' ? null : known,
  });
  if (found.kind === 'readKnown' && known === 'unread') return found;
  if (found.kind === 'holds') return { kind: 'notBought', proof: found.proof };
  const reason = reasonToAsk(order, found, serviceNowMs, counts);
  return reason === null || order.attention === reason ? { kind: 'open' } : { kind: 'asksPerson', reason };
}

function reasonToAsk(
  order: Order,
  found: NotBoughtFinding,
  serviceNowMs: number,
  counts: Counts,
): AttentionReason | null {
  if (found.kind === 'broken') return found.reason;
  return found.kind === 'early' && isDatedAhead(order, serviceNowMs / 1000)
    ? 'fence_dated_ahead'
    : silenceIn(order, counts);
}

/** What the latest read of another order of ours showed of it; null where that read says nothing. */
export function knownReadOf(operationId: OperationId, { attempts }: Order): KnownRead | null {
  const last = attempts.findLast(({ call }) => call === 'getPartnerOrder');
  if (last?.progress.stage !== 'judged' || last.progress.answeredAtSeconds === null) return null;
  const { verdict, answeredAtSeconds } = last.progress;
  const found = verdict.outcome === 'completed' || verdict.outcome === 'accepted' || verdict.outcome === 'failed';
  return found || verdict.outcome === 'notFound'
    ? { operationId, found, keyId: last.keyId, atSeconds: answeredAtSeconds }
    : null;
}

/** Whether the service keeps answering without a word on the order. Lost answers count for nothing here. */
function silenceIn(order: Order, { gates, silentAnswers }: Counts): AttentionReason | null {
  const answered = readsSinceLastPost(order).flatMap((read) => verdictOf(read) ?? []);
  const heard = answered.findLastIndex(({ outcome }) => outcome !== 'nothing' && outcome !== 'unverified');
  const silent = answered.slice(heard + 1);
  const latest = silent.slice(-gates);
  const gated =
    latest.length === gates &&
    latest.every((verdict) => verdict.outcome === 'nothing' && verdict.code !== null && isGate(verdict.code));
  if (!gated && silent.length < silentAnswers) return null;
  return latest.every(isUnboundNotFound) ? 'not_found_not_bound' : 'no_word';
}

/** A "not found" bound to the read is evidence; this one is bound to nothing and may be about any order. */
function isUnboundNotFound(verdict: Verdict): boolean {
  return verdict.outcome === 'nothing' && verdict.code === 'resource_not_found';
}
