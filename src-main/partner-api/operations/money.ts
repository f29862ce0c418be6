import { z } from 'zod';

import { isAmount } from '../../core/money.ts';
import type { Amount, Money } from '../../core/money.ts';
import type { BodyReader } from './body-reader.ts';
import { isRecord, readInstant, readRecord, reading } from './record.ts';

/** A decimal string with exactly three decimals; a JSON number is refused, whatever its value ("Money"). */
export const readAmount: BodyReader<Amount> = reading(z.custom<Amount>((value) => typeof value === 'string' && isAmount(value)));

export const readCurrency = reading(z.string().min(1).max(10));

/**
 * A price that is sent back as it was shown: with every member that came, those that nobody knows included ("`unitPrice`:
 * sent unchanged as the order's `expectedUnitPrice`"). Null where it is no Money or longer than any price.
 */
export const readPriceVerbatim: BodyReader<Money> = (body) => {
  const money = readMoney(body);
  if (money === null || !isRecord(body) || JSON.stringify(body).length > longestPrice) return null;
  return { ...body, ...money };
};

const longestPrice = 1_000;

export const readMoney: BodyReader<Money> = (body) =>
  readRecord(body, { amount: readAmount, currency: readCurrency }, { asOf: readInstant })?.value ?? null;
