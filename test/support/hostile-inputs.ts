import * as z from 'zod';

/** What a schema of the contract allows, as JSON Schema says it; only what the contract uses. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
}

/** Ids that mean something at the counter under attack, by the name of the member that takes them. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

const strayId = '00000000-0000-4000-8000-000000000000';

/** Wrong for every member of the contract, or nearly so. */
const anything: readonly unknown[] = [
  null,
  undefined,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  -1,
  0.5,
  '',
  '__proto__',
  'x'.repeat(300_000),
  [],
  Array.from({ length: 20_000 }, () => strayId),
  {},
  JSON.parse('{"__proto__":{"role":"manager"}}'),
  nested(31),
  nested(400),
  new Map([['a', 1]]),
  new Uint8Array(4),
  new Date(0),
  10n,
];

/** Texts that a schema may let through, and that a person would hardly type. */
const texts: readonly string[] = [
  '\u{0}',
  '\u{d800}',
  'a\u{dc00}b',
  '\u{202e}gnp',
  '\u{feff}',
  ' ',
  '\r\n',
  '=1+1',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e5',
  '1e999999999',
  '9999999999',
  '٣٫٥',
  '0.0000000000000000000001',
  '../../etc/passwd',
  '%',
  '_',
  "' OR 1=1 --",
  '"*" NEAR',
  '2026-13-45',
  '9999-12-31',
  '0000-00-00',
  '2026-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
];

/** All inputs that are tried at one call: what it allows with each part replaced, and members it does not know. */
export function hostileInputs(input: z.ZodType, ids: KnownIds): readonly unknown[] {
  const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;
  const legal = legalValues(shape, '', ids).slice(0, 6);
  const first = legal[0];
  return [
    ...legal,
    ...anything,
    ...legal.slice(0, 1).flatMap((each) => replaced(shape, each, '', ids)),
    ...more(first),
  ];
}

function more(legal: unknown): readonly unknown[] {
  if (!isObject(legal)) return [];
  return [
    ...['more', 'toString', 'approval', 'role', '__defineGetter__'].map((name) => ({ ...legal, [name]: strayId })),
    // As a clone of a page's object would have it: an own member of that name.
    JSON.parse(`{"__proto__":{"role":"manager"},${JSON.stringify(legal).slice(1)}`.replace(/,\}$/, '}')),
    Object.assign([], legal),
  ];
}

/** `value` with each part of it replaced, one at a time. */
function replaced(shape: Shape, value: unknown, name: string, ids: KnownIds): readonly unknown[] {
  const here = [...anything, ...legalValues(shape, name, ids)];
  if (isObject(value)) {
    const members = Object.entries(shape.properties ?? {}).flatMap(([member, inner]) =>
      replaced(inner, value[member] ?? legalValues(inner, member, ids)[0], member, ids).map((each) => ({
        ...value,
        [member]: each,
      })),
    );
    const missing = Object.keys(value).map((member) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== member)),
    );
    return name === '' ? [...members, ...missing] : [...here, ...members, ...missing];
  }
  if (Array.isArray(value) && shape.items !== undefined) {
    const first: unknown = value[0];
    const items = replaced(shape.items, first, name, ids).map((each) => [each]);
    return [...here, ...items, Array.from({ length: shape.maxItems ?? 1000 }, () => first)];
  }
  return here;
}

function legalValues(shape: Shape, name: string, ids: KnownIds): readonly unknown[] {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((each) => legalValues(each, name, ids));
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum !== undefined) return shape.enum;
  switch (shape.type) {
    case 'object':
      return legalObjects(shape, name, ids);
    case 'array':
      return legalValues(shape.items ?? {}, name.replace(/s$/, ''), ids).map((each) => [each]);
    case 'string':
      return legalTexts(shape, name, ids);
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [Math.max(shape.minimum ?? 0, 0), 1, 2, shape.maximum ?? 1e9, shape.minimum ?? -1];
    default:
      return [null];
  }
}

function legalObjects(shape: Shape, name: string, ids: KnownIds): readonly unknown[] {
  const members = Object.entries(shape.properties ?? {});
  if (members.length === 0 && typeof shape.additionalProperties === 'object')
    return [
      {},
      ...legalValues(shape.additionalProperties, name, ids).map((each) => ({ IQD: each, constructor: each })),
    ];
  const values = members.map(([member, inner]) => [member, legalValues(inner, member, ids)] as const);
  const isNeeded = (member: string): boolean => shape.required?.includes(member) === true;
  const most = Math.max(1, ...values.map(([, each]) => each.length));
  return Array.from({ length: Math.min(most, 12) }, (_, index) =>
    Object.fromEntries(
      values
        .filter(([member]) => isNeeded(member) || index % 3 === 1)
        .map(([member, each]) => [member, each[index % each.length]]),
    ),
  );
}

function legalTexts(
  { pattern, format, maxLength = 5_000, minLength = 0 }: Shape,
  name: string,
  ids: KnownIds,
): readonly string[] {
  const known = ids[name] ?? [];
  if (pattern?.startsWith('^[0-9a-f]{8}') === true)
    return [...known, ...new Set(Object.values(ids).flat()), strayId].slice(0, 24);
  if (format === 'date-time') return ['2026-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'];
  const fitting = [
    ...known,
    ...texts,
    'ا'.repeat(maxLength),
    '1',
    '1.000',
    '2026-01-01',
    '1-1',
    'IQD',
    '\u{d800}'.repeat(maxLength),
  ];
  const isAllowed = pattern === undefined ? () => true : (text: string) => new RegExp(pattern, 'u').test(text);
  const allowed = fitting.filter((text) => text.length <= maxLength && text.length >= minLength && isAllowed(text));
  return allowed.length > 0 ? allowed : [''];
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
