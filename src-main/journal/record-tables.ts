export const recordTables = {
  events: 'events',
  sealed: [{ rows: 'sealed_answers', keys: 'sealed_keys' }],
} as const;
