import type { UpdateCode } from '../../src-shared/contract/update-codes.ts';

/** `detail` is for engineers: the name of a document or a file, or a status. */
export interface UpdateFault {
  readonly code: UpdateCode;
  readonly detail?: string;
}

/** What a call of the file system threw; throws on what no such call does. */
export function diskFault(thrown: unknown, detail?: string): UpdateFault {
  if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
  const isFull = thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT';
  return { code: isFull ? 'disk_full' : 'not_writable', ...(detail === undefined ? {} : { detail }) };
}
