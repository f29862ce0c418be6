import { err, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { readLosses, verifyChain, type ChainFault } from './chain.ts';
import { isLost } from './copy-status-record.ts';
import type { CopyFacts } from './copy-status.ts';
import type { ChainHead } from './event.ts';
import { firstWithoutKey } from './sealed-table.ts';

/**
 * Walks the chain, and proves besides that each sealed answer has its key or an event that says that the key was
 * destroyed, and that the chain holds each checkpoint, or a person has seen that it does not.
 */
export function verifyRecord(
  database: Database,
  { status, boundarySeq, lostHead }: CopyFacts,
  checkpoints: readonly (ChainHead | null)[],
): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
  const verified = verifyChain(database);
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
