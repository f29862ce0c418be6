import type { MachineIdentity } from '../files/machine-identity.ts';
import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';
import {
  checkpointIn,
  copyFactsAfter,
  copyStatusChanged,
  copyStatusChangedKind,
  copyStatusReconciledKind,
  ownCopy,
  type CopyCause,
  type CopyFacts,
} from './copy-status.ts';
import type { ChainHead } from './event.ts';
import { appendEvent, readEvents, readHashAt, readHead } from './events-table.ts';
import type { Installation } from './installation.ts';
import { projectionFormKey } from './journal-file.ts';
import { locationOf, movedFrom, readLocation, writeLocation } from './location.ts';
import { writeMeta } from './meta-table.ts';

/** The evidence that the folder's checkpoint is not in the chain, as events name it. */
const checkpointLost = 'witness';

/**
 * Compares the journal with what lies around it. Where that is not its own location any more, or its end is missing,
 * that becomes an event, and the new location its own. Call it inside a transaction.
 */
export function findCopyStatus(
  database: Database,
  installation: Installation,
  identity: MachineIdentity,
  atMs: number,
): void {
  const here = locationOf(installation, identity);
  const lost = isLost(database, installation.checkpoint) ? installation.checkpoint : null;
  const moved = movedFrom(readLocation(database), here);
  const evidence = [...moved, ...(lost === null ? [] : [checkpointLost])];
  if (evidence.length > 0)
    recordCopyStatus(database, moved.length > 0 ? 'copied' : 'rolled-back', evidence, atMs, lost);
  // The projection may still say what events said that are gone.
  if (lost !== null) writeMeta(database, projectionFormKey, '');
  writeLocation(database, here);
}

export function recordCopyStatus(
  database: Database,
  cause: CopyCause,
  evidence: readonly string[],
  atMs: number,
  checkpoint: ChainHead | null = null,
): void {
  const pending = database.all(
    'SELECT operation_id FROM operations WHERE pending = 1 ORDER BY intended_at_ms, operation_id',
  );
  appendEvent(
    database,
    copyStatusChanged(
      cause,
      evidence,
      readHead(database).seq,
      pending.map((row) => textOf(row, 'operation_id')),
      checkpoint,
    ),
    atMs,
  );
}

export function readCopyFacts(database: Database): CopyFacts {
  const events = [copyStatusChangedKind, copyStatusReconciledKind].flatMap((kind) => readEvents(database, { kind }));
  return copyFactsAfter(
    ownCopy,
    events.sort((a, b) => a.seq - b.seq),
  );
}

/** Whether a checkpoint is not in the chain, and no event has said so yet. */
export function isLost(database: Database, checkpoint: ChainHead | null): checkpoint is ChainHead {
  return (
    checkpoint !== null &&
    checkpoint.seq > 0 &&
    readHashAt(database, checkpoint.seq) !== checkpoint.hash &&
    !isRecordedLost(database, checkpoint)
  );
}

/** Whether an event says that this checkpoint is not in the chain: it is no new evidence. */
export function isRecordedLost(database: Database, { hash }: ChainHead): boolean {
  return readEvents(database, { kind: copyStatusChangedKind }).some(({ body }) => checkpointIn(body)?.hash === hash);
}
