import { z } from 'zod';
import type { BodyReader } from './body-reader.ts';
import { isRecord, listOf, member, readWord, reading } from './record.ts';

/** A card's own least and greatest quantity in one order; the catalogue has no field for them. */
export interface QuantityLimits {
  readonly minimum?: number;
  readonly maximum?: number;
}

const quantityNames: readonly unknown[] = ['/quantity', '#/quantity', 'quantity'];
const readLimit = reading(z.int().min(1).max(1_000_000));

/**
 * The limits that the errors of a refusal name beside `quantity`; null where they name none. The API shows no fields of
 * the problem body, so both usual spellings count; a text is never searched for numbers.
 */
export const readQuantityLimits: BodyReader<QuantityLimits> = (body) => {
  const errors = isRecord(body) ? listOf(member(body, 'errors')) : null;
  if (errors === null) return null;
  const about = errors
    .filter(isRecord)
    .filter((error) => quantityNames.includes(readWord(member(error, 'pointer')) ?? readWord(member(error, 'field'))));
  const named = (names: readonly string[]): number | undefined =>
    about.flatMap((error) => names.map((name) => readLimit(member(error, name)))).find((limit) => limit !== null) ??
    undefined;
  const [minimum, maximum] = [named(['minimum', 'min']), named(['maximum', 'max'])];
  if ((minimum === undefined && maximum === undefined) || (minimum ?? 1) > (maximum ?? Number.POSITIVE_INFINITY))
    return null;
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
};
