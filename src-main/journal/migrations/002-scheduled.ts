import type { Migration } from '../../sqlite/migration.ts';

/** The schedule is looked at every second, also among a hundred thousand operations that are over. */
export const scheduledMigration: Migration = {
  version: 2,
  sql: 'CREATE INDEX operations_scheduled ON operations (intended_at_ms, operation_id) WHERE next_attempt_at_ms IS NOT NULL;',
};
