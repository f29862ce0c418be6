import type { Migration } from '../../sqlite/migration.ts';

/**
 * Events and sealed answers are append-only by trigger; the keys of sealed answers may go (purge), and lie outside the
 * chain. The insert triggers also stop INSERT OR REPLACE, which deletes without firing a delete trigger
 * (sqlite.org/lang_conflict.html).
 */
export const eventsMigration: Migration = {
  version: 1,
  sql: `
    CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;

    CREATE TABLE events (
      seq INTEGER NOT NULL PRIMARY KEY,
      at_ms INTEGER NOT NULL,
      subject TEXT NOT NULL,
      kind TEXT NOT NULL,
      body TEXT NOT NULL,
      prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
      hash BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT;
    CREATE INDEX events_by_subject ON events (subject, seq);
    CREATE INDEX events_by_kind ON events (kind, seq);
    CREATE UNIQUE INDEX one_intent_for_an_operation ON events (subject) WHERE kind = 'order-intended';
    CREATE TRIGGER events_are_chained BEFORE INSERT ON events
      WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)
        OR NEW.prev_hash IS NOT coalesce((SELECT hash FROM events ORDER BY seq DESC LIMIT 1), zeroblob(32))
      BEGIN SELECT RAISE(ABORT, 'an event goes to the end of the chain'); END;
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

    CREATE TABLE sealed_answers (id TEXT NOT NULL PRIMARY KEY, ciphertext BLOB NOT NULL) STRICT;
    CREATE TRIGGER sealed_answers_are_new BEFORE INSERT ON sealed_answers
      WHEN EXISTS (SELECT 1 FROM sealed_answers WHERE id = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'sealed answers are append-only'); END;
    CREATE TRIGGER sealed_answers_are_not_changed BEFORE UPDATE ON sealed_answers BEGIN SELECT RAISE(ABORT, 'sealed answers are append-only'); END;
    CREATE TRIGGER sealed_answers_are_not_deleted BEFORE DELETE ON sealed_answers BEGIN SELECT RAISE(ABORT, 'sealed answers are append-only'); END;

    CREATE TABLE sealed_keys (id TEXT NOT NULL PRIMARY KEY REFERENCES sealed_answers (id), wrapped_key BLOB NOT NULL) STRICT;
    CREATE TRIGGER sealed_keys_are_not_changed BEFORE UPDATE ON sealed_keys BEGIN SELECT RAISE(ABORT, 'sealed keys are kept or purged'); END;

    CREATE TABLE operations (
      operation_id TEXT NOT NULL PRIMARY KEY,
      state TEXT NOT NULL,
      pending INTEGER NOT NULL CHECK (pending IN (0, 1)),
      wallet_id TEXT NOT NULL,
      card_id TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      invoice_id TEXT,
      external_reference TEXT,
      intended_at_ms INTEGER NOT NULL,
      updated_at_ms INTEGER NOT NULL,
      next_attempt_at_ms INTEGER,
      view TEXT NOT NULL
    ) STRICT;
    CREATE INDEX operations_by_age ON operations (intended_at_ms DESC, operation_id DESC);
    CREATE INDEX operations_pending ON operations (intended_at_ms, operation_id) WHERE pending = 1;
  `,
};
