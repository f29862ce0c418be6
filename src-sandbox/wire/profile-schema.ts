import { z } from 'zod';

const seconds = z.int().min(0);
const encoding = z.enum(['p1363', 'der']).default('p1363');
const label = z.string().regex(/^[a-z*][a-z0-9_.*-]*$/);
const tag = z
  .string()
  .regex(/^[\x20-\x7e]+$/)
  .nullable()
  .default(null);
const memberName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const holder = memberName.nullable();

const requestComponent = z.string().regex(/^(@(method|authority|path|query|target-uri|scheme)|[a-z][a-z0-9-]*)$/);
const requestComponents = z.array(requestComponent).min(1);
const answerComponents = z.array(z.string().regex(/^(@status|[a-z][a-z0-9-]*)$/));
const binding = z.array(requestComponent);

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
  z.strictObject({
    url: z.string().refine((text) => text.startsWith('/') || isServiceAddress(text)),
    pins: z.array(z.string()),
  }),
]);

const language = z.string().min(1);

const requestRules = z.strictObject({
  label: label.default('sig1'),
  parameters: z
    .array(z.enum(['created', 'expires', 'keyid', 'alg', 'nonce', 'tag']))
    .default(['created', 'expires', 'keyid', 'alg']),
  tag,
  expiresAfterSeconds: seconds.min(1).default(60),
  createdBackSeconds: seconds.default(2),
  maxSkewSeconds: seconds.nullable().default(null),
  components: z
    .strictObject({
      safeRead: requestComponents.default(targetAndDate),
      bodylessNonceMutation: requestComponents.default([...targetAndDate, 'content-digest', 'nonce']),
      diagnostic: requestComponents.default([...targetAndDate, 'content-type', 'content-digest', 'nonce']),
      orderMutation: requestComponents.default([
        ...targetAndDate,
        'content-type',
        'content-digest',
        'nonce',
        'idempotency-key',
      ]),
    })
    .prefault({}),
  encoding,
  serviceDate: z.enum(['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms']).default('rfc3339-ms'),
  nonce: z.enum(['uuid', 'base64url', 'hex']).default('uuid'),
  nonceBytes: z.int().min(16).max(64).default(24),
  digest: z.enum(['sha-256', 'sha-512', 'both']).default('sha-256'),
  emptyBodyDigest: z.boolean().default(true),
  bodylessContentType: z.literal('application/json').nullable().default(null),
  idempotencyKey: z.enum(['bare', 'quoted']).default('bare'),
  emptyQuery: z.enum(['?', '', 'omitted']).default('?'),
  cursorEncoding: z.enum(['percent', 'form']).default('percent'),
  languages: z.strictObject({ ar: language, en: language }).nullable().default({ ar: 'ar', en: 'en' }),
  seenAs: z
    .strictObject({
      scheme: z.enum(['http', 'https']).nullable().default(null),
      authority: z.string().min(1).nullable().default(null),
      pathPrefix: z
        .string()
        .regex(/^(\/[^/?#]+)*$/)
        .nullable()
        .default(null),
    })
    .prefault({}),
});

const answerLists = z.strictObject({
  required: answerComponents.optional(),
  requiredIfPresent: answerComponents.optional(),
  binding: binding.optional(),
});

const answerRules = z.strictObject({
  required: answerComponents.default(['@status', 'content-digest', 'content-type', 'x-request-id']),
  requiredIfPresent: answerComponents.default(['location', 'retry-after', 'idempotency-replayed']),
  binding: binding.default(['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key']),
  kinds: z
    .strictObject({
      safeRead: answerLists.optional(),
      bodylessNonceMutation: answerLists.optional(),
      diagnostic: answerLists.optional(),
      orderMutation: answerLists.optional(),
      enrollmentToken: answerLists.optional(),
    })
    .default({}),
  encoding,
  created: z.enum(['required', 'optional']).default('required'),
  label: label.nullable().default(null),
  tag,
  maxSkewSeconds: seconds.default(60),
});

const enrolmentRules = z.strictObject({
  answersSigned: z.boolean().default(true),
  proof: z.enum(['challenge-utf8', 'challenge-decoded', 'prefixed', 'jws']).default('challenge-utf8'),
  proofPrefix: z.string().includes('{challenge}').default('enrollment:v1:{invitationId}:{keyId}:{challenge}'),
  proofEncoding: z.enum(['p1363-base64url', 'der-base64url', 'p1363-base64', 'der-base64']).default('p1363-base64url'),
  proofFields: z
    .array(z.enum(['keyId', 'challenge', 'signature', 'challengeGeneration', 'invitationId']))
    .refine((fields) => fields.includes('signature'), 'must name signature')
    .default(['keyId', 'challenge', 'signature']),
  signatureField: memberName.default('signature'),
  jwsHeader: z.enum(['kid', 'jwk']).default('kid'),
  jwsPayload: z
    .array(z.enum(['challenge', 'keyId', 'invitationId', 'challengeGeneration']))
    .refine((fields) => fields.includes('challenge'), 'must name challenge')
    .default(['challenge', 'keyId']),
  thumbprint: z.enum(['rfc7638', 'spki-sha256-hex', 'spki-sha256-base64url']).default('rfc7638'),
  validDays: z.strictObject({ minimum: z.int().min(1).default(1), maximum: z.int().min(1).default(731) }).prefault({}),
});

const bodyShapes = z.strictObject({
  wallets: holder.default('items'),
  ownedCards: holder.default('items'),
  cursor: memberName.default('nextCursor'),
  cardReveal: holder.default(null),
  invoiceReveal: holder.default('soldCards'),
  names: z.enum(['localized', 'text']).default('localized'),
});

const status = z.int().min(400).max(599);

export const profileSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).default(1),
  name: z.string().min(1).max(100).default('Training'),
  baseUrl: z
    .string()
    .refine(isServiceAddress, 'must be https, or http on loopback, without user, query or fragment')
    .default('http://127.0.0.1:4010'),
  serviceKeys: serviceKeys.default({ jwks: { keys: [] } }),
  request: requestRules.prefault({}),
  answer: answerRules.prefault({}),
  enrolment: enrolmentRules.prefault({}),
  bodies: bodyShapes.prefault({}),
  refusalStatuses: z
    .strictObject({
      card_not_found: status.default(404),
      reveal_not_allowed: status.default(403),
      invoice_reveal_limit_exceeded: status.default(422),
      operation_processing: status.default(409),
    })
    .prefault({}),
  retryAfterUnit: z.enum(['seconds', 'milliseconds', 'http-date']).default('seconds'),
  /** How long the partner lets us ask it to wait. */
  maximumRetryAfterSeconds: seconds.default(86_400),
  maximumQuantity: z.int().min(1).default(100),
  answerWaitSeconds: seconds.default(120),
  safeResendHours: z.int().min(1).nullable().default(null),
  fence: z.strictObject({ maxRequestAgeSeconds: seconds, visibleWithinSeconds: seconds }).nullable().default(null),
  /** Where logos lie is said by the service itself. */
  logoHosts: z.array(z.string()).default([]),
  /** Of no account to the service: the counter puts its chain's head into a reference that is opaque here. */
  countersignedJournal: z.boolean().default(false),
});

/** All that the API document leaves to a deployment ("Deployment profile" of the design). */
export type Profile = z.infer<typeof profileSchema>;
export type SignedKind = keyof Profile['request']['components'];

function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const loopback = ['localhost', '[::1]'].includes(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);
  const bare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return bare && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback));
}
