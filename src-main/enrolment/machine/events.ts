import { z } from 'zod';
import { failure } from '../../../src-shared/contract/shapes.ts';

/**
 * The events of an enrolment; their subject is the invitation. Token, raw answer and proof are named by their sealed
 * record and never stand in a body (law 6).
 */

const sealed = z.object({ id: z.string(), sha256: z.string() });
const step = z.enum(['submit', 'proof']);

const schemas = [
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
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. */
export type EnrolmentEvent = z.infer<typeof anyEvent>;
export type EnrolmentEventKind = EnrolmentEvent['kind'];
export type EnrolmentEventBody<K extends EnrolmentEventKind> = Extract<EnrolmentEvent, { readonly kind: K }>['body'];
/** The two requests that move the service: each attempt of one is recorded. */
export type AttemptedStep = z.infer<typeof step>;

export const enrolmentEventKinds: readonly EnrolmentEventKind[] = schemas.map(({ shape }) => shape.kind.value);

export const draftedKind = 'enrolment-drafted' satisfies EnrolmentEventKind;
export const activeKind = 'enrolment-active' satisfies EnrolmentEventKind;

/** One that is to be recorded under its invitation. */
export interface NewEnrolmentEvent {
  readonly invitationId: string;
  readonly kind: EnrolmentEventKind;
  readonly body: EnrolmentEvent['body'];
}

/** The one way to make an event. */
export function enrolmentEvent<K extends EnrolmentEventKind>(
  invitationId: string,
  kind: K,
  body: EnrolmentEventBody<K>,
): NewEnrolmentEvent {
  return { invitationId, kind, body };
}

/** What was recorded; null for a kind that a later version added, and where the body does not fit its schema. */
export function readEnrolmentEvent(kind: string, body: unknown): EnrolmentEvent | null {
  return anyEvent.safeParse({ kind, body }).data ?? null;
}

function event<K extends string, B extends z.ZodRawShape>(kind: K, body: B) {
  return z.object({ kind: z.literal(kind), body: z.object(body) });
}
