import { z } from 'zod';
import { listOf, memberName } from './forms.ts';

/** Two years, with the leap day that one of them may have ("Requested key validity window"). */
const mostValidDays = 731;
const placeholder = /\{(invitationId|keyId|challenge)\}/g;

/** What the proof signs, written with the names of what is known by then. */
const template = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => text.includes('{challenge}'), '{challenge} must be in it')
  .refine(
    (text) => !/[{}]/.test(text.replaceAll(placeholder, '')),
    'in braces only {invitationId}, {keyId} and {challenge}',
  );

const days = z.int().min(1).max(mostValidDays);

export const enrolmentSchema = z.strictObject({
  answersSigned: z.boolean().default(true).describe('Whether answers to enrolment calls are signed.'),
  proof: z
    .enum(['challenge-utf8', 'challenge-decoded', 'prefixed', 'jws'])
    .default('challenge-utf8')
    .describe(
      'What the proof signs: the UTF-8 text of the challenge, the octets that it is the base64url of, the text of proofPrefix, or a compact JWS (ES256) of jwsPayload.',
    ),
  proofPrefix: template
    .default('enrollment:v1:{invitationId}:{keyId}:{challenge}')
    .describe('With proof prefixed: the whole text that is signed, with {invitationId}, {keyId} and {challenge}.'),
  proofEncoding: z
    .enum(['p1363-base64url', 'der-base64url', 'p1363-base64', 'der-base64'])
    .default('p1363-base64url')
    .describe('How the signature of the proof is written. A JWS has a form of its own (RFC 7518 section 3.4).'),
  proofFields: listOf(z.enum(['keyId', 'challenge', 'signature', 'challengeGeneration', 'invitationId']))
    .refine((names) => names.includes('signature'), 'signature must be among them')
    .default(['keyId', 'challenge', 'signature'])
    .describe("Members of the proof's body, in order."),
  signatureField: memberName
    .default('signature')
    .describe("Name under which the signature stands in the proof's body."),
  jwsHeader: z
    .enum(['kid', 'jwk'])
    .default('kid')
    .describe('With proof jws: whether its header names the key by id or holds the public key.'),
  jwsPayload: listOf(z.enum(['challenge', 'keyId', 'invitationId', 'challengeGeneration']))
    .refine((names) => names.includes('challenge'), 'challenge must be among them')
    .default(['challenge', 'keyId'])
    .describe('With proof jws: members of its payload, in order.'),
  thumbprint: z
    .enum(['rfc7638', 'spki-sha256-hex', 'spki-sha256-base64url'])
    .default('rfc7638')
    .describe('What the service calls the thumbprint of a key.'),
  validDays: z
    .strictObject({
      minimum: days.default(1).describe('Shortest validity.'),
      maximum: days.default(mostValidDays).describe('Longest validity.'),
    })
    .prefault({})
    .describe('How long a validity may be asked for, in days.'),
});
