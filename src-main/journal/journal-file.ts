import { join } from 'node:path';
import type { DatabaseOptions } from '../sqlite/database.ts';
import { eventsMigration } from './migrations/001-events.ts';
import { scheduledMigration } from './migrations/002-scheduled.ts';
import { foundMigration } from './migrations/003-found.ts';
import { sealedIndexMigration } from './migrations/004-sealed-index.ts';
import { foundWholeMigration } from './migrations/005-found-whole.ts';

/** How the journal's file is opened, where it lies or staged beside that place. */
export const journalOptions: DatabaseOptions = {
  profile: 'durable',
  /** `CFjn`: marks the file as a journal of this app. */
  applicationId: 0x43466a6e,
  migrations: [eventsMigration, scheduledMigration, foundMigration, sealedIndexMigration, foundWholeMigration],
};

/** The key of `meta` under which each journal carries its installation's id, from its first opening on. */
export const installationKey = 'installation-id';

/** The key of `meta` that says how the projection was derived; without it the projection is derived anew. */
export const projectionFormKey = 'operations-form';

/** A file of up to this size is read whole at each opening; that takes less time than a person notices. */
export const smallBytes = 8 * 1024 * 1024;

export function journalFile(directory: string): string {
  return join(directory, 'journal.db');
}
