/** One header as on the wire; a name may be repeated. */
export type HeaderLine = readonly [name: string, value: string];

export interface RequestMessage {
  readonly kind: 'request';
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** host[:port], lower-case, default port dropped (RFC 9421 section 2.2.3). */
  readonly authority: string;
  /** Absolute path with its percent-octets undecoded (section 2.2.6). */
  readonly path: string;
  /** Undecoded, without the leading "?"; null when the address has none. */
  readonly query: string | null;
  readonly headers: readonly HeaderLine[];
}

export interface AnswerMessage {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** The request as it was sent; `;req` components are read from it (section 2.4). */
  readonly request: RequestMessage | null;
}

export type Message = RequestMessage | AnswerMessage;

/** A request message for an absolute http or https address. Any other address is a bug of the caller: it throws. */
export function requestMessage(method: string, url: URL | string, headers: readonly HeaderLine[]): RequestMessage {
  const address = new URL(url);
  if (address.username !== '' || address.password !== '') throw new TypeError('An address may not carry credentials');
  return {
    kind: 'request',
    method,
    scheme: schemeOf(address),
    authority: address.host,
    path: address.pathname,
    query: queryOf(address),
    headers,
  };
}

function schemeOf(address: URL): 'http' | 'https' {
  if (address.protocol === 'https:') return 'https';
  if (address.protocol === 'http:') return 'http';
  throw new TypeError('An address must be http or https');
}

/** `URL.search` is empty both for "/a" and for "/a?"; only the second has a query (RFC 3986 section 3.4). */
function queryOf(address: URL): string | null {
  const { search, href } = address;
  if (search !== '') return search.slice(1);
  if (!href.includes('?')) return null;
  const beforeFragment = href.split('#', 1)[0] ?? '';
  return beforeFragment.endsWith('?') ? '' : null;
}

/**
 * All lines of a field as one value, or null when there is none: each line trimmed, an obsolete fold read as one
 * space, lines joined with ", " (RFC 9421 section 2.1).
 */
export function fieldValue(headers: readonly HeaderLine[], name: string): string | null {
  const wanted = name.toLowerCase();
  let joined: string | null = null;
  for (const [lineName, value] of headers) {
    // No name of another length is the same in small letters: the names that are wanted are ASCII.
    if (lineName.length !== wanted.length || lineName.toLowerCase() !== wanted) continue;
    joined = joined === null ? unfolded(value) : `${joined}, ${unfolded(value)}`;
  }
  return joined;
}

function unfolded(value: string): string {
  if (!value.includes('\n')) return trimmed(value);
  return trimmed(
    value
      .split(/\r?\n[ \t]/)
      .map(trimmed)
      .join(' '),
  );
}

/** By hand: an expression for space before an end looks at a long run of spaces again from each of them. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (isSpace(text, start)) start += 1;
  while (isSpace(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}
