import { z } from 'zod';
import type { CounterRun } from './counter.ts';

const money = z.strictObject({
  amount: z.string().regex(/^\d+\.\d{3}$/),
  currency: z.string(),
  asOf: z.string().optional(),
});

const charged = z.strictObject({ amount: z.string().regex(/^\d+(?:\.\d+)?$/), currency: z.string() });

const failureSchema = z.strictObject({
  code: z.string(),
  field: z.string().optional(),
  operationId: z.string().optional(),
  requestId: z.string().optional(),
  httpStatus: z.int().optional(),
});
/** An order exactly as the command line promises it. */
export const orderSchema = z.strictObject({
  operationId: z.uuid(),
  saleNumber: z
    .string()
    .regex(/^[A-Z]\d+-\d{4,}$/)
    .optional(),
  state: z.enum([
    'intended',
    'unknown',
    'accepted',
    'blocked',
    'waiting',
    'settling',
    'completed',
    'failed',
    'refused',
    'cancelled',
    'notBought',
    'attention',
  ]),
  soldBy: z.uuid().optional(),
  invoiceId: z.uuid().nullable(),
  walletId: z.uuid(),
  cardId: z.uuid(),
  quantity: z.int(),
  total: money,
  /** What the customer pays: with the currency's own decimals, and of records from before selling prices the cost. */
  charge: z.strictObject({
    price: charged,
    total: charged,
    source: z.enum(['rule', 'personalPrice', 'cost', 'makesGood']).optional(),
    margin: z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .optional(),
  }),
  externalReference: z.string().nullable(),
  /** The passphrase was not given: the reference lies sealed. */
  textClosed: z.literal(true).optional(),
  attempts: z.array(
    z.strictObject({
      startedAt: z.iso.datetime(),
      httpStatus: z.int().nullable(),
      judgement: z.string(),
      requestId: z.string().nullable(),
    }),
  ),
  codes: z.array(
    z.strictObject({
      soldCardId: z.uuid(),
      serialNumber: z.string().nullable(),
      voucher: z.string().nullable(),
      revealedAt: z.string().optional(),
    }),
  ),
  completedAt: z.string().optional(),
  /** The sold card that it makes good, at no charge. */
  makesGoodFor: z.strictObject({ operationId: z.uuid(), soldCardId: z.uuid() }).optional(),
  /** When it goes on by itself, until when it is left alone, and by when it is decided, where that is known. */
  nextAttemptAt: z.iso.datetime().optional(),
  askedUntil: z.iso.datetime().optional(),
  endsBy: z.iso.datetime().optional(),
  /** What the service said of an order that is for a person. */
  refusal: z
    .strictObject({
      code: z.string(),
      detail: z.string().optional(),
      httpStatus: z.int().optional(),
      requestId: z.string().optional(),
    })
    .optional(),
  /** The basket of its customer, and which line of that it is. */
  basket: z.strictObject({ id: z.uuid(), line: z.int() }).optional(),
  /** Why codes that were asked for did not come. */
  codesError: failureSchema.optional(),
  /** Why `order --remote` could not read an order that was bought. */
  readError: failureSchema.optional(),
});
export type Order = z.infer<typeof orderSchema>;

export type Failure = z.infer<typeof failureSchema>;

/** The one line of `--json`, exactly. */
const lineSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: failureSchema, value: z.unknown().optional() }),
]);

/** The value of a run that must have ended with 0. */
export function valueOf<T>(run: CounterRun, schema: z.ZodType<T>): T {
  const line = lineSchema.parse(run.json);
  if (run.exitCode !== 0 || !line.ok) throw new Error(`exit ${run.exitCode}: ${run.stderr}`);
  return schema.parse(line.value);
}

/** The error of a run that must have ended with `exitCode`. Between 3 and 5 a value stands beside it. */
export function failureOf(run: CounterRun, exitCode: number): Failure {
  const line = lineSchema.parse(run.json);
  if (run.exitCode !== exitCode || line.ok)
    throw new Error(`exit ${run.exitCode} instead of ${exitCode}: ${run.stderr}`);
  if (exitCode >= 3 && exitCode <= 5 && line.value === undefined) throw new Error(`exit ${exitCode} without a value`);
  return line.error;
}

/** The order beside the error of a run that ended with 3 to 5. */
export function orderBesideFailure(run: CounterRun, exitCode: 3 | 4 | 5): Order {
  failureOf(run, exitCode);
  return z.object({ value: orderSchema }).parse(run.json).value;
}

/** How many codes an order shows in full. */
export function shownCodes({ codes }: Pick<Order, 'codes'>): number {
  return codes.filter(({ serialNumber, voucher }) => serialNumber !== null && voucher !== null).length;
}
