import type { Migration } from '../../sqlite/migration.ts';

/**
 * Orders are looked for among a hundred thousand. Which words find one only `orders` can say: it derives the projection
 * again once (`bringUpToDate`).
 */
export const foundMigration: Migration = {
  version: 3,
  sql: `
    ALTER TABLE operations ADD COLUMN unsettled INTEGER NOT NULL DEFAULT 0 CHECK (unsettled IN (0, 1));
    ALTER TABLE operations ADD COLUMN search TEXT NOT NULL DEFAULT '';
    UPDATE operations SET unsettled = 1
      WHERE pending = 1 OR (state = 'completed' AND NOT EXISTS (SELECT 1 FROM events WHERE subject = operation_id AND kind = 'codes-handed-over'));
    CREATE INDEX operations_unsettled ON operations (intended_at_ms DESC, operation_id DESC) WHERE unsettled = 1;
    CREATE INDEX operations_by_state ON operations (state, intended_at_ms DESC, operation_id DESC);
    CREATE INDEX operations_by_card ON operations (card_id, intended_at_ms DESC, operation_id DESC);
  `,
};
