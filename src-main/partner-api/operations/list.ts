import { z } from 'zod';

import type { BodyReader } from './body-reader.ts';
import { isRecord, listOf, member, reading } from './record.ts';

/** One page of a collection. `skipped` counts entries without what they must have; they are left out. Absent for none. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
  readonly skipped?: number;
}

/** No page of a service that pages at all is longer; a longer list is refused unread. */
export const maximumItems = 10_000;

/** It goes back in an address, which cannot hold half a surrogate pair. */
const readCursor = reading(z.string().max(4096).refine((text) => text.isWellFormed()));

/** The readable entries of a list and the number of the others; null when it is no list or is too long. */
export function readItems<T>(body: unknown, reader: BodyReader<T>): Page<T> | null {
  const entries = listOf(body);
  if (entries === null || entries.length > maximumItems) return null;
  const items = entries.map(reader).filter((item) => item !== null);
  const skipped = entries.length - items.length;
  return skipped === 0 ? { items } : { items, skipped };
}

/**
 * A page under one of the member names, or a bare array. A `nextCursor` that is no text makes the page unreadable: without
 * it the rest of the collection would be missing and nobody would know.
 */
export function pageOf<T>(reader: BodyReader<T>, names: readonly string[] = ['items']): BodyReader<Page<T>> {
  return (body) => {
    if (Array.isArray(body)) return readItems(body, reader);
    if (!isRecord(body)) return null;
    const name = names.find((candidate) => Array.isArray(member(body, candidate)));
    const read = name === undefined ? null : readItems(member(body, name), reader);
    if (read === null) return null;
    const given = member(body, 'nextCursor');
    if (given === undefined || given === null || given === '') return read;
    const nextCursor = readCursor(given);
    return nextCursor === null ? null : { ...read, nextCursor };
  };
}
