import type { Migration } from '../sqlite/migration.ts';

/** Bodies are JSON as our own readers understood them; they are read again through the same readers. */
export const catalogueMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE wallet (
        deployment TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, read_at TEXT NOT NULL,
        PRIMARY KEY (deployment, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE catalogue (
        deployment TEXT NOT NULL, wallet_id TEXT NOT NULL, read_at TEXT NOT NULL,
        PRIMARY KEY (deployment, wallet_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE item (
        deployment TEXT NOT NULL, wallet_id TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
        position INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (deployment, wallet_id, kind, id),
        FOREIGN KEY (deployment, wallet_id) REFERENCES catalogue (deployment, wallet_id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE logo (
        address TEXT PRIMARY KEY, bytes BLOB NOT NULL, read_at_ms INTEGER NOT NULL
      ) STRICT;
    `,
  },
  { version: 3, sql: 'CREATE INDEX item_in_order ON item (deployment, wallet_id, kind, position);' },
  { version: 4, sql: "ALTER TABLE catalogue ADD COLUMN old TEXT NOT NULL DEFAULT '[]';" },
];
