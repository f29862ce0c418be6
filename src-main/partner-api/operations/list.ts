import { z } from 'zod';
import type { BodyReader } from './body-reader.ts';
import { isRecord, listOf, member, reading } from './record.ts';

/** How many entries were left out, by the member that each of them lacks or has in another shape. */
export type Skipped = Readonly<Record<string, number>>;

/** One page of a collection. `skipped` is absent where every entry could be read. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
  readonly skipped?: Skipped;
}

/** Names the member that makes an entry unreadable. */
export type FaultOf = (entry: unknown) => string;

/** No page of a service that pages at all is longer; a longer list is refused unread. */
export const maximumItems = 10_000;

/** It goes back in an address, which cannot hold half a surrogate pair. */
const readCursor = reading(
  z
    .string()
    .max(4096)
    .refine((text) => text.isWellFormed()),
);

/** The readable entries of a list and what is wrong with the others. */
function readItems<T>(entries: readonly unknown[], reader: BodyReader<T>, faultOf: FaultOf): Page<T> {
  const items: T[] = [];
  let skipped: Skipped = {};
  for (const entry of entries) {
    const item = reader(entry);
    if (item === null) skipped = addSkipped(skipped, { [faultOf(entry)]: 1 });
    else items.push(item);
  }
  return Object.keys(skipped).length === 0 ? { items } : { items, skipped };
}

/** The sum of two counts. */
export function addSkipped(one: Skipped, other: Skipped): Skipped {
  const sum = { ...one };
  for (const [member, count] of Object.entries(other)) sum[member] = (sum[member] ?? 0) + count;
  return sum;
}

/** Where a page and its cursor lie, in a collection that the API does not show (`bodies` of the deployment). */
export interface PageShape {
  /** Null where the body itself is the list. */
  readonly holder: string | null;
  readonly cursor: string;
}

/** As `pageOf`, for a collection that the API does not show: under the deployment's name, or one that services use. */
export function pageShaped<T>(
  reader: BodyReader<T>,
  faultOf: FaultOf,
  { holder, cursor }: PageShape,
  usual: readonly string[],
): BodyReader<Page<T>> {
  return pageOf(reader, faultOf, holder === null ? usual : [holder, ...usual], [cursor, 'nextCursor']);
}

/**
 * A page under one of the member names, or a bare array. A `nextCursor` that is no text makes the page unreadable:
 * without it the rest of the collection would be missing and nobody would know.
 */
export function pageOf<T>(
  reader: BodyReader<T>,
  faultOf: FaultOf,
  names: readonly string[] = ['items'],
  cursors: readonly string[] = ['nextCursor'],
): BodyReader<Page<T>> {
  return (body) => {
    const members = isRecord(body) ? body : {};
    const entries = [body, ...names.map((name) => member(members, name))].map(listOf).find((list) => list !== null);
    if (entries === undefined || entries.length > maximumItems) return null;
    const given = cursors
      .map((cursor) => member(members, cursor))
      .find((value) => value !== undefined && value !== null && value !== '');
    const nextCursor = given === undefined ? undefined : readCursor(given);
    if (nextCursor === null) return null;
    const read = readItems(entries, reader, faultOf);
    return nextCursor === undefined ? read : { ...read, nextCursor };
  };
}
