import type { Text } from '../../base/i18n/use-text.ts';
import { moneyText } from '../../ui/money.tsx';
import type { LimitTerms } from './limits-store.ts';

/** The limits of one currency in one line. */
export function limitWords({ currency, sale, shift, card }: LimitTerms, text: Text): string {
  const said = (amount: string | null): string =>
    amount === null ? text('limits.noLimit') : moneyText(amount, currency, text);
  return text('limits.in', { sale: said(sale), shift: said(shift), card: said(card) });
}
