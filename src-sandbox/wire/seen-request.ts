import type { FastifyRequest } from 'fastify';
import type { FieldOccurrence, RequestDescriptor } from 'http-message-sig';

/** A request exactly as it arrived: every field occurrence, the target before any decoding, the body's bytes. */
export interface SeenRequest {
  readonly method: string;
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

export function seeRequest(request: FastifyRequest): SeenRequest {
  const { method = '', url = '', rawHeaders } = request.raw;
  return {
    method,
    host: request.headers.host ?? 'unknown',
    target: url,
    fields: pairFields(rawHeaders),
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    remoteAddress: request.socket.remoteAddress ?? '',
  };
}

function pairFields(rawHeaders: readonly string[]): FieldOccurrence[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : []));
}

function targetUriOf(seen: SeenRequest): string {
  return `http://${seen.host}${seen.target}`;
}
