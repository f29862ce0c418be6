import { type ComponentId, covers, serializeComponent } from './component.ts';
import { type Outcome, refuse, succeed } from './fault.ts';
import { fieldValue, type Message, type RequestMessage } from './message.ts';

export interface BaseOptions {
  /** What `@query` is when the address has no query: "?" by RFC 9421 section 2.2.7; some services sign nothing. */
  readonly emptyQuery?: '?' | '';
}

/** Visible ASCII, space and tab: whatever else would let a value start a line of its own in the base. */
const LINE_VALUE = /^[\t\x20-\x7e]*$/;

/** The signature base (RFC 9421 section 2.5). `signatureParams` is the serialised inner list with its parameters. */
export function signatureBase(
  message: Message,
  components: readonly ComponentId[],
  signatureParams: string,
  options: BaseOptions = {},
): Outcome<string> {
  if (!LINE_VALUE.test(signatureParams)) return refuse('parameters_malformed');
  const lines: string[] = [];
  for (const [index, component] of components.entries()) {
    const identifier = serializeComponent(component);
    if (covers(components.slice(0, index), component)) return refuse('component_duplicate', identifier);
    const value = componentValue(message, component, identifier, options);
    if (!value.ok) return value;
    if (!LINE_VALUE.test(value.value)) return refuse('component_not_ascii', identifier);
    lines.push(`${identifier}: ${value.value}`);
  }
  lines.push(`"@signature-params": ${signatureParams}`);
  return succeed(lines.join('\n'));
}

function componentValue(
  message: Message,
  { name, req }: ComponentId,
  identifier: string,
  options: BaseOptions,
): Outcome<string> {
  if (req) {
    if (message.kind === 'request') return refuse('component_not_allowed', identifier);
    if (message.request === null) return refuse('request_unknown', identifier);
    return componentValue(message.request, { name, req: false }, identifier, options);
  }
  if (name === '@status') {
    return message.kind === 'answer' ? succeed(String(message.status)) : refuse('component_not_allowed', identifier);
  }
  if (name.startsWith('@')) {
    if (message.kind === 'answer') return refuse('component_not_allowed', identifier);
    const derived = derivedValue(message, name, options.emptyQuery ?? '?');
    return derived === null ? refuse('component_unsupported', identifier) : succeed(derived);
  }
  const value = fieldValue(message.headers, name);
  return value === null ? refuse('component_missing', identifier) : succeed(value);
}

function derivedValue(request: RequestMessage, name: string, emptyQuery: '?' | ''): string | null {
  const target = request.query === null ? request.path : `${request.path}?${request.query}`;
  switch (name) {
    case '@method':
      return request.method;
    case '@target-uri':
      return `${request.scheme}://${request.authority}${target}`;
    case '@authority':
      return request.authority;
    case '@scheme':
      return request.scheme;
    case '@request-target':
      return target;
    case '@path':
      return request.path;
    case '@query':
      return request.query === null || request.query === '' ? emptyQuery : `?${request.query}`;
    default:
      return null;
  }
}
