import { z } from 'zod';
import { uuid } from './shapes.ts';

/** A manager's word for one call: `id` is that of its refusal, `by` the manager. The PIN is typed for this one call. */
const approval = z.strictObject({ id: uuid, by: uuid, pin: z.string().max(40) });
export type Approval = z.infer<typeof approval>;

/** A member of each call that may need one (`call-rules.ts`). */
export const withApproval = { approval: approval.exactOptional() };
