import { type BareItem, type Item, serializeItem } from 'structured-headers';
import { type SignatureResult, refuse, succeed } from './fault.ts';

/**
 * A component identifier (RFC 9421 section 2). Of its parameters only `req` and the `name` of `@query-param` are in
 * use.
 */
export interface ComponentId {
  readonly name: string;
  /** Of `@query-param` alone: which parameter of the query, encoded as section 2.2.8 says. */
  readonly queryParam?: string;
  /** Read from the request that an answer belongs to (section 2.4). */
  readonly req: boolean;
}

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const DERIVED_NAMES: ReadonlySet<string> = new Set([
  '@method',
  '@target-uri',
  '@authority',
  '@scheme',
  '@request-target',
  '@path',
  '@query',
  '@status',
]);

/** Reads an identifier as a deployment writes it: `@method`, `content-digest` or `content-digest;req`. */
export function parseComponent(text: string): SignatureResult<ComponentId> {
  const req = text.endsWith(';req');
  return namedComponent(req ? text.slice(0, -';req'.length) : text, req);
}

/**
 * Reads an identifier from a received `Signature-Input`. A parameter we do not understand is refused (section 2.5), and
 * so is `req` before `name`, since the order in which they came is signed and we write the other one.
 */
export function componentOfItem([value, parameters]: Item): SignatureResult<ComponentId> {
  if (typeof value !== 'string') return refuse('component_malformed');
  if (parameters.size === 0) return namedComponent(value, false);
  const [req, queryParam] = [parameters.get('req') ?? false, parameters.get('name')];
  const known = [...(queryParam === undefined ? [] : ['name']), ...(req === true ? ['req'] : [])];
  if ([...parameters.keys()].join() !== known.join()) return refuse('component_unsupported', `"${value}"`);
  if (queryParam === undefined) return namedComponent(value, req === true);
  if (value !== '@query-param' || typeof queryParam !== 'string') return refuse('component_unsupported', `"${value}"`);
  return succeed({ name: value, queryParam, req: req === true });
}

/** The identifier as an item of the list of covered components. */
export function componentItem({ name, queryParam, req }: ComponentId): [string, Map<string, BareItem>] {
  return [
    name,
    new Map<string, BareItem>([
      ...(queryParam === undefined ? [] : [['name', queryParam] as const]),
      ...(req ? [['req', true] as const] : []),
    ]),
  ];
}

/** The identifier as it stands in `Signature-Input` and in the signature base: `"content-digest";req`. */
export function serializeComponent({ name, queryParam, req }: ComponentId): string {
  return `"${name}"${queryParam === undefined ? '' : `;name=${serializeItem(queryParam)}`}${req ? ';req' : ''}`;
}

/** Whether exactly this component, parameters included, is among those covered. */
export function covers(covered: readonly ComponentId[], component: ComponentId): boolean {
  return covered.some(
    ({ name, queryParam, req }) =>
      name === component.name && queryParam === component.queryParam && req === component.req,
  );
}

function namedComponent(name: string, req: boolean): SignatureResult<ComponentId> {
  if (name.startsWith('@')) {
    return DERIVED_NAMES.has(name) ? succeed({ name, req }) : refuse('component_unsupported', `"${name}"`);
  }
  return FIELD_NAME.test(name) ? succeed({ name, req }) : refuse('component_malformed', `"${name}"`);
}
