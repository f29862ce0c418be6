/**
 * The steps of what is done once a day, one after the other: the purge, and then the backup. A process may end at each:
 * the backups from before can be restored then, and give nothing back that was purged.
 */
export const keepingSteps = [
  'purged-in-backups',
  'purged-in-journal',
  'segment-begun',
  'segment-written',
  'segment-checked',
  'keys-written',
  'keys-named',
  'segment-named',
  'needless-removed',
] as const;
export type KeepingStep = (typeof keepingSteps)[number];
