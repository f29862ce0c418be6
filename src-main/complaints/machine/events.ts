import { z } from 'zod';
import { complaintReasons } from '../../../src-shared/contract/complaint-words.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type OperationId, type SoldCardId, type StaffId } from '../../core/ids.ts';

/**
 * The events of a complaint: append-only rows of the journal, under a random id. That a card was replaced is none of
 * them: the order that makes it good says so. No event holds a code of a card, notes included (`note.ts`).
 */

const operationId = z.string().refine((text): text is OperationId => isUuid(text));
const soldCardId = z.string().refine((text): text is SoldCardId => isUuid(text));

const body = {
  /** In a person's own words. */
  note: z.string().exactOptional(),
  /** Who did it: a random staff id. Absent where the shop used no PINs. */
  by: z
    .string()
    .refine((text): text is StaffId => isUuid(text))
    .exactOptional(),
};

const schemas = [
  event('complaint-opened', { operationId, soldCardId, reason: z.enum(complaintReasons), ...body }),
  /** A person says that the service's support has it. */
  event('complaint-sent', body),
  /** Written in one transaction with the intent of the order that makes the card good. */
  event('complaint-replacement-begun', { operationId, ...body }),
  event('complaint-rejected', body),
  /** The money that the customer got back for it, where some did (`src-main/payments`). */
  event('complaint-closed', {
    moneyReturned: z
      .string()
      .refine((text): boolean => isUuid(text))
      .exactOptional(),
    ...body,
  }),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. */
export type ComplaintEvent = z.infer<typeof anyEvent>;
export type ComplaintEventKind = ComplaintEvent['kind'];
export type ComplaintEventBody<K extends ComplaintEventKind> = Extract<ComplaintEvent, { readonly kind: K }>['body'];

export const complaintEventKinds: readonly ComplaintEventKind[] = schemas.map(({ shape }) => shape.kind.value);
export const complaintKindsOfPeople = kindsWith('by', schemas);

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readComplaintEvent(recorded: {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly body: unknown;
}): ComplaintEvent | null {
  return anyEvent.safeParse(recorded).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, members: S) {
  return z.object({
    kind: z.literal(kind),
    seq: z.number(),
    atMs: z.number(),
    subject: z.string(),
    body: z.object(members),
  });
}
