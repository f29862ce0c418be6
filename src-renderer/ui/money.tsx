import { useLocale } from 'react-aria-components/I18nProvider';
import { shownAmount } from '../../src-shared/money/shown-amount.ts';
import { isMessage } from '../../src-shared/words/page-messages.ts';
import { useText, type Text } from '../base/i18n/use-text.ts';
import './money.css';

/** Up to 999,999.999; what is longer is drawn smaller where it would be cut off. */
const usualLength = 11;

/** An amount before its currency, in the direction of the language. Never parsed back. */
export function Money({ amount, currency, strong = false }: { amount: string; currency: string; strong?: boolean }) {
  const text = useText();
  const { direction } = useLocale();
  const shown = shownAmount(amount, currency);
  const className = `money${strong ? ' money--strong' : ''}${shown.length > usualLength ? ' money--long' : ''}`;
  return (
    <bdi dir={direction} className={className}>
      <bdi dir="ltr">{shown}</bdi> <span className="money__currency">{unitOf(currency, text)}</span>
    </bdi>
  );
}

/** For a sentence: one unit that keeps its direction, as `Money` draws it, and is never broken over two lines. */
export function moneyText(amount: string, currency: string, text: Text): string {
  return text('money', { amount: shownAmount(amount, currency), unit: unitOf(currency, text) });
}

/** What a currency is called: by its code where it has no word here. */
export function unitOf(currency: string, text: Text): string {
  const key = `currency.${currency}`;
  return isMessage(key) ? text(key) : currency;
}
