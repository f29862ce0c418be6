import type { z } from 'zod';
import { faultsMost } from './document.ts';
import { profileSchema } from './profile.ts';
import { faultsBetween, type ProfileFault } from './rules.ts';

type Path = readonly PropertyKey[];

/** What stands in for a field that is wrong or not there, so that the rules between the others can be looked at. */
const stand: Readonly<Record<string, unknown>> = {
  version: 1,
  name: 'any',
  baseUrl: 'https://service.invalid',
  serviceKeys: { jwks: { keys: [] } },
};

/**
 * Every fault of a document that the schema refuses: of each field, of lists whose other entries are wrong too, and
 * between the fields that are right by themselves.
 */
export function allFaults(document: unknown, { issues }: z.ZodError): readonly ProfileFault[] {
  const own = issues.flatMap((issue) => faultsOfIssue(issue, document));
  // Of so many, what stands between the other fields helps nobody.
  if (!isRecord(document) || own.length > faultsMost) return own.slice(0, faultsMost);
  const wrong = own.map(({ field }) => field);
  const trimmed = { ...stand, ...withoutPaths(document, issues.flatMap(pathsOfIssue), 'entries') };
  const first = profileSchema.safeParse(trimmed);
  // What is said of a list as a whole is looked at only where each of its entries is right.
  const ofLists = first.success
    ? []
    : first.error.issues
        .filter(({ path }) => isListAt(document, path))
        .flatMap((issue) => faultsOfIssue(issue, trimmed));
  const second = first.success
    ? first
    : profileSchema.safeParse({
        ...stand,
        ...withoutPaths(trimmed, first.error.issues.flatMap(pathsOfIssue), 'whole'),
      });
  const between = second.success ? faultsBetween(second.data) : [];
  const entire = [...wrong.filter((path) => !/\.\d+$/.test(path)), ...ofLists.map(({ field }) => field)];
  const open = between.filter(({ field, dependsOn, shownIn }) =>
    [field, ...dependsOn].every((name) => !isWrong(name, name === shownIn ? entire : [...wrong, ...entire])),
  );
  return [
    ...own,
    ...ofLists.filter(({ field }) => !wrong.includes(field)),
    ...open.map(({ field, allowed }) => ({ field, allowed })),
  ];
}

function isWrong(name: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === name || path.startsWith(`${name}.`));
}

function isListAt(document: unknown, path: Path): boolean {
  return Array.isArray(path.reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), document));
}

function pathsOfIssue(issue: z.core.$ZodIssue): Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

function faultsOfIssue(issue: z.core.$ZodIssue, document: unknown): ProfileFault[] {
  const meant = issue.code === 'invalid_union' ? formMeant(issue, document) : undefined;
  if (meant !== undefined)
    return meant.flatMap((within) => faultsOfIssue({ ...within, path: [...issue.path, ...within.path] }, document));
  const field = (path: Path): string => path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: field([...issue.path, key]), allowed: 'no such field' }));
  return [{ field: field(issue.path), allowed: allowedBy(issue) }];
}

/**
 * What is wrong with the form that the document begins: each has one member that names it, in the order of the union.
 */
function formMeant(
  { path, errors }: z.core.$ZodIssueInvalidUnion,
  document: unknown,
): readonly z.core.$ZodIssue[] | undefined {
  const value = path.reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), document);
  return isRecord(value) ? errors[['jwks', 'url'].findIndex((name) => name in value)] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_union':
      return '{"jwks":{"keys":[...]}} or {"url":"/path","pins":[...]}';
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`;
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return issue.message;
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
}

/** The document without what stands at these paths; of a list those entries, or the whole of it. */
function withoutPaths(document: object, paths: readonly Path[], ofLists: 'entries' | 'whole'): object {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]: [string, unknown]) => {
      const here = paths.filter(([first]) => first === name).map((path) => path.slice(1));
      if (here.length === 0) return [[name, value] as const];
      if (Array.isArray(value) && ofLists === 'entries' && here.every(([index]) => typeof index === 'number')) {
        const left = value.filter((_, index) => here.every(([first]) => first !== index));
        return left.length === 0 ? [] : [[name, left] as const];
      }
      if (here.some(([next]) => typeof next !== 'string') || typeof value !== 'object' || value === null) return [];
      return [[name, withoutPaths(value, here, ofLists)] as const];
    }),
  );
}
