import Big from 'big.js';
import { decimalsOf } from '../../../src-shared/money/currency-decimals.ts';

declare const brand: unique symbol;

/**
 * What a customer pays, with the currency's own decimals. Never an `Amount`: that is what the wallet pays, and goes to
 * the service.
 */
export type ChargeAmount = string & { readonly [brand]: 'charge' };

export interface Charge {
  readonly amount: ChargeAmount;
  readonly currency: string;
}

const plainDecimal = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/;

/** Whether `text` is an amount above nothing that is written with no more decimals than the currency has. */
export function isChargeText(text: string, currency: string): boolean {
  return isPositiveDecimal(text) && (text.split('.')[1] ?? '').length <= decimalsOf(currency);
}

/** The charge that a person typed, with the decimals of its currency; null where it is none, or larger than any. */
export function parseCharge(text: string, currency: string): ChargeAmount | null {
  const isShort = /^[0-9]{1,9}(?:\.|$)/.test(text);
  return isShort && isChargeText(text, currency) ? chargeText(new Big(text).toFixed(decimalsOf(currency))) : null;
}

/** A decimal above nothing, as a rate is: at most six decimals. */
export function isPositiveDecimal(text: string): boolean {
  return plainDecimal.test(text) && new Big(text).gt(0);
}

/** How an amount is brought to what can be paid: the step is the smallest coin, or the currency's last decimal. */
export interface Rounding {
  readonly step: string;
  readonly mode: 'up' | 'nearest';
}

/** The amount at a multiple of the step; half a step goes up. */
export function roundedCharge(amount: Big, currency: string, rounding: Rounding | null): ChargeAmount {
  const { step, mode } = rounding ?? { step: smallestOf(currency), mode: 'up' };
  const whole = wholeSteps(amount, step, mode);
  return chargeText(whole.times(step).toFixed(decimalsOf(currency)));
}

/** The charge of so many at one charge each: exact. */
export function chargeTotal({ amount, currency }: Charge, quantity: number): Charge {
  return { amount: chargeText(new Big(amount).times(quantity).toFixed(decimalsOf(currency))), currency };
}

function smallestOf(currency: string): string {
  return new Big(10).pow(-decimalsOf(currency)).toFixed();
}

/** In integers where it can be: a division alone is cut at twenty decimals, and could lose what lies beyond. */
function wholeSteps(amount: Big, step: string, mode: Rounding['mode']): Big {
  const down = amount.div(step).round(0, Big.roundDown);
  const rest = amount.minus(down.times(step));
  const isUp = mode === 'up' ? rest.gt(0) : rest.times(2).gte(step);
  return isUp ? down.plus(1) : down;
}

function chargeText(text: string): ChargeAmount {
  if (!isCharge(text)) throw new Error('a charge that is no decimal');
  return text;
}

function isCharge(text: string): text is ChargeAmount {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text);
}
