import type { Migration } from '../../sqlite/migration.ts';

/** Which events name a sealed answer, so that a purge of each day reads what may go and not five years of sales. */
export const sealedIndexMigration: Migration = {
  version: 4,
  sql: `
    CREATE INDEX events_by_sealed ON events (json_extract(body, '$.sealed.id'), subject)
      WHERE instr(body, '"sealed":{') > 0;
  `,
};
