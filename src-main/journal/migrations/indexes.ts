/** An index as the migrations make it. */
export interface CheckedIndex {
  readonly name: string;
  readonly table: string;
  /** Its columns; the last of them, or all together, are unique. */
  readonly keys: readonly string[];
  /** Which rows it covers, where it does not cover all. */
  readonly where?: string;
  /** From the least or from the greatest; where it is grouped, within each value of its first column. */
  readonly direction: 'up' | 'down';
  readonly isGrouped?: true;
  /** SQLite evaluates the expression from the table, so that the entries cannot be read by themselves. */
  readonly hasExpression?: true;
}

const byAge = ['intended_at_ms', 'operation_id'];

/** Every index of the journal. */
export const checkedIndexes: readonly CheckedIndex[] = [
  { name: 'events_by_subject', table: 'events', keys: ['subject', 'seq'], direction: 'up' },
  { name: 'events_by_kind', table: 'events', keys: ['kind', 'seq'], direction: 'up', isGrouped: true },
  {
    name: 'one_intent_for_an_operation',
    table: 'events',
    keys: ['subject'],
    where: "kind = 'order-intended'",
    direction: 'up',
  },
  {
    name: 'events_by_sealed',
    table: 'events',
    keys: ["json_extract(body, '$.sealed.id')", 'subject'],
    where: `instr(body, '"sealed":{') > 0`,
    direction: 'up',
    hasExpression: true,
  },
  {
    name: 'events_by_serial',
    table: 'events',
    keys: ["json_extract(body, '$.serial')", 'subject'],
    where: "kind = 'serial-kept'",
    direction: 'up',
    hasExpression: true,
  },
  { name: 'sqlite_autoindex_meta_1', table: 'meta', keys: ['key'], direction: 'up' },
  { name: 'sqlite_autoindex_sealed_answers_1', table: 'sealed_answers', keys: ['id'], direction: 'up' },
  { name: 'sqlite_autoindex_sealed_keys_1', table: 'sealed_keys', keys: ['id'], direction: 'up' },
  { name: 'sqlite_autoindex_operations_1', table: 'operations', keys: ['operation_id'], direction: 'up' },
  { name: 'operations_by_age', table: 'operations', keys: byAge, direction: 'down' },
  { name: 'operations_pending', table: 'operations', keys: byAge, where: 'pending = 1', direction: 'up' },
  {
    name: 'operations_scheduled',
    table: 'operations',
    keys: byAge,
    where: 'next_attempt_at_ms IS NOT NULL',
    direction: 'up',
  },
  { name: 'operations_unsettled', table: 'operations', keys: byAge, where: 'unsettled = 1', direction: 'down' },
  { name: 'operations_by_state', table: 'operations', keys: ['state', ...byAge], direction: 'down', isGrouped: true },
  { name: 'operations_by_card', table: 'operations', keys: ['card_id', ...byAge], direction: 'down', isGrouped: true },
  {
    name: 'operations_by_sale_number',
    table: 'operations',
    keys: ['sale_number', ...byAge],
    where: 'sale_number IS NOT NULL',
    direction: 'down',
  },
  {
    name: 'operations_by_reference',
    table: 'operations',
    keys: ['reference_key', ...byAge],
    where: 'reference_key IS NOT NULL',
    direction: 'down',
  },
];
