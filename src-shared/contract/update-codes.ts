/** Why no update is taken; each is said in every language. */
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
  'not_the_feed',
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

/** What an update waits for that lies here ready; each is said in every language. */
export const updateWaits = ['in_flight', 'serving', 'unsettled', 'not_backed_up'] as const;
export type UpdateWait = (typeof updateWaits)[number];
