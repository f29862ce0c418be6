import { z } from 'zod';
import { isAmount, isPrice, type Amount, type Money } from '../../core/money.ts';
import type { BodyReader } from './body-reader.ts';
import { isRecord, readInstant, readRecord, reading } from './record.ts';

/** A decimal string with exactly three decimals; a JSON number is refused, whatever its value ("Money"). */
export const readAmount: BodyReader<Amount> = reading(
  z.custom<Amount>((value) => typeof value === 'string' && isAmount(value)),
);

export const readCurrency = reading(z.string().min(1).max(10));

/**
 * A price that is sent back as it was shown: with every member that came, those that nobody knows included
 * ("`unitPrice`: sent unchanged as the order's `expectedUnitPrice`"). Null where it is no price or longer than any.
 */
export const readPriceVerbatim: BodyReader<Money> = (body) => {
  const money = readPrice(body);
  if (money === null || !isRecord(body) || lengthAsJson(body) > longestPrice) return null;
  return { ...body, ...money };
};

/** `JSON.parse` reads any depth, but `JSON.stringify` runs out of stack: what is nested so deeply is too long anyway. */
function lengthAsJson(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const longestPrice = 1_000;

export const readMoney: BodyReader<Money> = (body) =>
  readRecord(body, { amount: readAmount, currency: readCurrency }, { asOf: readInstant })?.value ?? null;

/** What something costs: nothing is offered for nothing, or for less. */
export const readPrice: BodyReader<Money> = (body) => {
  const money = readMoney(body);
  return money !== null && isPrice(money.amount) ? money : null;
};
