import { z } from 'zod';
import { languageCodes } from '../words/languages.ts';
import { approvalKinds } from './approval-kinds.ts';
import { themes } from './choices.ts';
import { counterCodes, refusalCodes } from './codes.ts';

/** What more than one part of the contract is made of. */
export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const amount = z.string().regex(/^-?\d{1,15}\.\d{3}$/);
export const instant = z.string().max(40);
export const localizedText = z.object({ ar: z.string().optional(), en: z.string().optional() });
export const money = z.object({ amount, currency: z.string().max(10), asOf: instant.optional() });
/** What a customer pays: with the decimals of its currency, and not the three of the service. */
export const chargedMoney = z.object({
  amount: z.string().regex(/^\d{1,20}(?:\.\d{1,4})?$/),
  currency: z.string().max(10),
});
/** Entries of a list that could not be read, by the member that is missing or wrong in each. */
export const skipped = z.record(z.string(), z.number().int());
export const nothing = z.strictObject({});
export const language = z.enum(languageCodes);
export const theme = z.enum(themes);

export const failure = z.object({
  code: z.enum([...refusalCodes, ...counterCodes]),
  field: z.string().exactOptional(),
  detail: z.string().exactOptional(),
  operationId: z.string().exactOptional(),
  requestId: z.string().exactOptional(),
  httpStatus: z.number().int().exactOptional(),
  prices: z.object({ shown: chargedMoney, now: chargedMoney }).exactOptional(),
  approval: z.object({ id: uuid.exactOptional(), kinds: z.array(z.enum(approvalKinds)) }).exactOptional(),
  faults: z.array(z.object({ field: z.string(), allowed: z.string() })).exactOptional(),
});
