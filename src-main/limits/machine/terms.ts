import { isCurrency, isPrice, parseAmount, type Amount } from '../../core/money.ts';
import type { LimitTerms } from './events.ts';

/** What a manager typed. */
export interface TypedLimits {
  readonly currency: string;
  readonly sale: string | null;
  readonly shift: string | null;
  readonly card: string | null;
}

/** The field that a manager must enter anew, or the limits as they are kept. */
export function limitTermsOf(typed: TypedLimits): LimitTerms | 'currency' | 'sale' | 'shift' | 'card' {
  const { currency } = typed;
  if (!isCurrency(currency) || currency.trim() !== currency || isNoCode(currency)) return 'currency';
  const sale = limitOf(typed.sale);
  if (sale === undefined) return 'sale';
  const shift = limitOf(typed.shift);
  if (shift === undefined) return 'shift';
  const card = limitOf(typed.card);
  return card === undefined ? 'card' : { currency: typed.currency, sale, shift, card };
}

/** `kwd` and `Kuwaiti` are no currency of any wallet: such a limit would hold nothing back. */
function isNoCode(currency: string): boolean {
  return currency !== currency.toUpperCase();
}

/** An amount above nothing, of at most nine whole digits and three decimals; undefined where it is none. */
function limitOf(typed: string | null): Amount | null | undefined {
  if (typed === null) return null;
  const [, whole = '', decimals = ''] = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,3}))?$/.exec(typed) ?? [];
  const amount = parseAmount(`${whole}.${decimals.padEnd(3, '0')}`);
  return amount !== null && isPrice(amount) ? amount : undefined;
}
