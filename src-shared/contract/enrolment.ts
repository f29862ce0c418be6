import { z } from 'zod';
import { keyEndWarningDays } from './codes.ts';
import { failure, instant, uuid } from './shapes.ts';

export const enrolmentSteps = z.object({
  state: z.enum([
    'none',
    'draft',
    'keyMade',
    'submitted',
    'proved',
    'awaitingActivation',
    'active',
    'refused',
    'expired',
  ]),
  invitationId: uuid.optional(),
  /** As the service wrote it. */
  invitationEndsAt: instant.optional(),
  keyId: uuid.optional(),
  serviceThumbprint: z.string().optional(),
  ownThumbprint: z.string().optional(),
  thumbprintsAgree: z.boolean().optional(),
  refusal: failure.optional(),
  /**
   * What the enrolment waits for: another form of the proof, while its challenge is kept, a restart by the staff, or
   * after the end of its invitation the activation of its key, which staff may still decide on.
   */
  waitsFor: z.enum(['proofForm', 'restart', 'activation']).optional(),
});
/** Until when the key in use is sure to be valid, in whole days too, and the warning that is due. */
export const keyValidity = z.object({
  endsAt: instant,
  daysLeft: z.number().int(),
  warning: z.literal(keyEndWarningDays).optional(),
});
/** While a key is in use `state` is its own, `active`, whatever becomes of the one that is to replace it. */
export const enrolmentView = enrolmentSteps.extend({
  validity: keyValidity.optional(),
  /** The enrolment of the key that is to replace the one in use. */
  next: enrolmentSteps.optional(),
  /** Keys that were replaced and still sign for orders that are not settled. */
  replaced: z.array(z.object({ keyId: uuid, pendingOrders: z.number().int() })).optional(),
});
