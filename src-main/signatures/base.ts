import { type ComponentId, serializeComponent } from './component.ts';
import { type SignatureResult, refuse, succeed } from './fault.ts';
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
): SignatureResult<string> {
  if (!LINE_VALUE.test(signatureParams)) return refuse('parameters_malformed');
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const component of components) {
    const identifier = serializeComponent(component);
    if (seen.has(identifier)) return refuse('component_duplicate', identifier);
    seen.add(identifier);
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
  component: ComponentId,
  identifier: string,
  options: BaseOptions,
): SignatureResult<string> {
  if (!component.req) return ownValue(message, component, identifier, options);
  if (message.kind === 'request') return refuse('component_not_allowed', identifier);
  if (message.request === null) return refuse('request_unknown', identifier);
  return ownValue(message.request, component, identifier, options);
}

function ownValue(
  message: Message,
  { name, queryParam }: ComponentId,
  identifier: string,
  options: BaseOptions,
): SignatureResult<string> {
  if (name === '@status') {
    return message.kind === 'answer' ? succeed(String(message.status)) : refuse('component_not_allowed', identifier);
  }
  if (name.startsWith('@')) {
    if (message.kind === 'answer') return refuse('component_not_allowed', identifier);
    if (queryParam !== undefined) return queryParamValue(message, queryParam, identifier);
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

/** The value of a parameter of the query. One that is there more than once cannot be signed (section 2.2.8). */
function queryParamValue(request: RequestMessage, queryParam: string, identifier: string): SignatureResult<string> {
  const values = [...new URLSearchParams(request.query ?? '')].flatMap(([name, value]) =>
    formEncoded(name) === queryParam ? [value] : [],
  );
  const [value] = values;
  if (value === undefined) return refuse('component_missing', identifier);
  return values.length === 1 ? succeed(formEncoded(value)) : refuse('component_not_allowed', identifier);
}

/**
 * "Percent-encode after encoding" of the URL standard, for forms: all but letters, digits and `*-._`, a space as %20.
 */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
