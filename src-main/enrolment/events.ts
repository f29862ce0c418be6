import { z } from 'zod';
import { failure } from '../../src-shared/contract/shapes.ts';
import type { NewEvent, StoredEvent } from '../journal/event.ts';
import { isJsonObject } from '../journal/json.ts';

/**
 * The events of an enrolment; their subject is the invitation. Token, raw answer and proof are named by their sealed
 * record and never stand in a body (law 6).
 */

const sealed = z.object({ id: z.string(), sha256: z.string() });
const step = z.enum(['submit', 'proof']);

const enrolmentEvent = z.discriminatedUnion('kind', [
  /** A person began, or began again. `sealed` is the token. */
  event('enrolment-drafted', {
    deployment: z.string(),
    localId: z.string(),
    validDays: z.int(),
    cidrs: z.array(z.string()),
    sealed,
  }),
  /**
   * The key is sealed, durable, read back and test-signed. `thumbprint` is in the form that this deployment compares.
   */
  event('enrolment-key-made', { localId: z.string(), thumbprint: z.string() }),
  /** Written before the request leaves: what has no end after it may have reached the service. */
  event('enrolment-attempt-started', { step, profileHash: z.string() }),
  /** The raw answer of the submission, before it was read: the challenge comes only once (law 4). */
  event('enrolment-answer-sealed', { sealed, httpStatus: z.int() }),
  /**
   * An attempt moved nothing; `taken` is whether the service may have acted on it all the same. `answer` is done with.
   */
  event('enrolment-attempt-ended', { step, taken: z.enum(['no', 'unknown']), failure, answer: z.string().optional() }),
  /** The service took the key; `answer` names the sealed answer that holds the challenge. */
  event('enrolment-submitted', {
    keyId: z.string(),
    serviceThumbprint: z.string(),
    thumbprintsAgree: z.boolean(),
    answer: z.string(),
    trust: z.string(),
  }),
  /** The proof is made; `sealed` holds the bytes that every attempt sends. */
  event('enrolment-proved', { sealed }),
  /** The service did not take the proof in this form; the challenge stays until one is taken. */
  event('enrolment-proof-refused', { failure, form: z.string() }),
  /**
   * The invitation has its key, which is most likely ours, and no challenge of it is in hand: staff must restart the
   * enrolment.
   */
  event('enrolment-restart-awaited', { failure }),
  /** The service took the proof, or refused the repetition of one that it may have taken (`doubt`). */
  event('enrolment-awaiting', { trust: z.string(), doubt: failure.optional() }),
  /**
   * What showed that the service accepts the key, with the permissions where the diagnostic gave them, and by its time
   * between when it was activated.
   */
  event('enrolment-active', {
    keyId: z.string(),
    evidence: z.enum(['diagnosed', 'scope_missing']),
    scopes: z.array(z.string()).optional(),
    policyVersion: z.int().optional(),
    applicationId: z.string().optional(),
    notActiveAtMs: z.number().optional(),
    activeAtMs: z.number().optional(),
  }),
  event('enrolment-refused', { failure }),
  /** Until when the invitation is good, as its reading said. */
  event('enrolment-invitation-read', { expiresAt: z.string() }),
  event('enrolment-expired', { expiresAt: z.string().optional() }),
]);

export type EnrolmentEvent = z.infer<typeof enrolmentEvent>;
export type EnrolmentStep = z.infer<typeof step>;

export const draftedKind = 'enrolment-drafted';
export const activeKind = 'enrolment-active';

export function subjectOf(invitationId: string): string {
  return `enrolment:${invitationId}`;
}

export function invitationIdOf(subject: string): string {
  return subject.slice('enrolment:'.length);
}

/** The event as the journal takes it: members without a value left out. */
export function newEvent(invitationId: string, { kind, body }: EnrolmentEvent): NewEvent {
  const json: unknown = JSON.parse(JSON.stringify(body));
  if (!isJsonObject(json)) throw new Error('the body of an enrolment event is an object');
  return { subject: subjectOf(invitationId), kind, body: json };
}

/** The event as read back, or null for a kind that a later version added. */
export function readEvent({ kind, body }: StoredEvent): EnrolmentEvent | null {
  const parsed = enrolmentEvent.safeParse({ kind, body });
  return parsed.success ? parsed.data : null;
}

function event<K extends string, B extends z.ZodRawShape>(kind: K, body: B) {
  return z.object({ kind: z.literal(kind), body: z.object(body) });
}
