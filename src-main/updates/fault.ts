/** Why no update is taken. Each code will have a sentence in every language when a screen shows it. */
export const updateCodes = [
  // what the documents say
  'tampered',
  'threshold_not_met',
  'form_unknown',
  'wrong_product',
  'root_out_of_turn',
  'expired',
  'frozen',
  'rollback',
  'clock_unreliable',
  // whether it is for this computer
  'wrong_target',
  'version_not_newer',
  'version_too_old',
  'gave_way',
  // the feed
  'feed_unreachable',
  'feed_missing',
  'feed_refused',
  'feed_stopped',
  'too_long',
  'truncated',
  'package_tampered',
  // this computer
  'disk_full',
  'not_writable',
  'package_unfit',
  'not_swappable',
] as const;
export type UpdateCode = (typeof updateCodes)[number];

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
