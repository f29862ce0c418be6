import { z } from 'zod';

import { sha256Base64url } from '../core/hash.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';

/**
 * The deployment profile: everything that the partner API leaves to a deployment, as data in one JSON document
 * (design, "Deployment profile"). Absent fields take the defaults below; unknown fields are refused.
 */

const component = z.string().regex(/^(@[a-z-]+|[a-z0-9!#$%&'*+.^_`|~-]+)$/, 'a lower-case field name or a derived component');
const components = (...names: string[]) => z.array(component).min(1).refine(unique, 'each component once').default(names);
const boundComponents = (...names: string[]) => z.array(component).refine(unique, 'each component once').default(names);
const thumbprint = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'an RFC 7638 thumbprint: 43 base64url characters');
const seconds = (maximum: number) => z.int().min(0).max(maximum);

const baseUrl = z.string().max(2048).refine(isServiceAddress, 'an https: address without query or fragment (http: only on loopback)');

const publicJwk = z.looseObject({ kty: z.string(), crv: z.string().optional(), x: z.string().optional(), y: z.string().optional(), kid: z.string().optional() })
  .refine((jwk) => !('d' in jwk), 'public keys only: a private member is refused');

const serviceKeys = z.union([
  z.strictObject({ jwks: z.strictObject({ keys: z.array(publicJwk).max(100) }) }),
  z.strictObject({ url: z.string().startsWith('/').max(512), pins: z.array(thumbprint).max(20) }),
]);

const request = z.strictObject({
  label: z.string().regex(/^[a-z*][a-z0-9_.*-]*$/, 'a structured-field key').default('sig1'),
  parameters: z.array(z.enum(['created', 'expires', 'keyid', 'alg', 'nonce'])).refine(unique, 'each parameter once')
    .refine((names) => names.includes('keyid'), 'keyid is required').default(['created', 'expires', 'keyid', 'alg']),
  expiresAfterSeconds: z.int().min(1).max(3600).default(60),
  components: z.strictObject({
    safeRead: components('@method', '@authority', '@path', '@query', 'x-service-date'),
    bodylessNonceMutation: components('@method', '@authority', '@path', '@query', 'x-service-date', 'content-digest', 'nonce'),
    diagnostic: components('@method', '@authority', '@path', '@query', 'x-service-date', 'content-type', 'content-digest', 'nonce'),
    orderMutation: components('@method', '@authority', '@path', '@query', 'x-service-date', 'content-type', 'content-digest', 'nonce', 'idempotency-key'),
  }).prefault({}),
  encoding: z.enum(['p1363', 'der']).default('p1363'),
  serviceDate: z.enum(['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms']).default('rfc3339-ms'),
  nonce: z.enum(['uuid', 'base64url']).default('uuid'),
  digest: z.enum(['sha-256', 'sha-512']).default('sha-256'),
  idempotencyKey: z.enum(['bare', 'quoted']).default('bare'),
  emptyQuery: z.enum(['?', '']).default('?'),
});

const answer = z.strictObject({
  required: boundComponents('@status', 'content-digest', 'content-type', 'x-request-id')
    .refine((names) => names.includes('@status') && names.includes('content-digest'), '@status and content-digest are required'),
  requiredIfPresent: boundComponents('location', 'retry-after', 'idempotency-replayed'),
  /** Request components that the answer covers with `;req`, each if the request carried it. */
  binding: boundComponents('@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'),
  maxSkewSeconds: seconds(86_400).default(60),
});

const enrolment = z.strictObject({
  answersSigned: z.boolean().default(true),
  proof: z.enum(['challenge-utf8']).default('challenge-utf8'),
  proofFields: z.array(z.enum(['keyId', 'challenge', 'signature', 'challengeGeneration'])).refine(unique, 'each field once')
    .refine((names) => names.includes('signature'), 'signature is required').default(['keyId', 'challenge', 'signature']),
  thumbprint: z.enum(['rfc7638', 'spki-sha256-hex']).default('rfc7638'),
});

const profile = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(100),
  baseUrl,
  serviceKeys,
  request: request.prefault({}),
  answer: answer.prefault({}),
  enrolment: enrolment.prefault({}),
  retryAfterUnit: z.enum(['seconds', 'milliseconds']).default('seconds'),
  answerWaitSeconds: z.int().min(1).max(600).default(120),
  /** How long after the first attempt an order may be sent again that was never acknowledged; null without limit. */
  safeResendHours: z.int().min(1).max(87_600).nullable().default(null),
  /** How old a request it accepts, and how soon an accepted order can be read; null where the deployment gives no word. */
  fence: z.strictObject({ maxRequestAgeSeconds: seconds(86_400), visibleWithinSeconds: seconds(86_400) }).nullable()
    .prefault({ maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 }),
  /** Whether the head of the journal's chain goes out before the shop's own reference, for the service to sign for. */
  countersignedJournal: z.boolean().default(false),
});

export type DeploymentProfile = z.infer<typeof profile>;

/** One thing wrong with a profile: where, and what is allowed there. */
export interface ProfileFault {
  readonly field: string;
  readonly allowed: string;
}

/** The profile with its defaults, or every fault at once, each with its path. `text` is the JSON document. */
export function parseProfile(text: string): Result<DeploymentProfile, readonly ProfileFault[]> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return err([{ field: '', allowed: 'a JSON document' }]);
  }
  const parsed = profile.safeParse(document);
  return parsed.success ? ok(parsed.data) : err(faultsOf(parsed.error));
}

/** SHA-256 of the profile with all defaults, base64url: kept with every attempt. */
export function profileHash(value: DeploymentProfile): string {
  return sha256Base64url(JSON.stringify(value));
}

/** What an operation is pinned to: the service it was meant for, whatever the file is called. */
export function deploymentIdentity(value: DeploymentProfile): string {
  return baseAddress(value);
}

/** The absolute address of an API path that starts with `/`. */
export function serviceUrl(value: DeploymentProfile, pathAndQuery: string): string {
  return baseAddress(value) + pathAndQuery;
}

function faultsOf(error: z.ZodError): readonly ProfileFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: path === '' ? key : `${path}.${key}`, allowed: 'no such field' }));
    }
    if (issue.code === 'invalid_union') return [{ field: path, allowed: '{"jwks":{"keys":[...]}} or {"url":"/path","pins":[...]}' }];
    return [{ field: path, allowed: issue.message }];
  });
}

/** In the one form that a parser gives it: what is signed, what is sent and what an order is pinned to must be the same text. */
function baseAddress(value: DeploymentProfile): string {
  const address = new URL(value.baseUrl).href;
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function unique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
