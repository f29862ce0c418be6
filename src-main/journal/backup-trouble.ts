import { backupReasons, type BackupReason } from '../../src-shared/contract/backup-reasons.ts';
import { wholeNumberIn } from '../core/whole-number.ts';
import { writeTroubleOf, type DatabaseFault, type WriteTrouble } from '../sqlite/fault.ts';

/** Why the last try of a backup came to nothing. */
export interface BackupTrouble {
  readonly reason: BackupReason;
  readonly atMs: number;
}

const reasons: Readonly<Record<WriteTrouble, BackupReason>> = {
  disk_full: 'no_space',
  file_too_large: 'no_space',
  device: 'device_gone',
  not_permitted: 'not_permitted',
  other: 'device_gone',
};

/** What fails for no reason that has a name of its own is the device, which does not do what it is asked. */
export function reasonOf({ code, detail }: DatabaseFault): BackupReason {
  if (code === 'corrupt' || code === 'newer') return 'damaged';
  return reasons[writeTroubleOf(detail)];
}

/** As the journal keeps it. */
export function troubleText({ reason, atMs }: BackupTrouble): string {
  return `${reason} ${atMs}`;
}

/** Null where there is none, or one that another build has written. */
export function troubleIn(text: string | null): BackupTrouble | null {
  const [name, at] = text?.split(' ') ?? [];
  const reason = backupReasons.find((known) => known === name);
  const atMs = wholeNumberIn(at);
  return reason === undefined || atMs === null ? null : { reason, atMs };
}
