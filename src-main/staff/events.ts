import { z } from 'zod';
import { roles } from '../../src-shared/contract/roles.ts';
import { kindsWith } from '../core/event-kinds.ts';
import { isUuid, type StaffId } from '../core/ids.ts';

/**
 * The events of people: their subject is a random staff id. No event holds a name, a PIN or a digest of one; those lie
 * in a file beside the journal, so that they can be changed and erased.
 */

export const staffChanges = ['added', 'renamed', 'role', 'pin', 'pin-by-phrase', 'removed'] as const;
export type StaffChange = (typeof staffChanges)[number];

const by = z
  .string()
  .refine((text): text is StaffId => isUuid(text))
  .exactOptional();

const schemas = [
  /** `role`: what it is from now on. `by`: the manager who did it. */
  event('staff-changed', { change: z.enum(staffChanges), role: z.enum(roles).exactOptional(), by }),
  event('staff-signed-in', {}),
  /** A manager's PIN beside the cashier's, who is `by`: what it was for is an event of its own. */
  event('staff-approved', { by }),
  /** Durable before the answer says that the PIN was wrong. */
  event('staff-pin-failed', { inARow: z.number().int() }),
  event('staff-locked', { untilMs: z.number(), forMs: z.number() }),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

export type StaffEvent = z.infer<typeof anyEvent>;
export type StaffEventKind = StaffEvent['kind'];
export const staffKindsOfPeople = kindsWith('by', schemas);
type StaffEventBody<K extends StaffEventKind> = Extract<StaffEvent, { readonly kind: K }>['body'];

/** One that is to be recorded, of the person whose id is its subject. */
export interface NewStaffEvent {
  readonly subject: StaffId;
  readonly kind: StaffEventKind;
  readonly body: StaffEvent['body'];
}

/** The one way to make an event. */
export function staffEvent<K extends StaffEventKind>(
  subject: StaffId,
  kind: K,
  body: StaffEventBody<K>,
): NewStaffEvent {
  return { subject, kind, body };
}

/** What was recorded under a kind of these; null where it is another kind, or does not fit its schema. */
export function readStaffEvent(row: {
  readonly kind: string;
  readonly atMs: number;
  readonly body: unknown;
}): StaffEvent | null {
  return anyEvent.safeParse(row).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, body: S) {
  return z.object({ kind: z.literal(kind), atMs: z.number(), body: z.object(body) });
}
