/** The JSON that the journal keeps. Use `type` aliases, not interfaces, for bodies: only those are index-compatible. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * One text for one value: keys sorted by code unit, no white space. The chain hashes this text, so two writers
 * of the same body must agree on it byte for byte.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('a number without a JSON form reached the journal');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return canonicalObject(value);
}

function canonicalObject(value: JsonObject): string {
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) throw new Error(`the member ${key} has no value; leave it out`);
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Names of members come again in each event. */
const quotedNames = new Map<string, string>();
const namesKnown = 1_000;

function quoted(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (quotedNames.size < namesKnown) quotedNames.set(name, text);
  return text;
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** `value` as JSON keeps it: members without a value are left out. */
export function asJsonObject(value: object): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  if (!isJsonObject(plain)) throw new Error('what is no JSON object reached the journal');
  return plain;
}

/** True for what `JSON.parse` gives for an object. Call it on parsed text only: it does not look at the members. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
