import { z } from 'zod';

import { isAmount } from '../../core/money.ts';
import type { Amount, Money } from '../../core/money.ts';
import type { BodyReader } from './body-reader.ts';
import { readInstant, readRecord, reading } from './record.ts';

/** A decimal string with exactly three decimals; a JSON number is refused, whatever its value ("Money"). */
export const readAmount: BodyReader<Amount> = reading(z.custom<Amount>((value) => typeof value === 'string' && isAmount(value)));

export const readCurrency = reading(z.string().min(1).max(10));

export const readMoney: BodyReader<Money> = (body) =>
  readRecord(body, { amount: readAmount, currency: readCurrency }, { asOf: readInstant })?.value ?? null;
