import type { ServiceLanguage } from '../../src-shared/words/languages.ts';
import type { OperationId, WalletId } from '../core/ids.ts';
import type { Randomness, WireRequest } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { datedBackSeconds, seenUrl, serviceUrl, type DeploymentProfile } from '../deployment/profile.ts';
import { contentDigest, type DigestAlgorithm } from '../signatures/digest.ts';
import type { SignatureFault } from '../signatures/fault.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { requestMessage, type HeaderLine, type RequestMessage } from '../signatures/message.ts';
import { ALGORITHM, signMessage, type SignatureParameter, type SignatureParameters } from '../signatures/sign.ts';
import { operations, pathOf, type OperationName } from './operations/table.ts';

/** What is asked for, before anything that makes one request differ from the next. */
export interface RequestDraft {
  readonly operation: OperationName;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly cursor?: string;
  readonly body?: Uint8Array;
  /** Of an order, in place of `parameters`. */
  readonly form?: OrderForm;
  readonly language?: ServiceLanguage;
  /** The enrolment token; only on enrolment calls, which are not signed. */
  readonly token?: string;
}

/**
 * How an order goes over the wire, fixed at its intent: whatever profile is in use later, a resend has this form (law
 * 2).
 */
export interface OrderForm {
  readonly url: string;
  readonly contentType: string;
  readonly idempotencyKey: string;
}

/**
 * One request, ready to be recorded and then signed: everything that is unique to it (nonce, dates, expiry, address) is
 * fixed here, so that an attempt can be durable before its signature exists.
 */
