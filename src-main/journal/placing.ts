import { sha256Base64url } from '../core/hash.ts';
import type { Place } from '../files/place.ts';
import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';
import {
  custodyChanged,
  custodyChangedKind,
  custodyReconciledKind,
  custodyAfter,
  ownCustody,
  witnessIn,
  type CustodyCause,
  type CustodyFacts,
} from './custody.ts';
import type { ChainHead } from './event.ts';
import { appendEvent, readEvents, readHashAt, readHead } from './events-table.ts';
import type { Installation } from './installation.ts';
import { projectionFormKey } from './journal-file.ts';
import { readMeta, writeMeta } from './meta-table.ts';

/** Where the journal was found lying, as it keeps it: no name of a machine can be read back from it. */
interface Placing {
  readonly installation: string;
  readonly folder: string;
  readonly machine: string;
}

const metaKeys = { installation: 'place-installation', folder: 'place-folder', machine: 'place-machine' } as const;
const unknownMachine = '';

/**
 * Compares the journal with what lies around it; where it is not at its own place, that becomes an event and the new
 * place its own. Call it inside a transaction.
 */
export function findCustody(database: Database, installation: Installation, place: Place, atMs: number): void {
  const here = placingOf(installation, place);
  const lost = isLost(database, installation.witness) ? installation.witness : null;
  const evidence = [...movedFrom(readPlacing(database), here), ...(lost === null ? [] : ['witness'])];
  const hasMoved = evidence.some((one) => one !== 'witness');
  if (evidence.length > 0) recordCustody(database, hasMoved ? 'copied' : 'rolled-back', evidence, atMs, lost);
  // The projection may still say what events said that are gone.
  if (lost !== null) writeMeta(database, projectionFormKey, '');
  writePlacing(database, here);
}

export function recordCustody(
  database: Database,
  cause: CustodyCause,
  evidence: readonly string[],
  atMs: number,
  witness: ChainHead | null = null,
): void {
  const pending = database.all(
    'SELECT operation_id FROM operations WHERE pending = 1 ORDER BY intended_at_ms, operation_id',
  );
  appendEvent(
    database,
    custodyChanged(
      cause,
      evidence,
      readHead(database).seq,
      pending.map((row) => textOf(row, 'operation_id')),
      witness,
    ),
    atMs,
  );
}

/** Makes the place around `installation` the journal's own. Call it inside a transaction. */
export function settleIn(database: Database, installation: Installation, place: Place): void {
  writePlacing(database, placingOf(installation, place));
}

export function readCustody(database: Database): CustodyFacts {
  const events = [custodyChangedKind, custodyReconciledKind].flatMap((kind) => readEvents(database, { kind }));
  return custodyAfter(
    ownCustody,
    events.sort((a, b) => a.seq - b.seq),
  );
}

/** Whether a head that was seen is not in the chain, and no event has said so yet. */
export function isLost(database: Database, witness: ChainHead | null): witness is ChainHead {
  return (
    witness !== null &&
    witness.seq > 0 &&
    readHashAt(database, witness.seq) !== witness.hash &&
    !isTold(database, witness)
  );
}

/** Whether an event says that this head was once seen and is gone: it is no new evidence. */
export function isTold(database: Database, witness: ChainHead): boolean {
  return readEvents(database, { kind: custodyChangedKind }).some(({ body }) => witnessIn(body)?.hash === witness.hash);
}

/** A machine that cannot be told, then or now, proves nothing. */
function movedFrom(kept: Placing | null, here: Placing): readonly string[] {
  if (kept === null) return [];
  const otherMachine =
    kept.machine !== here.machine && kept.machine !== unknownMachine && here.machine !== unknownMachine;
  return [
    ...(otherMachine ? ['machine'] : []),
    ...(kept.installation === here.installation ? [] : ['installation_file']),
    ...(kept.folder === here.folder ? [] : ['folder']),
  ];
}

function placingOf({ id, path }: Installation, place: Place): Placing {
  const machineId = place.machineId();
  return {
    installation: id ?? '',
    folder: hashed('folder', place.fileIdentity(path)),
    machine: machineId === null ? unknownMachine : hashed('machine', machineId),
  };
}

/** machine-id(5) asks that the id be hashed with something of the application's own before it is kept. */
function hashed(what: string, text: string): string {
  return sha256Base64url(`counterfoil ${what} 1\n${text}`);
}

function readPlacing(database: Database): Placing | null {
  const installation = readMeta(database, metaKeys.installation);
  const folder = readMeta(database, metaKeys.folder);
  const machine = readMeta(database, metaKeys.machine);
  return installation === null || folder === null || machine === null ? null : { installation, folder, machine };
}

/** Where nothing has changed SQLite writes nothing, and an opening waits for no disk. */
function writePlacing(database: Database, { installation, folder, machine }: Placing): void {
  // A machine that cannot be told today does not make yesterday's forgotten.
  if (machine !== unknownMachine || readMeta(database, metaKeys.machine) === null)
    writeMeta(database, metaKeys.machine, machine);
  writeMeta(database, metaKeys.installation, installation);
  writeMeta(database, metaKeys.folder, folder);
}
