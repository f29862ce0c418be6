import { absent, fields, type Field } from './fields.ts';
import { coverPairs, type Coverage, type Dimension, type Row } from './pairwise.ts';

/** The chosen value of every field, by name. */
export type Choices = Readonly<Record<string, string>>;

export const leastProfiles = 60;

const covers = (path: string, value: string, component: string): boolean => {
  const names: unknown = valueOf(path, value);
  return Array.isArray(names)
    ? names.includes(component)
    : path === 'request.components.bodylessNonceMutation' && value === 'default' && component === 'content-digest';
};

/** Pairs that the schema refuses, or that no service could mean. */
export function excludes(field: string, value: string, otherField: string, other: string): boolean {
  if (field === 'request.parameters' && otherField === 'request.tag')
    return covers(field, value, 'tag') === (other === 'none');
  if (!field.startsWith('request.components.')) return false;
  if (otherField === 'request.languages' && other === 'none') return covers(field, value, 'accept-language');
  if (field !== 'request.components.bodylessNonceMutation') return false;
  if (otherField === 'request.emptyBodyDigest' && other === 'without') return covers(field, value, 'content-digest');
  return otherField === 'request.bodylessContentType' && other === 'none' && covers(field, value, 'content-type');
}

const dimensions: readonly Dimension[] = fields.map(({ path, values }) => ({
  field: path,
  values: Object.keys(values),
}));

export function coverage(): Coverage {
  return coverPairs(dimensions, excludes, leastProfiles);
}

let known: Coverage | undefined;

/** The same, worked out once in a thread. */
export function knownCoverage(): Coverage {
  known ??= coverage();
  return known;
}

export function choicesOf(row: Row): Choices {
  return Object.fromEntries(dimensions.map(({ field, values }, index) => [field, values[row[index] ?? 0] ?? '']));
}

/** Every field at its first value. */
export const defaults: Choices = choicesOf(dimensions.map(() => 0));

export function isPossible(choices: Choices): boolean {
  const named = Object.entries(choices);
  return !named.some(([field, value]) =>
    named.some(([otherField, other]) => excludes(field, value, otherField, other)),
  );
}

/** The file that such a deployment would hand out, before its service has put in its address and its keys. */
export function documentOf(choices: Choices): object {
  const document: Record<string, unknown> = {
    version: 1,
    name: 'Proof',
    baseUrl: 'http://127.0.0.1:4010',
    serviceKeys: { jwks: { keys: [] } },
  };
  for (const { path } of fields) put(document, path.split('.'), valueOf(path, choices[path] ?? ''));
  return document;
}

/** `document` with one field as other choices have it: what a counter would read that was handed the wrong file. */
export function withField(document: object, { path }: Field, choices: Choices): object {
  const changed: Record<string, unknown> = structuredClone({ ...document });
  const value = valueOf(path, choices[path] ?? '');
  if (value === absent) drop(changed, path.split('.'));
  else put(changed, path.split('.'), value);
  return changed;
}

function valueOf(path: string, name: string): unknown {
  const field = fields.find((candidate) => candidate.path === path);
  if (field === undefined || !(name in field.values)) throw new Error(`no value ${name} of ${path}`);
  return field.values[name];
}

function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (value === absent) return;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner: Record<string, unknown> = { ...recordOf(into[first]) };
  into[first] = inner;
  put(inner, rest, value);
}

function drop(from: Record<string, unknown>, [first = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) Reflect.deleteProperty(from, first);
  else if (first in from) {
    const inner: Record<string, unknown> = { ...recordOf(from[first]) };
    from[first] = inner;
    drop(inner, rest);
  }
}

function recordOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
