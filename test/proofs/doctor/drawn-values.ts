import { z } from 'zod';
import { changedText } from '../../../src-main/deployment/change.ts';
import { profileJsonSchema } from '../../../src-main/deployment/schema/json-schema.ts';
import { profileWith } from '../stage.ts';

/**
 * One field of the profile with the values that the schema lets it have: all that it lists, or three at its boundaries.
 */
export interface DrawnField {
  readonly path: string;
  readonly fallback: unknown;
  readonly values: readonly unknown[];
}

interface Node {
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly type?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Node>> | undefined;
  readonly items?: Node | undefined;
  readonly anyOf?: readonly Node[] | undefined;
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    type: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.unknown().optional(),
    properties: z.record(z.string(), node).optional(),
    items: node.optional(),
    anyOf: z.array(node).optional(),
  }),
);

/** Texts of every kind that a field may want; those that it takes are its values. */
const texts = [
  'a',
  'sig',
  'partner-1',
  'service',
  'inner.example',
  'inner.example:8443',
  '',
  '/inner',
  '/a/b',
  'proof',
  '{keyId}.{challenge}',
  'key {keyId} of {invitationId}: {challenge}',
  '{challenge}',
];

/** The groups of fields by which a service refuses a call or its answers are unverified. */
const groups = ['request', 'answer', 'enrolment'];

/** Every field of these groups, drawn from the schema of the profile itself. */
export function drawnFields(): readonly DrawnField[] {
  const schema = node.parse(JSON.parse(profileJsonSchema()));
  return groups.flatMap((group) => {
    const found = schema.properties?.[group];
    return found === undefined ? [] : leavesOf(found, group);
  });
}

function leavesOf(schema: Node, path: string): readonly DrawnField[] {
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, each]) => leavesOf(each, `${path}.${name}`));
  const fallback = schema.default ?? null;
  const isOther = (value: unknown): boolean =>
    JSON.stringify(value) !== JSON.stringify(fallback) && isPossible(path, value);
  const values = [
    ...new Map(
      valuesOf(schema, fallback)
        .filter(isOther)
        .map((value) => [JSON.stringify(value), value]),
    ).values(),
  ];
  return values.length === 0 ? [] : [{ path, fallback, values: isListed(schema) ? values : values.slice(0, 3) }];
}

function isListed({ enum: listed, anyOf = [] }: Node): boolean {
  return listed !== undefined || anyOf.some((each) => each.enum !== undefined);
}

function valuesOf(schema: Node, fallback: unknown): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => valuesOf(each, fallback));
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    case 'integer':
      return [
        schema.minimum ?? 0,
        schema.maximum ?? 0,
        Math.floor(((schema.minimum ?? 0) + (schema.maximum ?? 0)) / 2),
      ];
    case 'string':
      return texts;
    case 'array':
      return listsOf(schema.items?.enum ?? [], Array.isArray(fallback) ? fallback : []);
    default:
      return [];
  }
}

/**
 * The shortest that is possible, the usual one in another order, the usual one without its last, and everything there
 * is.
 */
function listsOf(items: readonly unknown[], usual: readonly unknown[]): readonly unknown[] {
  const others = items.filter((item) => !usual.includes(item));
  return [
    usual.toReversed(),
    usual.slice(0, -1),
    [...usual, ...others.slice(0, 1)],
    usual.slice(0, 1),
    [...usual, ...others],
  ];
}

function isPossible(path: string, value: unknown): boolean {
  return changedText(profileWith({}), [{ path, to: value }]).ok;
}