export interface PreparedRequest {
  readonly operation: OperationName;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | null;
  readonly nonce: string | null;
  /** The time by which it is dated, as far back as the profile says: `created` is its whole second. */
  readonly datedMs: number;
  readonly createdAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/**
 * Fixes a request at the service's time `nowMs`, and dates it as far back as the profile says. Header forms follow the
 * profile's `request` part.
 */
export function prepareRequest(
  profile: DeploymentProfile,
  draft: RequestDraft,
  nowMs: number,
  randomness: Randomness,
): PreparedRequest {
  const { kind } = operations[draft.operation];
  const query = draft.cursor === undefined ? '' : `?cursor=${queryValue(profile, draft.cursor)}`;
  const needsNonce = kind === 'bodylessNonceMutation' || kind === 'diagnostic' || kind === 'orderMutation';
  const nonce = needsNonce ? newNonce(profile, randomness) : null;
  const datedMs = nowMs - datedBackSeconds(profile) * 1000;
  const createdAtSeconds = Math.floor(datedMs / 1000);
  return {
    operation: draft.operation,
    url: draft.form?.url ?? serviceUrl(profile, pathOf(draft.operation, draft.parameters ?? {}) + query),
    headers: headersOf(profile, draft, datedMs, nonce),
    body: draft.body ?? null,
    nonce,
    datedMs,
    createdAtSeconds,
    expiresAtSeconds: createdAtSeconds + profile.request.expiresAfterSeconds,
  };
}

/** The request as the service must see it, for its signature base and for an answer that binds to it. */
export function messageOf(
  profile: DeploymentProfile,
  prepared: Pick<PreparedRequest, 'operation' | 'url' | 'headers'>,
): RequestMessage {
  const seen = new URL(seenUrl(profile, prepared.url));
  // Every request has this line, and whoever changes the authority on the way changes it too.
  return requestMessage(operations[prepared.operation].method, seenUrl(profile, prepared.url), [
    ['Host', seen.host],
    ...prepared.headers,
  ]);
}

/**
 * What a signature is to hold of a request: where a deployment leaves out an absent query, that name does not stand.
 */
export function presentComponents(
  profile: DeploymentProfile,
  names: readonly string[],
  { query }: Pick<RequestMessage, 'query'>,
): readonly string[] {
  return profile.request.emptyQuery === 'omitted' && (query ?? '') === ''
    ? names.filter((name) => name !== '@query')
    : names;
}

/** What `@query` is where it stands without a query. */
export function emptyQueryOf({ request: { emptyQuery } }: DeploymentProfile): '?' | '' {
  return emptyQuery === 'omitted' ? '?' : emptyQuery;
}

/** A prepared request without any signature. */
export function unsignedRequest({ operation, url, headers, body }: PreparedRequest): WireRequest {
  return { method: operations[operation].method, url, headers, body };
}

/** Signs a prepared request (RFC 9421 section 3.1); enrolment calls carry their token instead and are not signed. */
export function signRequest(
  profile: DeploymentProfile,
  prepared: PreparedRequest,
  key: SigningKey | null,
): Result<WireRequest, SignatureFault> {
  const { kind } = operations[prepared.operation];
  const wire = unsignedRequest(prepared);
  if (kind === 'enrollmentToken') return ok(wire);
  if (key === null) return err({ code: 'unknown_key' });
  const message = messageOf(profile, prepared);
  const signed = signMessage({
    message,
    label: profile.request.label,
    components: presentComponents(profile, profile.request.components[kind], message).map((name) => ({
      name,
      req: false,
    })),
    parameters: parametersOf(profile, prepared, key),
    key,
    encoding: profile.request.encoding,
    emptyQuery: emptyQueryOf(profile),
  });
  if (!signed.ok) return signed;
  return ok({
    ...wire,
    headers: [
      ...prepared.headers,
      ['Signature-Input', signed.value.signatureInput],
      ['Signature', signed.value.signature],
    ],
  });
}

/**
 * The form of a new order: `Idempotency-Key` bare as nearly everywhere, or a structured-field string as the draft wants
 * it.
 */
export function orderForm(profile: DeploymentProfile, operationId: OperationId, walletId: WalletId): OrderForm {
  return {
    url: serviceUrl(profile, pathOf('createPartnerOrder', { walletId })),
    contentType: jsonContentType,
    idempotencyKey: profile.request.idempotencyKey === 'quoted' ? `"${operationId}"` : operationId,
  };
}

const jsonContentType = 'application/json';

function headersOf(
  profile: DeploymentProfile,
  draft: RequestDraft,
  datedMs: number,
  nonce: string | null,
): HeaderLine[] {
  const { kind } = operations[draft.operation];
  const { languages, emptyBodyDigest, bodylessContentType } = profile.request;
  const headers: HeaderLine[] = [
    ['Accept', 'application/json, application/problem+json'],
    // A coded body would have another digest than the one we can compute (RFC 9530 section 2).
    ['Accept-Encoding', 'identity'],
  ];
  if (draft.language !== undefined && languages !== null) headers.push(['Accept-Language', languages[draft.language]]);
  if (draft.token !== undefined) headers.push(['Authorization', `Enrollment ${draft.token}`]);
  const contentType = draft.form?.contentType ?? (draft.body === undefined ? bodylessContentType : jsonContentType);
  if (contentType !== null && (draft.body !== undefined || kind === 'bodylessNonceMutation'))
    headers.push(['Content-Type', contentType]);
  // As it goes over the wire (RFC 9110 section 8.6), so that a signature can cover it.
  if (operations[draft.operation].method === 'POST')
    headers.push(['Content-Length', String(draft.body?.byteLength ?? 0)]);
  if (kind === 'enrollmentToken') return headers;
  if (profile.request.components[kind].some((name) => name === 'date'))
    headers.push(['Date', new Date(datedMs).toUTCString()]);
  headers.push(['X-Service-Date', serviceDate(profile, datedMs)]);
  if (nonce !== null) {
    if (draft.body !== undefined || emptyBodyDigest)
      headers.push(['Content-Digest', digestField(profile, draft.body ?? new Uint8Array())]);
    headers.push(['Nonce', nonce]);
  }
  if (draft.form !== undefined) headers.push(['Idempotency-Key', draft.form.idempotencyKey]);
  return headers;
}

function digestField({ request: { digest } }: DeploymentProfile, body: Uint8Array): string {
  const algorithms: readonly DigestAlgorithm[] = digest === 'both' ? ['sha-256', 'sha-512'] : [digest];
  return algorithms.map((algorithm) => contentDigest(body, algorithm)).join(', ');
}

function parametersOf(profile: DeploymentProfile, prepared: PreparedRequest, key: SigningKey): SignatureParameters {
  return profile.request.parameters.flatMap((name): SignatureParameter[] => {
    switch (name) {
      case 'created':
        return [['created', prepared.createdAtSeconds]];
      case 'expires':
        return [['expires', prepared.expiresAtSeconds]];
      case 'keyid':
        return [['keyid', key.keyId]];
      case 'alg':
        return [['alg', ALGORITHM]];
      case 'nonce':
        return textParameter(name, prepared.nonce);
      case 'tag':
        return textParameter(name, profile.request.tag);
    }
  });
}

function textParameter(name: 'nonce' | 'tag', text: string | null): SignatureParameter[] {
  return text === null ? [] : [[name, text]];
}

/** Unreserved characters alone stay as they are (RFC 3986 section 2.3): what we sign is what every parser sees. */
function queryValue({ request: { cursorEncoding } }: DeploymentProfile, text: string): string {
  if (cursorEncoding === 'form') return new URLSearchParams([['', text]]).toString().slice('='.length);
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function newNonce({ request: { nonce, nonceBytes } }: DeploymentProfile, randomness: Randomness): string {
  return nonce === 'uuid' ? randomness.uuid() : Buffer.from(randomness.bytes(nonceBytes)).toString(nonce);
}

function serviceDate(profile: DeploymentProfile, datedMs: number): string {
  const date = new Date(datedMs);
  switch (profile.request.serviceDate) {
    case 'rfc3339-ms':
      return date.toISOString();
    case 'rfc3339':
      return `${date.toISOString().slice(0, 19)}Z`;
    case 'imf-fixdate':
      return date.toUTCString();
    case 'unix':
      return String(Math.floor(datedMs / 1000));
    case 'unix-ms':
      return String(datedMs);
  }
}
