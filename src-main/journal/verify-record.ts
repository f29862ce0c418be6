import type { Pausable } from '../core/pausable.ts';
import { err, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { readLosses, walkChain, type ChainFault, type LinkId } from './chain.ts';
import { isLost } from './copy-status-record.ts';
import type { CopyFacts } from './copy-status.ts';
import type { ChainHead } from './event.ts';
import { firstWithoutKey } from './sealed-table.ts';

export interface VerifyOptions {
  /** Heads that the chain must hold. */
  readonly checkpoints: readonly (ChainHead | null)[];
  /** The link up to which the chain was walked before, where it is not walked again. */
  readonly from?: LinkId;
  readonly onReached?: (seq: number) => void;
}

/**
 * Walks the chain, and proves besides that each sealed answer has its key or an event that says that the key was
 * destroyed, and that the chain holds each checkpoint, or a person has seen that it does not.
 */
export function* verifyRecord(
  database: Database,
  { status, boundarySeq, lostHead }: CopyFacts,
  { checkpoints, from, ...options }: VerifyOptions,
): Pausable<Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>> {
  const verified = yield* walkChain(database, from, options);
  if (!verified.ok) return verified;
  // Records that a person restored lack their end, and say so themselves.
  const unreached = status === 'own' ? checkpoints.find((checkpoint) => isLost(database, checkpoint)) : undefined;
  if (unreached)
    return err({ firstBadSeq: verified.value.head.seq + 1, reason: 'tail_missing', witnessSeq: unreached.seq });
  if (lostHead !== undefined)
    return err({ firstBadSeq: boundarySeq + 1, reason: 'tail_missing', witnessSeq: lostHead.seq });
  const keyless = firstWithoutKey(database, readLosses(database).keys);
  return keyless === null ? verified : err({ firstBadSeq: keyless, reason: 'key_missing' });
}
