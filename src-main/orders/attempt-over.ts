import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import type { Result } from '../core/result.ts';
import type { EngineContext } from './context.ts';
import { isCopySuspected } from './custody.ts';
import { happened } from './happened.ts';
import { decide } from './machine/decide.ts';
import type { KnownRead } from './machine/not-bought.ts';
import type { Order } from './machine/order.ts';
import { isBeingSettled, type SettlingEvidence } from './machine/settling.ts';
import type { OrderCall } from './machine/verdict.ts';
import { circumstancesOf } from './terms.ts';

/** Reads another order of ours once, to compare with. */
export type ReadKnown = (operationId: OperationId) => Promise<Result<Order, Failure>>;

/**
 * What follows from an attempt that is over; where the machine wants another order of ours read first, that is done.
 */
export async function attemptOver(
  context: EngineContext,
  operationId: OperationId,
  order: Order,
  call: OrderCall,
  readKnown: ReadKnown,
): Promise<Result<Order, Failure>> {
  const { session, journal } = context;
  if (call !== 'getPartnerOrder' || !isBeingSettled(order, session.clock.nowMs()))
    return happened(context, operationId, { kind: 'attemptOver', evidence: null });
  const unread: SettlingEvidence = { isCopySuspected: isCopySuspected(journal), known: 'unread' };
  const first = decide(
    operationId,
    order,
    { kind: 'attemptOver', evidence: unread },
    circumstancesOf(session, operationId, order),
  );
  const known =
    first.ok && first.value.readsOther === true
      ? await readKnownOrder(context, operationId, order, readKnown)
      : 'unread';
  return happened(context, operationId, { kind: 'attemptOver', evidence: { ...unread, known } });
}

/** Another order that the service was seen to hold under this key, read now; null where the read told nothing. */
async function readKnownOrder(
  { book, session }: EngineContext,
  operationId: OperationId,
  { intent }: Order,
  readKnown: ReadKnown,
): Promise<KnownRead | 'none' | null> {
  const keyNowFor = (pinnedKeyId: string): string | null => session.signingKey(pinnedKeyId)?.keyId ?? null;
  const keyId = keyNowFor(intent.pinned.keyId);
  const known = keyId === null ? null : book.known(operationId, keyId, keyNowFor);
  if (known === null) return 'none';
  const read = await readKnown(known);
  const last = read.ok ? read.value.attempts.findLast(({ call }) => call === 'getPartnerOrder') : undefined;
  if (typeof last?.ended !== 'object' || last.ended === null || last.answeredAtSeconds === null) return null;
  const { outcome } = last.ended;
  const isFound = outcome === 'completed' || outcome === 'accepted' || outcome === 'failed';
  return isFound || outcome === 'notFound'
    ? { operationId: known, found: isFound, keyId: last.keyId, atSeconds: last.answeredAtSeconds }
    : null;
}
