export const recordTables = {
  events: 'events',
  sealed: [{ rows: 'sealed_answers', keys: 'sealed_keys' }],
} as const;

/** In a part of a backup: what it says of itself. */
export const segmentTable = 'CREATE TABLE segment (header TEXT NOT NULL) STRICT';
