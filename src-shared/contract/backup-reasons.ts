/** Why the backup of a day was not made. Free of schemas: the page goes by it too. */
export const backupReasons = ['no_space', 'not_permitted', 'device_gone', 'damaged'] as const;
export type BackupReason = (typeof backupReasons)[number];
