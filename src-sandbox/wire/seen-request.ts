import type { FastifyRequest } from 'fastify';
import type { FieldOccurrence, RequestDescriptor } from 'http-message-sig';
import type { Profile } from './profile.ts';

/**
 * A request as the service sees it: every field occurrence, the target before any decoding, the body's bytes. Where the
 * deployment stands behind a proxy, address and target are those behind it.
 */
export interface SeenRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** Path and query as sent (RFC 9421 sections 2.2.6 and 2.2.7 forbid decoding). */
  readonly target: string;
  readonly fields: readonly FieldOccurrence[];
  readonly body: Uint8Array;
  readonly remoteAddress: string;
}

export function pathOf(seen: SeenRequest): string {
  return seen.target.split('?', 1)[0] ?? '';
}

/** The query with its leading `?`, or nothing when the target has none. */
export function queryOf(seen: SeenRequest): string {
  return seen.target.slice(pathOf(seen).length);
}

/** The authority as RFC 9421 section 2.2.3 has it: lower-case, without a default port. */
export function authorityOf(seen: SeenRequest): string {
  return new URL(targetUriOf(seen)).host;
}

export function fieldsNamed(seen: SeenRequest, name: string): readonly string[] {
  return seen.fields.filter((field) => field.name.toLowerCase() === name).map((field) => field.value.trim());
}

/** The field's value when it was sent exactly once. */
export function singleField(seen: SeenRequest, name: string): string | undefined {
  const values = fieldsNamed(seen, name);
  return values.length === 1 ? values[0] : undefined;
}

export function toDescriptor(seen: SeenRequest): RequestDescriptor {
  return { kind: 'request', method: seen.method, targetUri: targetUriOf(seen), fields: seen.fields };
}

/**
 * `pathPrefix` is the one that the request was sent to; what the profile puts in its place is what a proxy makes of it.
 */
export function seeRequest(
  request: FastifyRequest,
  pathPrefix: string,
  { scheme, authority, pathPrefix: prefixBehind }: Profile['request']['seenAs'],
): SeenRequest {
  const { method = '', url = '', rawHeaders } = request.raw;
  const isBelow = url.startsWith(`${pathPrefix}/`);
  return {
    method,
    scheme: scheme ?? 'http',
    host: authority ?? request.headers.host ?? 'unknown',
    target: prefixBehind !== null && isBelow ? prefixBehind + url.slice(pathPrefix.length) : url,
    // A proxy that changes the authority changes the line that carries it.
    fields: pairFields(rawHeaders).map((field) =>
      authority !== null && field.name.toLowerCase() === 'host' ? { ...field, value: authority } : field,
    ),
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    remoteAddress: request.socket.remoteAddress ?? '',
  };
}

function pairFields(rawHeaders: readonly string[]): FieldOccurrence[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : []));
}

function targetUriOf(seen: SeenRequest): string {
  return `${seen.scheme}://${seen.host}${seen.target}`;
}
