import { z } from 'zod';
import {
  answerComponent,
  answerField,
  bindingComponent,
  listOf,
  seconds,
  signatureEncoding,
  signatureLabel,
  signatureTag,
} from './forms.ts';

/** Without these two a signature says nothing of the answer it stands in. */
const required = listOf(answerComponent).refine(
  (names) => names.includes('@status') && names.includes('content-digest'),
  '@status and content-digest must be among them',
);
const requiredIfPresent = listOf(answerField);
const binding = listOf(bindingComponent);

const lists = z.strictObject({
  required: required.optional().describe('In place of answer.required.'),
  requiredIfPresent: requiredIfPresent.optional().describe('In place of answer.requiredIfPresent.'),
  binding: binding.optional().describe('In place of answer.binding.'),
});

const kinds = z.strictObject({
  safeRead: lists.optional().describe('Answers to reads.'),
  bodylessNonceMutation: lists.optional().describe('Answers to reveals.'),
  diagnostic: lists.optional().describe('Answers to the diagnostic.'),
  orderMutation: lists.optional().describe('Answers to orders that are placed.'),
  enrollmentToken: lists.optional().describe('Answers to enrolment calls.'),
});

export const answerSchema = z.strictObject({
  required: required
    .default(['@status', 'content-digest', 'content-type', 'x-request-id'])
    .describe('Components that every answer must cover.'),
  requiredIfPresent: requiredIfPresent
    .default(['location', 'retry-after', 'idempotency-replayed'])
    .describe('Fields that an answer must cover where it has them.'),
  binding: binding
    .default(['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'])
    .describe('Components of the request that its answer must cover with ;req, each if the request had it.'),
  kinds: kinds
    .default({})
    .describe('Other lists for the answers to some kinds of request, where one list does not fit them all.'),
  encoding: signatureEncoding
    .default('p1363')
    .describe("How the service's signatures are written: r||s in 64 octets, or DER."),
  created: z
    .enum(['required', 'optional'])
    .default('required')
    .describe(
      'Whether every signature of the service says when it was made. One that does not is accepted only where it is bound to the nonce or the X-Service-Date of its request.',
    ),
  label: signatureLabel
    .nullable()
    .default(null)
    .describe("Label of the service's signature, where only that one counts; null for any."),
  tag: signatureTag
    .nullable()
    .default(null)
    .describe("Tag parameter that the service's signature must have; null for any or none."),
  maxSkewSeconds: seconds(0, 86_400)
    .default(60)
    .describe("How far an answer's created may be from the service's time."),
});
