import { z } from 'zod';
import { err, ok, type Result } from '../result.ts';

const componentName = z.string().regex(/^(@(method|authority|path|query|target-uri|scheme|status)|[a-z][a-z0-9-]*)$/);
const componentList = z.array(componentName).min(1);
const seconds = z.int().min(0);

const targetAndDate = ['@method', '@authority', '@path', '@query', 'x-service-date'];

const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string().optional(),
  use: z.string().optional(),
  alg: z.string().optional(),
});

const serviceKeys = z.union([
  z.strictObject({ jwks: z.strictObject({ keys: z.array(publicJwk) }) }),
  z.strictObject({ url: z.string().min(1), pins: z.array(z.string()) }),
]);

const requestRules = z.strictObject({
  label: z.string().regex(/^[a-z*][a-z0-9_.*-]*$/).default('sig1'),
  parameters: z.array(z.enum(['created', 'expires', 'keyid', 'alg', 'nonce'])).default(['created', 'expires', 'keyid', 'alg']),
  expiresAfterSeconds: seconds.min(1).default(60),
  components: z.strictObject({
    safeRead: componentList.default(targetAndDate),
    bodylessNonceMutation: componentList.default([...targetAndDate, 'content-digest', 'nonce']),
    diagnostic: componentList.default([...targetAndDate, 'content-type', 'content-digest', 'nonce']),
    orderMutation: componentList.default([...targetAndDate, 'content-type', 'content-digest', 'nonce', 'idempotency-key']),
  }).prefault({}),
  encoding: z.enum(['p1363', 'der']).default('p1363'),
  serviceDate: z.enum(['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms']).default('rfc3339-ms'),
  nonce: z.enum(['uuid', 'base64url']).default('uuid'),
  digest: z.enum(['sha-256', 'sha-512']).default('sha-256'),
  idempotencyKey: z.enum(['bare', 'quoted']).default('bare'),
  emptyQuery: z.enum(['?', '']).default('?'),
});

const answerRules = z.strictObject({
  required: z.array(componentName).default(['@status', 'content-digest', 'content-type', 'x-request-id']),
  requiredIfPresent: z.array(componentName).default(['location', 'retry-after', 'idempotency-replayed']),
  binding: z.array(componentName)
    .default(['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key']),
  maxSkewSeconds: seconds.default(60),
});

const enrolmentRules = z.strictObject({
  answersSigned: z.boolean().default(true),
  proof: z.enum(['challenge-utf8']).default('challenge-utf8'),
  proofFields: z.array(z.enum(['keyId', 'challenge', 'signature', 'challengeGeneration']))
    .refine((fields) => fields.includes('signature'), 'must name signature').default(['keyId', 'challenge', 'signature']),
  thumbprint: z.enum(['rfc7638', 'spki-sha256-hex']).default('rfc7638'),
});

const profileSchema = z.strictObject({
  version: z.literal(1).default(1),
  name: z.string().min(1).max(100).default('Training'),
  baseUrl: z.string().refine(isServiceAddress, 'must be https, or http on loopback, without user, query or fragment')
    .default('http://127.0.0.1:4010'),
  serviceKeys: serviceKeys.default({ jwks: { keys: [] } }),
  request: requestRules.prefault({}),
  answer: answerRules.prefault({}),
  enrolment: enrolmentRules.prefault({}),
  retryAfterUnit: z.enum(['seconds', 'milliseconds']).default('seconds'),
  answerWaitSeconds: seconds.default(120),
  fence: z.strictObject({
    maxRequestAgeSeconds: seconds.default(60),
    visibleWithinSeconds: seconds.default(300),
  }).prefault({}),
  /** Of no account to the service: the counter puts its chain's head into a reference that is opaque here. */
  countersignedJournal: z.boolean().optional(),
});

/** All that the API document leaves to a deployment ("Deployment profile" of the design). */
export type Profile = z.infer<typeof profileSchema>;
export type SignedKind = keyof Profile['request']['components'];

/** Parses a profile, filling in defaults; the error names each field at fault. */
export function parseProfile(text: string): Result<Profile, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err('the deployment profile is not JSON');
  }
  const parsed = profileSchema.safeParse(json);
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.map(describeIssue).join('; '));
}

export function defaultProfile(): Profile {
  return profileSchema.parse({});
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')).join(', ') : '';
  return unknown === '' ? `${issue.path.join('.') || 'profile'}: ${issue.message}` : `${unknown}: unknown field`;
}

function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const bare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return bare && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback));
}
