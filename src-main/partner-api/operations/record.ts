import { z } from 'zod';
import { isUuid } from '../../core/ids.ts';
import type { BodyReader } from './body-reader.ts';

/** Readers of an object's members by name. */
type Fields = Readonly<Record<string, BodyReader<unknown>>>;
type Value<R> = R extends BodyReader<infer T> ? T : never;

export interface RecordReading<R extends Fields, O extends Fields> {
  readonly value: { readonly [K in keyof R]: Value<R[K]> } & { readonly [K in keyof O]?: Value<O[K]> };
  /** Optional members that are there in a shape the API does not promise, and so were left out. */
  readonly oddFields: readonly string[];
}

/**
 * Reads the named members of an object. A required member of another shape makes the whole unreadable; an optional one
 * is left out and named. `null` stands for an absent member. Members not named are ignored: a service may send more.
 */
export function readRecord<R extends Fields, O extends Fields>(
  body: unknown,
  required: R,
  optional: O,
): RecordReading<R, O> | null {
  if (!isRecord(body)) return null;
  const members: [string, unknown][] = [];
  for (const [name, reader] of Object.entries(required)) {
    const value = reader(member(body, name));
    if (value === null) return null;
    members.push([name, value]);
  }
  const oddFields: string[] = [];
  for (const [name, reader] of Object.entries(optional)) {
    const given = member(body, name);
    if (given === undefined || given === null) continue;
    const value = reader(given);
    if (value === null) oddFields.push(name);
    else members.push([name, value]);
  }
  // Each member was just read by the reader of its name, which is what the type says.
  return { value: Object.fromEntries(members) as RecordReading<R, O>['value'], oddFields };
}

/** The first of the required members that is not there or has another shape; `entry` for what is no object at all. */
export function unreadableMember(body: unknown, required: Fields): string {
  if (!isRecord(body)) return 'entry';
  const name = Object.entries(required).find(([one, reader]) => reader(member(body, one)) === null)?.[0];
  return name ?? 'entry';
}

export function isRecord(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** An own member only: `constructor` and the like are never the service's. */
export function member(body: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** A reader made of a schema. Failures carry no value of the body. */
export function reading<T>(schema: z.ZodType<T>): BodyReader<T> {
  return (body) => readAs(schema, body);
}

/**
 * What the schema makes of a value from the network, or null. A limit on length compares the `length` of whatever came,
 * and one such as `[{"toString":0}]` cannot be compared: that throws, and is only another shape than the one promised.
 */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T | null {
  try {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** An id of the kind `T`: a lower-case hyphenated UUID. */
export function idOf<T extends string>(): BodyReader<T> {
  // By no schema: making one takes longer than reading a hundred ids.
  const isId = (body: unknown): body is T => typeof body === 'string' && isUuid(body);
  return (body) => (isId(body) ? body : null);
}

/** The same in any letter case: some databases print UUIDs in capitals. The id comes out in lower case. */
export function idInAnyCase<T extends string>(): BodyReader<T> {
  return (body) => idOf<T>()(typeof body === 'string' ? body.toLowerCase() : body);
}

export const readBoolean = reading(z.boolean());
export const readInteger = reading(z.int());
/** A timestamp, kept as the service wrote it. */
export const readInstant = reading(z.string().min(1).max(40));
/** A short machine word, as a status or a currency is. */
export const readWord = reading(z.string().min(1).max(100));
export const readText = reading(z.string().max(4096));
