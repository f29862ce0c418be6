import { backupReasons, type BackupReason } from '../../src-shared/contract/backup-reasons.ts';
import { wholeNumberIn } from '../core/whole-number.ts';
import type { DatabaseFault } from '../sqlite/fault.ts';

/** Why the last try of a backup came to nothing. */
export interface BackupTrouble {
  readonly reason: BackupReason;
  readonly atMs: number;
}

/** A limit on the size of files and a quota come as writes that failed. */
const noSpace: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE'];
/** A file in the place of the folder counts among these. */
const notPermitted = [
  'EACCES',
  'EPERM',
  'EROFS',
  'EEXIST',
  'ENOTDIR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
];

/** What fails for no reason that has a name of its own is the device, which does not do what it is asked. */
export function reasonOf({ code, detail }: DatabaseFault): BackupReason {
  if (code === 'corrupt' || code === 'newer') return 'damaged';
  if (noSpace.includes(detail)) return 'no_space';
  return notPermitted.some((known) => detail.startsWith(known)) ? 'not_permitted' : 'device_gone';
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
