import { z } from 'zod';
import { refuseField, refuseFields, type FieldError, type Refusal } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import { singleField, type SeenRequest } from '../wire/seen-request.ts';
import { moneySchema } from './money.ts';

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const dateTime = z.iso.datetime({ offset: true });

/** "CreateOrderRequest". */
export const orderBody = z.strictObject({
  externalReference: z
    .string()
    .regex(/^[A-Za-z0-9 \-_.:/#]{1,100}$/)
    .optional(),
  cardId: id,
  quantity: z.int().min(1),
  expectedUnitPrice: moneySchema,
  expectedTotal: moneySchema,
  useAllowedDebt: z.boolean().optional(),
});

/** "EnrollmentKeyRequest"; a private member is an unknown member, and refused. */
export const enrollmentKeyBody = z.strictObject({
  publicJwk: z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    use: z.literal('sig').optional(),
    alg: z.literal('ES256').optional(),
  }),
  notBefore: dateTime,
  expiresAt: dateTime,
  cidrs: z.array(z.string()).max(50).optional(),
});

/** A JSON body that is exactly what the schema says, or the fields that are not. */
export function parseBody<T>(seen: SeenRequest, schema: z.ZodType<T>): Result<T, Refusal> {
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(singleField(seen, 'content-type') ?? '')) {
    return refuseField('/headers/content-type', 'invalid');
  }
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(seen.body));
  } catch {
    return refuseField('', 'not_json');
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? ok(parsed.data) : refuseFields(parsed.error.issues.flatMap(fieldErrors));
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const at = (path: readonly PropertyKey[]) => path.map((step) => `/${String(step)}`).join('');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ pointer: at([...issue.path, key]), code: 'unknown' }));
  return [{ pointer: at(issue.path), code: 'invalid' }];
}
