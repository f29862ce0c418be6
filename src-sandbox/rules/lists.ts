import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuseField } from '../wire/refusals.ts';
import { pathOf } from '../wire/seen-request.ts';
import { answerWith, type Call, type CallOutcome } from './call.ts';

const pageSize = 25;

/** Reads one more than a page from after a key, or undefined when nothing has that key. */
export type ReadPage<T> = (afterKey: string | undefined, limit: number) => readonly T[] | undefined;

/** Where a collection lies in a body, and its cursor; a list that is the body itself has no room for one. */
export interface PageShape {
  readonly holder: string | null;
  readonly cursor: string;
}

/** "CatalogueCollection". */
const shownPage: PageShape = { holder: 'items', cursor: 'nextCursor' };
const wholeList = 10_000;

/** One page of a list. A cursor is good only for the list that gave it. */
export function answerPage<T>(
  call: Call,
  read: ReadPage<T>,
  keyOf: (item: T) => string,
  view: (item: T) => unknown,
  { holder, cursor }: PageShape = shownPage,
): CallOutcome {
  if (holder === null) return answerWith((read(undefined, wholeList) ?? []).map(view));
  const secret = call.state.settings.get('cursorSecret');
  const after = call.cursor === undefined ? undefined : openCursor(secret, pathOf(call.seen), call.cursor);
  if (call.cursor !== undefined && after === undefined) return refuseField('/query/cursor', 'unknown');
  const found = read(after, pageSize + 1);
  if (found === undefined) return refuseField('/query/cursor', 'unknown');
  const items = found.slice(0, pageSize);
  const last = found.length > pageSize ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? undefined : sealCursor(secret, pathOf(call.seen), keyOf(last));
  return answerWith({ [holder]: items.map(view), [cursor]: nextCursor });
}

/** Pages of a list that is in memory. */
export function inMemory<T>(items: readonly T[], keyOf: (item: T) => string): ReadPage<T> {
  return (afterKey, limit) => {
    const index = afterKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === afterKey);
    return afterKey !== undefined && index === -1 ? undefined : items.slice(index + 1, index + 1 + limit);
  };
}

/** With a sign that the forms of a query write differently, so that none of them goes unnoticed. */
export function sealCursor(secret: string, list: string, key: string): string {
  return [cursorMac(secret, list, key), Buffer.from(key)].map((part) => part.toString('base64url')).join('~');
}

export function openCursor(secret: string, list: string, cursor: string): string | undefined {
  const key = Buffer.from(cursor.split('~')[1] ?? '', 'base64url').toString();
  const [given, due] = [cursor, sealCursor(secret, list, key)].map((text) => Buffer.from(text));
  return given !== undefined && due !== undefined && given.length === due.length && timingSafeEqual(given, due)
    ? key
    : undefined;
}

function cursorMac(secret: string, list: string, key: string): Buffer {
  return createHmac('sha256', secret).update(`${list}\n${key}`).digest().subarray(0, 16);
}
