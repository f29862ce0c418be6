import { z } from 'zod';
import { scopes } from './codes.ts';
import { diagnosisLineNames, causes, evidenceKinds } from './diagnosis-codes.ts';

export const diagnosisView = z.object({
  /** What was signed beside what the service saw. */
  lines: z.array(
    z.object({ name: z.enum(diagnosisLineNames), sent: z.string(), seen: z.string(), agree: z.boolean() }),
  ),
  /** What the route requires in its order, then what is signed besides; a place counts from 1. */
  components: z.array(
    z.object({
      name: z.string(),
      signedAt: z.number().int().nullable(),
      requiredAt: z.number().int().nullable(),
      agree: z.boolean(),
    }),
  ),
  partnerId: z.string(),
  applicationId: z.string(),
  policyVersion: z.number().int(),
  effectiveScopes: z.array(z.string()),
  missingScopes: z.array(z.enum(scopes)),
  clockOffsetMs: z.number().nullable(),
  requestId: z.string().nullable(),
});
/** One cause, what shows it, and the change of the profile that cures it where one does. */
export const examinationView = z.object({
  cause: z.enum(causes),
  /** `from` and `to` as they stand in the file. */
  changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  fields: z.array(z.string()),
  evidence: z.array(
    z.object({ kind: z.enum(evidenceKinds), facts: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
  calls: z.number().int(),
  clockOffsetMs: z.number().nullable(),
  /** Whether the change can be applied here. */
  applicable: z.boolean(),
});
