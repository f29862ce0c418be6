import { z } from 'zod';
import { carriedComponents } from './covered-components.ts';
import { listOf, seconds, signatureEncoding, signatureLabel, signatureTag } from './forms.ts';

const addressed = ['@method', '@authority', '@path', '@query', 'x-service-date'] as const;

const components = z.strictObject({
  safeRead: listOf(z.enum(carriedComponents.safeRead))
    .min(1)
    .default([...addressed])
    .describe('Reads.'),
  bodylessNonceMutation: listOf(z.enum(carriedComponents.bodylessNonceMutation))
    .min(1)
    .default([...addressed, 'content-digest', 'nonce'])
    .describe('Reveals of a card or an invoice, which have no body.'),
  diagnostic: listOf(z.enum(carriedComponents.diagnostic))
    .min(1)
    .default([...addressed, 'content-type', 'content-digest', 'nonce'])
    .describe('The signature diagnostic, whose body is {}.'),
  orderMutation: listOf(z.enum(carriedComponents.orderMutation))
    .min(1)
    .default([...addressed, 'content-type', 'content-digest', 'nonce', 'idempotency-key'])
    .describe('Placing an order.'),
});

const acceptLanguage = z
  .string()
  .regex(/^[A-Za-z0-9*][A-Za-z0-9*,;=. -]{0,99}$/, 'a value of Accept-Language, such as ar or ar-SA, ar;q=0.8');

const seenAs = z.strictObject({
  scheme: z
    .enum(['http', 'https'])
    .nullable()
    .default(null)
    .describe('The scheme that the service sees, where a proxy ends TLS; null for the one of baseUrl.'),
  authority: z
    .string()
    .regex(
      /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/,
      'a host in lower case, with its port unless that is the default one',
    )
    .nullable()
    .default(null)
    .describe(
      'The host, and its port unless that is the default one, that the service sees; null for the one of baseUrl.',
    ),
  pathPrefix: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/, 'empty, or a path that starts with / and does not end with one')
    .nullable()
    .default(null)
    .describe(
      'What the service sees before /v1 in place of the path of baseUrl; null for that path, empty for nothing.',
    ),
});

export const requestSchema = z.strictObject({
  label: signatureLabel.default('sig1').describe('Label of our signature.'),
  parameters: listOf(z.enum(['created', 'expires', 'keyid', 'alg', 'nonce', 'tag']))
    .refine((names) => names.includes('keyid'), 'keyid must be among them')
    .default(['created', 'expires', 'keyid', 'alg'])
    .describe(
      'Signature parameters, in the order in which they are written and signed. Reads have no nonce and leave that one out.',
    ),
  tag: signatureTag
    .nullable()
    .default(null)
    .describe('Value of the tag parameter; must be given where tag is among the parameters, and only there.'),
  expiresAfterSeconds: seconds(1, 3600).default(60).describe('How long a request is valid.'),
  createdBackSeconds: seconds(0, 60)
    .default(2)
    .describe(
      "How far back requests are dated, so that a clock a little ahead of the service's does no harm; at most half of expiresAfterSeconds counts.",
    ),
  maxSkewSeconds: seconds(0, 86_400)
    .nullable()
    .default(null)
    .describe(
      "How far ahead of its own clock the service takes a request's date; null for as far as answer.maxSkewSeconds.",
    ),
  components: components.prefault({}).describe('Covered components of each kind of request, in order.'),
  encoding: signatureEncoding
    .default('p1363')
    .describe('How our signature is written: r||s in 64 octets (RFC 9421 section 3.3.4), or DER.'),
  serviceDate: z
    .enum(['rfc3339-ms', 'rfc3339', 'imf-fixdate', 'unix', 'unix-ms'])
    .default('rfc3339-ms')
    .describe('Form of X-Service-Date.'),
  nonce: z
    .enum(['uuid', 'base64url', 'hex'])
    .default('uuid')
    .describe('Form of Nonce: a version 4 UUID, or random octets in base64url or hex.'),
  nonceBytes: z.int().min(16).max(64).default(24).describe('How many random octets a nonce in base64url or hex holds.'),
  digest: z
    .enum(['sha-256', 'sha-512', 'both'])
    .default('sha-256')
    .describe('Algorithm of Content-Digest, or both in one field.'),
  emptyBodyDigest: z
    .boolean()
    .default(true)
    .describe('Whether reveals, which have no body, carry the Content-Digest of the empty one.'),
  bodylessContentType: z
    .literal('application/json')
    .nullable()
    .default(null)
    .describe('Content-Type of reveals, which have no body; null for none.'),
  idempotencyKey: z
    .enum(['bare', 'quoted'])
    .default('bare')
    .describe('Idempotency-Key as it is, or as a structured-field string in quotes.'),
  emptyQuery: z
    .enum(['?', '', 'omitted'])
    .default('?')
    .describe(
      'What @query is where there is no query: the ? of RFC 9421 section 2.2.7, nothing, or left out of the covered components.',
    ),
  cursorEncoding: z
    .enum(['percent', 'form'])
    .default('percent')
    .describe('How a cursor is written in the query: RFC 3986 percent-encoding, or application/x-www-form-urlencoded.'),
  languages: z
    .strictObject({
      ar: acceptLanguage.describe('Where the counter speaks Arabic.'),
      en: acceptLanguage.describe('Where it speaks English.'),
    })
    .nullable()
    .default({ ar: 'ar', en: 'en' })
    .describe('Accept-Language for each language of the counter; null for none at all.'),
  seenAs: seenAs
    .prefault({})
    .describe(
      'What the service sees of an address behind a reverse proxy that changes it. We send to baseUrl and sign what the service sees.',
    ),
});
