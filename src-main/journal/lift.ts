import { z } from 'zod';
import { sha256Base64url } from '../core/hash.ts';
import { isUuid } from '../core/ids.ts';
import { looseRows, type LooseRow } from '../sqlite/loose-rows.ts';
import type { PageView } from '../sqlite/pages.ts';
import { base64url, hashOf, type Link } from './chain.ts';

/** An event as it was lifted: its hash fits its content and its stored predecessor. `body` is its canonical text. */
export interface LiftedEvent extends Link {
  readonly hash: Uint8Array;
}

/** A row of the projection. It proves nothing; it names a subject, and when that last changed. */
export interface ProjectionHint {
  readonly subject: string;
  readonly updatedAtMs: number;
}

/** All that lies on the pages and can be of a journal, of whatever state of the file. */
export interface Pieces {
  /** By the base64url of their hashes. */
  readonly events: ReadonlyMap<string, LiftedEvent>;
  /** By id: what was filed under it, a sealed answer or its wrapped key, and the hash of each. */
  readonly blobs: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>;
  readonly meta: ReadonlyMap<string, string>;
  readonly projection: ReadonlyMap<string, ProjectionHint>;
}

const bytes = z.instanceof(Uint8Array);
const rest = z.unknown();
/** As the migrations make them; a column that was added later comes behind. */
const shapes = {
  event: z.tuple([rest, z.number(), z.string(), z.string(), z.string(), bytes, bytes]),
  blob: z.tuple([z.string(), bytes]),
  meta: z.tuple([z.string(), z.string()]),
  projected: z.tuple([z.string().refine(isUuid), rest, rest, rest, rest, rest, rest, rest, rest, z.number()], rest),
};

/**
 * Sorts what lies on the pages by its shape alone: the schema may be what was damaged. What the first views say goes
 * first.
 */
export function piecesIn(views: readonly PageView[]): Pieces {
  const events = new Map<string, LiftedEvent>();
  const blobs = new Map<string, Map<string, Uint8Array>>();
  const meta = new Map<string, string>();
  const projection = new Map<string, ProjectionHint>();
  for (const row of views.flatMap((view) => [...looseRows(view)])) {
    const event = eventIn(row);
    if (event !== null) events.set(base64url(event.hash), event);
    const blob = shapes.blob.safeParse(row.values).data;
    if (blob !== undefined) {
      const [id, content] = blob;
      blobs.set(id, new Map(blobs.get(id)).set(sha256Base64url(content), content));
    }
    const entry = shapes.meta.safeParse(row.values).data;
    if (entry !== undefined) setFirst(meta, ...entry);
    const projected = shapes.projected.safeParse(row.values).data;
    if (projected !== undefined) {
      const { 0: subject, 9: updatedAtMs } = projected;
      setFirst(projection, subject, { subject, updatedAtMs });
    }
  }
  return { events, blobs, meta, projection };
}

function setFirst<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

function eventIn({ rowid, values }: LooseRow): LiftedEvent | null {
  const event = shapes.event.safeParse(values).data;
  if (event === undefined || !Number.isSafeInteger(rowid)) return null;
  const [, atMs, subject, kind, body, previousHash, hash] = event;
  const link = { seq: rowid, atMs, subject, kind, body, previousHash };
  return Buffer.compare(hashOf(link), hash) === 0 ? { ...link, hash } : null;
}
