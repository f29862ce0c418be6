import type { Item } from 'structured-headers';
import { type Outcome, refuse, succeed } from './fault.ts';

/** A component identifier (RFC 9421 section 2). Of its parameters only `req` is in use here. */
export interface ComponentId {
  readonly name: string;
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
export function parseComponent(text: string): Outcome<ComponentId> {
  const req = text.endsWith(';req');
  return namedComponent(req ? text.slice(0, -';req'.length) : text, req);
}

/** Reads an identifier from a received `Signature-Input`. A parameter we do not understand is refused (section 2.5). */
export function componentOfItem([value, parameters]: Item): Outcome<ComponentId> {
  if (typeof value !== 'string') return refuse('component_malformed');
  for (const [name, flag] of parameters) {
    if (name !== 'req' || flag !== true) return refuse('component_unsupported', `"${value}"`);
  }
  return namedComponent(value, parameters.has('req'));
}

/** The identifier as it stands in `Signature-Input` and in the signature base: `"content-digest";req`. */
export function serializeComponent(component: ComponentId): string {
  return component.req ? `"${component.name}";req` : `"${component.name}"`;
}

/** Whether exactly this component, `req` flag included, is among those covered. */
export function covers(covered: readonly ComponentId[], component: ComponentId): boolean {
  return covered.some(({ name, req }) => name === component.name && req === component.req);
}

function namedComponent(name: string, req: boolean): Outcome<ComponentId> {
  if (name.startsWith('@')) {
    return DERIVED_NAMES.has(name) ? succeed({ name, req }) : refuse('component_unsupported', `"${name}"`);
  }
  return FIELD_NAME.test(name) ? succeed({ name, req }) : refuse('component_malformed', `"${name}"`);
}
