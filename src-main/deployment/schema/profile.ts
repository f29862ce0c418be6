import { z } from 'zod';
import { answerSchema } from './answer.ts';
import { enrolmentSchema } from './enrolment.ts';
import { hasPlainHost, hostName, isServiceAddress, listOf, memberName, seconds, thumbprint } from './forms.ts';
import { requestSchema } from './request.ts';

/**
 * The deployment profile: everything that the partner API leaves to a deployment, as data in one JSON document (design,
 * "Deployment profile"). Absent fields take the defaults here; unknown fields are refused.
 * docs/deployment-profile.schema.json is made of this, descriptions included.
 */

const oneScript = 'a host of which no part mixes letters of several writing systems';

const address = z
  .string()
  .max(2048)
  .refine(isServiceAddress, 'an https: address without query or fragment (http: only on loopback)')
  .refine(hasPlainHost, oneScript);

const publicJwk = z
  .looseObject({
    kty: z.string(),
    crv: z.string().optional(),
    x: z.string().optional(),
    y: z.string().optional(),
    kid: z.string().optional(),
  })
  .refine((jwk) => !('d' in jwk), 'public keys only: a private member is refused');

const keySetAddress = z
  .string()
  .max(2048)
  .refine(
    (text) => /^\/(?!\/)/.test(text) || isServiceAddress(text),
    'a path that starts with /, or an https: address without query or fragment',
  )
  .refine(hasPlainHost, oneScript);

const serviceKeys = z.union([
  z.strictObject({
    jwks: z
      .strictObject({ keys: z.array(publicJwk).max(100).describe('Public keys (RFC 7517).') })
      .describe('The key set itself.'),
  }),
  z.strictObject({
    url: keySetAddress.describe(
      'Where the service publishes its key set: a path below baseUrl, or an address of its own.',
    ),
    pins: z
      .array(thumbprint)
      .max(20)
      .describe(
        'RFC 7638 thumbprints of the keys that are trusted from the start. Every other one waits until a person confirms it.',
      ),
  }),
]);

const holder = memberName.nullable();
const bodies = z.strictObject({
  wallets: holder
    .default('items')
    .describe('Member that holds the collection of wallets; null where the body itself is the list.'),
  ownedCards: holder
    .default('items')
    .describe('Member that holds the collection of owned cards; null where the body itself is the list.'),
  cursor: memberName
    .default('nextCursor')
    .describe('Member that holds the cursor of the next page, in these two collections.'),
  cardReveal: holder
    .default(null)
    .describe('Member that holds the revealed codes of one card; null where the body itself holds them.'),
  invoiceReveal: holder
    .default('soldCards')
    .describe("Member that holds the revealed codes of an invoice's cards; null where the body itself is the list."),
  names: z
    .enum(['localized', 'text'])
    .default('localized')
    .describe('Names of wallets: in both languages, or one text.'),
});

const refusalStatus = z.int().min(400).max(599);
const refusalStatuses = z.strictObject({
  card_not_found: refusalStatus.default(404).describe('There is no such owned card.'),
  reveal_not_allowed: refusalStatus.default(403).describe('The card may not be revealed.'),
  invoice_reveal_limit_exceeded: refusalStatus
    .default(422)
    .describe('The invoice has more cards than one reveal shows.'),
  operation_processing: refusalStatus.default(409).describe('An operation is under way.'),
});

export const profileSchema = z.strictObject({
  $schema: z
    .string()
    .max(2048)
    .optional()
    .describe('Address of this JSON Schema, for editors. It has no meaning here.'),
  version: z.literal(1).describe('Version of the format.'),
  name: z.string().min(1).max(100).describe('What the deployment is called at the counter.'),
  baseUrl: address.describe('Address below which /v1 lies.'),
  serviceKeys: serviceKeys.describe("The service's own signing keys."),
  request: requestSchema.prefault({}).describe('How our requests are written and signed.'),
  answer: answerSchema.prefault({}).describe("What the service's answers must be for us to accept them."),
  enrolment: enrolmentSchema.prefault({}).describe('How a key is enrolled.'),
  bodies: bodies.prefault({}).describe('Shapes of bodies that the API does not show.'),
  refusalStatuses: refusalStatuses
    .prefault({})
    .describe('Statuses of the four refusals whose status the API does not show. The counter goes by the code.'),
  retryAfterUnit: z
    .enum(['seconds', 'milliseconds', 'http-date'])
    .default('seconds')
    .describe('Unit of Retry-After. A date is understood in any case.'),
  maximumRetryAfterSeconds: seconds(1, 604_800)
    .default(86_400)
    .describe('Longest wait that a Retry-After may ask for; a longer one counts as this.'),
  maximumQuantity: z.int().min(1).max(10_000).default(100).describe('Most cards in one order.'),
  answerWaitSeconds: seconds(1, 600)
    .default(120)
    .describe("How long an answer is waited for; longer than the service's own time-out."),
  safeResendHours: z
    .int()
    .min(1)
    .max(87_600)
    .nullable()
    .default(null)
    .describe(
      'How long after its first attempt an order may be sent again that the service never acknowledged: as long as it remembers operation ids. null where nobody said it: a day.',
    ),
  fence: z
    .strictObject({
      maxRequestAgeSeconds: seconds(0, 86_400).describe('How old a request it accepts.'),
      visibleWithinSeconds: seconds(0, 86_400).describe('How soon an accepted order can be read.'),
    })
    .nullable()
    .default(null)
    .describe(
      'The deployment\'s word that lets "not found" prove that nothing was bought; null, or left out, where it gives none: then a person decides.',
    ),
  logoHosts: listOf(hostName)
    .max(50)
    .default([])
    .describe(
      'Hosts from which logos are fetched, with their port unless that is the usual one. Without any, initials stand for brands.',
    ),
  countersignedJournal: z
    .boolean()
    .default(false)
    .describe(
      "Whether the head of the journal's chain goes out before the shop's own reference, for the service to sign for.",
    ),
});

/** A profile with its defaults. What only an editor reads is not part of it. */
export type DeploymentProfile = Omit<z.infer<typeof profileSchema>, '$schema'>;
