import type { Migration } from '../../sqlite/migration.ts';

/**
 * A sale is found by what a person has of it as a whole, without reading a hundred thousand rows. What stands in the
 * two columns only `orders` can say: it derives the projection again once (`bringUpToDate`).
 */
export const foundWholeMigration: Migration = {
  version: 5,
  sql: `
    ALTER TABLE operations ADD COLUMN sale_number TEXT;
    ALTER TABLE operations ADD COLUMN reference_key TEXT;
    CREATE INDEX operations_by_sale_number ON operations (sale_number DESC, intended_at_ms DESC, operation_id DESC)
      WHERE sale_number IS NOT NULL;
    CREATE INDEX operations_by_reference ON operations (reference_key DESC, intended_at_ms DESC, operation_id DESC)
      WHERE reference_key IS NOT NULL;
    CREATE INDEX events_by_serial ON events (json_extract(body, '$.serial'), subject) WHERE kind = 'serial-kept';
  `,
};
