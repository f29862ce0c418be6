import { looseRows, type LooseRow } from '../sqlite/loose-rows.ts';
import type { PageView } from '../sqlite/pages.ts';
import type { SqlValue } from '../sqlite/row.ts';
import { sha256Base64url } from '../core/hash.ts';
import { base64url, hashOf, type Link } from './chain.ts';

/** An event as it was lifted: its hash fits its content and its stored predecessor. `body` is its canonical text. */
export interface LiftedEvent extends Link {
  readonly hash: Uint8Array;
}

/** A row of the derived table of operations. It proves nothing; it names an operation, and when it last changed. */
export interface OperationHint {
  readonly operationId: string;
  readonly updatedAtMs: number;
}

/** All that lies on the pages and can be of a journal, of whatever state of the file. */
export interface Pieces {
  /** By the base64url of their hashes. */
  readonly events: ReadonlyMap<string, LiftedEvent>;
  /** By id: what was filed under it, a sealed answer or its wrapped key, and the hash of each. */
  readonly blobs: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>;
  readonly meta: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<string, OperationHint>;
}

const operationColumns = 12;
const updatedAtColumn = 9;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sorts what lies on the pages by its shape alone: the schema may be what was damaged. What the first views say goes first. */
export function piecesIn(views: readonly PageView[]): Pieces {
  const events = new Map<string, LiftedEvent>();
  const blobs = new Map<string, Map<string, Uint8Array>>();
  const meta = new Map<string, string>();
  const operations = new Map<string, OperationHint>();
  for (const row of views.flatMap((view) => [...looseRows(view)])) {
    const event = eventIn(row);
    if (event !== null) events.set(base64url(event.hash), event);
    const [first, second] = row.values;
    if (row.values.length === 2 && typeof first === 'string') {
      if (typeof second === 'string' && !meta.has(first)) meta.set(first, second);
      if (second instanceof Uint8Array) blobs.set(first, (blobs.get(first) ?? new Map<string, Uint8Array>()).set(sha256Base64url(second), second));
    }
    const hint = hintIn(row.values);
    if (hint !== null && !operations.has(hint.operationId)) operations.set(hint.operationId, hint);
  }
  return { events, blobs, meta, operations };
}

function eventIn({ rowid, values }: LooseRow): LiftedEvent | null {
  const [, atMs, subject, kind, body, previousHash, hash] = values;
  if (values.length !== 7 || typeof atMs !== 'number' || typeof subject !== 'string' || typeof kind !== 'string' || typeof body !== 'string') return null;
  if (!isHash(previousHash) || !isHash(hash) || !Number.isSafeInteger(rowid)) return null;
  const link = { seq: rowid, atMs, subject, kind, body, previousHash };
  return Buffer.compare(hashOf(link), hash) === 0 ? { ...link, hash } : null;
}

function isHash(value: SqlValue | undefined): value is Uint8Array {
  return value instanceof Uint8Array && value.length === 32;
}

function hintIn(values: readonly SqlValue[]): OperationHint | null {
  const operationId = values[0];
  const updatedAtMs = values[updatedAtColumn];
  const isOperation = values.length >= operationColumns && typeof operationId === 'string' && uuid.test(operationId);
  return isOperation && typeof updatedAtMs === 'number' ? { operationId, updatedAtMs } : null;
}
