import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { KeyEntry } from '../keyring/entry.ts';
import { askWithKey } from './ask-with-key.ts';
import type { EnrolmentContext } from './context.ts';
import { hasSurelyEnded } from './validity.ts';

/** A key that was replaced, and how many orders are pinned to it and not settled. */
export interface ReplacedKey {
  readonly entry: KeyEntry;
  readonly pendingOrders: number;
}

export function replacedKeys({ keyring, deployment, pendingOrders }: EnrolmentContext): readonly ReplacedKey[] {
  const replaced = keyring.entries().filter((entry) => entry.deployment === deployment && entry.status === 'replaced');
  return replaced.map((entry) => ({ entry, pendingOrders: entry.keyId === null ? 0 : pendingOrders(entry.keyId) }));
}

/**
 * Retires what was replaced and signs for nothing any more: no order is pinned to it, or it cannot sign or has ended.
 * Its orders are then read with the new key (design, "Pinned at intent"). What cannot be written now is retired another
 * time.
 */
export function retireIdle(context: EnrolmentContext): void {
  const { keyring } = context;
  for (const {
    entry: { localId },
    pendingOrders,
  } of replacedKeys(context)) {
    const isDead = !keyring.signingKey(localId).ok || isOverByBothClocks(context, localId);
    if (pendingOrders === 0 || isDead) keyring.retire(localId);
  }
}

/** Whether a key has ended whenever staff activated it, by the service's time. */
export function isSurelyOver(context: EnrolmentContext, localId: string): boolean {
  return isOverAt(context, localId, context.session.serviceClock.nowMs());
}

/**
 * To retire a key cannot be undone: one answer that is dated years ahead, or a machine set years ahead, is no reason.
 */
function isOverByBothClocks(context: EnrolmentContext, localId: string): boolean {
  const { clock, serviceClock } = context.session;
  return isOverAt(context, localId, Math.min(serviceClock.nowMs(), clock.nowMs()));
}

function isOverAt({ store }: EnrolmentContext, localId: string, nowMs: number): boolean {
  const facts = store.ofKey(localId);
  return facts !== null && hasSurelyEnded(facts, nowMs);
}

/**
 * Retires every replaced key because a person says so; `key_pending_orders` where one still signs for orders, unless
 * the service itself refuses it: then it could not settle them any more.
 */
export async function retireByHand(context: EnrolmentContext): Promise<Result<void, Failure>> {
  const { keyring, session } = context;
  retireIdle(context);
  for (const {
    entry: { localId },
  } of replacedKeys(context)) {
    const key = keyring.signingKey(localId);
    const word = key.ok ? await askWithKey(session, key.value) : key;
    if (!word.ok) return word;
    if (word.value.accepted || !word.value.bound) return err({ code: 'key_pending_orders' });
    const retired = keyring.retire(localId);
    if (!retired.ok) return retired;
  }
  return ok(undefined);
}
