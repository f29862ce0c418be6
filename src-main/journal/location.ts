import { sha256Base64url } from '../core/hash.ts';
import type { MachineIdentity } from '../files/machine-identity.ts';
import type { Database } from '../sqlite/database.ts';
import type { Installation } from './installation.ts';
import { readMeta, writeMeta } from './meta-table.ts';

/** Where the journal was found, as it keeps it: no name of a computer can be read back from it. */
export interface JournalLocation {
  readonly installation: string;
  readonly folder: string;
  readonly machine: string;
}

const metaKeys = { installation: 'place-installation', folder: 'place-folder', machine: 'place-machine' } as const;
const unknownMachine = '';

export function locationOf({ id, path }: Installation, identity: MachineIdentity): JournalLocation {
  const machineId = identity.machineId();
  return {
    installation: id ?? '',
    folder: hashed('folder', identity.fileIdentity(path)),
    machine: machineId === null ? unknownMachine : hashed('machine', machineId),
  };
}

/** Makes what lies around `installation` the journal's own location. Call it inside a transaction. */
export function recordLocation(database: Database, installation: Installation, identity: MachineIdentity): void {
  writeLocation(database, locationOf(installation, identity));
}

/**
 * What is not as it was where the journal was last found. A computer that is not known, then or now, proves nothing.
 */
export function movedFrom(kept: JournalLocation | null, here: JournalLocation): readonly string[] {
  if (kept === null) return [];
  const otherMachine =
    kept.machine !== here.machine && kept.machine !== unknownMachine && here.machine !== unknownMachine;
  return [
    ...(otherMachine ? ['machine'] : []),
    ...(kept.installation === here.installation ? [] : ['installation_file']),
    ...(kept.folder === here.folder ? [] : ['folder']),
  ];
}

export function readLocation(database: Database): JournalLocation | null {
  const installation = readMeta(database, metaKeys.installation);
  const folder = readMeta(database, metaKeys.folder);
  const machine = readMeta(database, metaKeys.machine);
  return installation === null || folder === null || machine === null ? null : { installation, folder, machine };
}

/** Where nothing has changed SQLite writes nothing, and an opening waits for no disk. */
export function writeLocation(database: Database, { installation, folder, machine }: JournalLocation): void {
  // A computer that is not known today does not make yesterday's forgotten.
  if (machine !== unknownMachine || readMeta(database, metaKeys.machine) === null)
    writeMeta(database, metaKeys.machine, machine);
  writeMeta(database, metaKeys.installation, installation);
  writeMeta(database, metaKeys.folder, folder);
}

/** machine-id(5) asks that the id be hashed with something of the application's own before it is kept. */
function hashed(what: string, text: string): string {
  return sha256Base64url(`counterfoil ${what} 1\n${text}`);
}
